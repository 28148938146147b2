"""Laws of whole battles: honest touches, symmetry, monotony, legal bots, equal ways of running one battle."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from admiralty.rulesets.duel.bot import bot
from admiralty.rulesets.duel.cases_battle import attack as single_attack
from admiralty.rulesets.duel.casestate import flies
from admiralty.rulesets.duel.game import exchange, matrix
from admiralty.rulesets.duel.measures import condense
from admiralty.rulesets.duel.setup import begin
from admiralty.rulesets.duel.state import WORKS, Duel, Out, look_of, out_of
from admiralty.rulesets.duel.tables import ATTACKS, DEFENSES, PIECES
from admiralty.run.battle import Battle
from admiralty.run.odds import battle_odds
from admiralty.run.play import Play
from admiralty.run.spread.engine import Engine
from admiralty.run.spread.weights import Doubles

from .scenes import ACE, DART, FIGHTER, ORACLE, PICKET, RULES, battle

MITE = {"max_hp": 6, "laser": {"dice": 1, "sides": 2, "bonus": 2}}
DRIFTER = {"kind": "large", "max_hp": 50, "speed": 200, "lsd": False}
BOTS = {"a": bot, "b": bot}
SMALL = {
    "duel with missiles": ([{**MITE, "missiles": [DART]}], [{**MITE, "s_flight": 2, "missiles": [DART]}], {"round": 0}),
    "against a large ship": (
        [{**MITE, "speed": 400}],
        [{**PICKET, "max_hp": 40, "max_shields": 0, "guns": 4}],
        {"max_rounds": 1},
    ),
    "person": ([MITE], [{"kind": "character", "health": 19, "weapon": {"dice": 1, "sides": 4}}], {}),
    "two on one": ([MITE, MITE], [{**MITE, "s_flight": 3}], {"max_rounds": 1}),
    "slow and weak": ([{**MITE, "hp": 1, "attack_every": 2}], [{**MITE, "systems": {"weapons": 2}}], {}),
    "on a collision course": (
        [{**DRIFTER, "collision_in": 1, "collision_with": "b1", "systems": {"engine": 3}}],
        [{**DRIFTER, "guns": 1, "gun": {"dice": 1, "sides": 2}}],
        {"max_rounds": 1},
    ),
}


def small(name: str, **rules: Any) -> Duel:
    first, second, more = SMALL[name]
    return battle(first, second, rules, **{"max_rounds": 2, **more})


@pytest.mark.parametrize("name", SMALL)
def test_phases_touch_only_what_they_say(name: str) -> None:
    state = small(name)
    spread = Engine(RULES, state, Doubles(), BOTS, RULES.measures(state), thorough=True).run()
    assert spread.total == pytest.approx(1, abs=1e-9)
    assert {outcome for (outcome,) in spread.table(RULES.measures(state)[:1])} <= {"a", "b", "draw", "undecided"}


@pytest.mark.parametrize("name", ["two on one", "slow and weak"])
def test_the_narrow_touches_of_odds_and_the_whole_state_give_the_same_odds(name: str) -> None:
    state = small(name, system_damage=False)
    found = battle_odds(RULES, state, policies=BOTS, exact=True, measures=RULES.measures(state))
    whole: dict[Duel, Fraction] = {state: Fraction(1)}
    ended: dict[str, Fraction] = {}
    while whole:
        after: dict[Duel, Fraction] = {}
        for one, weight in whole.items():
            for end, chance in ORACLE.outcomes(one.phase, one, BOTS):
                if end.phase == "over":
                    ended[end.result] = ended.get(end.result, Fraction(0)) + weight * chance
                else:
                    after[end] = after.get(end, Fraction(0)) + weight * chance
        whole = after
    assert dict(found["winner"].chances) == ended


def test_condensing_a_battle_changes_no_odds() -> None:
    state = small("two on one")
    measures = RULES.measures(state)
    assert condense(state, measures) != state
    spread = Engine(RULES, state, Doubles(), BOTS, measures).run()
    plain = {reading: weight for (reading,), weight in spread.table([measures[0]]).items()}
    assert dict(battle_odds(RULES, state, policies=BOTS)["winner"].chances) == pytest.approx(plain, abs=1e-12)


@pytest.mark.parametrize("pair", [("basic", "swing"), ("cyclone", "erratic")])
def test_a_mirror_duel_is_symmetric(pair: tuple[str, str]) -> None:
    pilot = {**ACE, **MITE}
    state = battle([pilot], [pilot], max_rounds=2)
    policy = flies(*pair)
    winner = battle_odds(RULES, state, policies={"a": policy, "b": policy}, exact=True)["winner"].chances
    assert winner["a"] == winner["b"]
    assert sum(winner.values()) == 1


@pytest.mark.parametrize("attack", ATTACKS)
def test_more_ac_never_raises_the_damage_taken(attack: str) -> None:
    damages = []
    for ac in range(-100, 101, 4):
        setting = battle([ACE], [{**ACE, "ac": ac}]).setting
        damages.append(exchange(setting, (0, 1), (WORKS, WORKS), (attack, "erratic")).damage)
    assert damages == sorted(damages, reverse=True)
    assert damages[-1] > 0


@pytest.mark.parametrize("defense", DEFENSES)
@pytest.mark.parametrize("attack", ATTACKS)
def test_the_chart_shows_what_one_attack_does(attack: str, defense: str) -> None:
    target = {**ACE, "max_hp": 500}
    given = {"attacker": ACE, "defender": target, "attack": attack, "defense": defense}
    hp = single_attack(given, ORACLE)["hp"]
    lost = sum((500 - int(left)) * chance for left, chance in hp.items())
    shown = exchange(battle([ACE], [target]).setting, (0, 1), (WORKS, WORKS), (attack, defense))
    assert lost == shown.damage


@pytest.mark.parametrize("out", [(WORKS, WORKS), (Out(engine=True), WORKS), (WORKS, Out(engine=True, radar=True))])
def test_no_manoeuvre_beats_the_equilibrium_of_the_chart(out: tuple[Out, Out]) -> None:
    game = matrix(battle([ACE], [ACE]).setting, 0, 1, out)
    rows = [sum(c.damage * q for c, q in zip(row, game.solution.col_mix, strict=True)) for row in game.cells]
    columns = [
        sum(row[place].damage * p for row, p in zip(game.cells, game.solution.row_mix, strict=True))
        for place in range(len(game.defenses))
    ]
    assert max(rows) == game.solution.value == min(columns)
    assert game.attacks == (("basic",) if out[0].engine else tuple(ATTACKS))
    assert game.defenses == (("",) if out[1].engine else tuple(DEFENSES))


T5 = [
    ((1, 60), (1, 60), "1351/500"),
    ((1, 90), (2, 90), "749/300"),
    ((2, 70), (3, 70), "4368/1075"),
    ((1, 90), (3, 90), "581/250"),
    ((2, 30), (2, 30), "217/50"),
    ((2, 60), (2, 60), "773/200"),
    ((2, 90), (3, 90), "1011626/247025"),
    ((3, 60), (3, 60), "2711/500"),
    ((3, 90), (3, 90), "10859/2000"),
    ((3, 40), (3, 80), "105231/28825"),
]


@pytest.mark.parametrize(("attacker", "defender", "value"), T5)
def test_t5_exact_answers(attacker: tuple[int, int], defender: tuple[int, int], value: str) -> None:
    wasps = [{**PIECES["wasp"], "s_flight": level, "dex": dex} for level, dex in (attacker, defender)]
    setting = battle(wasps[:1], wasps[1:]).setting
    assert matrix(setting, 0, 1, (WORKS, WORKS)).solution.value == Fraction(value)


def examples() -> list[str]:
    return list(RULES.examples)


def loaded(name: str) -> Duel:
    document = tomllib.loads(RULES.examples[name])
    return begin({key: value for key, value in document.items() if key not in ("ruleset", "title")})


def played(name: str, seed: int) -> Play:
    document = tomllib.loads(RULES.examples[name])
    play = Play.begin(Battle("duel", RULES.version, document, f"{seed:064x}"), RULES, loaded(name))
    play.play_bots(dict.fromkeys(play.state.setting.sides, bot))  # type: ignore[attr-defined]
    return play


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", examples())
def test_bots_give_only_legal_orders_and_every_battle_ends(name: str, seed: int) -> None:
    play = played(name, seed)
    assert play.over
    state: Any = play.state
    assert state.result in (*state.setting.sides, "draw", "undecided")


@pytest.mark.parametrize("name", examples())
def test_derived_parts_of_the_state_follow_from_the_others(name: str) -> None:
    for record in played(name, 7).records:
        state: Duel = record.after
        for index, piece in enumerate(state.pieces):
            if not piece.fate:
                assert piece.out == out_of(piece.clocks)
                assert piece.look == look_of(state.setting, index, piece.hull)
                assert 0 < piece.hull.hp <= state.setting.crafts[index].max_hp


@pytest.mark.parametrize("name", examples())
def test_nothing_of_a_round_is_left_at_its_end(name: str) -> None:
    for record in played(name, 3).records:
        if record.phase == "close":
            state: Duel = record.after
            blank = state.but(queue=(), group=(), shooter=-1, target=-1, shots=(), blows=(), hits_left=0, blow=None)
            assert state == blank.but(loss=0, system=-1, turn=0)


def test_the_examples_are_the_same_in_the_package_and_beside_it() -> None:
    folder = Path(__file__).parents[2] / "examples"
    for name, text in RULES.examples.items():
        assert (folder / f"{name}.toml").read_text(encoding="utf-8") == text


def test_a_state_can_be_written_down_and_read_back() -> None:
    for record in played("monitor_raid", 1).records:
        assert Duel.from_plain(record.after.plain()) == record.after


def test_the_order_of_pieces_in_the_document_changes_nothing_but_the_order_of_sides() -> None:
    document = tomllib.loads(RULES.examples["wing_fight"])
    pieces = [{**piece} for piece in document["pieces"]]
    one = begin({"pieces": pieces, "round": 1})
    other = begin({"pieces": [pieces[1], pieces[0], pieces[3], pieces[2]], "round": 1})
    assert one == other


def test_a_lone_fighter_against_nobody_dangerous_still_wins_by_laser() -> None:
    state = battle([FIGHTER], [{"kind": "character", "health": 1, "breath": "immune"}], max_rounds=40)
    winner = battle_odds(RULES, state, policies=BOTS)["winner"].chances
    assert winner["a"] > 0.999
    assert "b" not in winner


@pytest.mark.parametrize("name", examples())
def test_the_clock_only_grows(name: str) -> None:
    for record in played(name, 1).records:
        before, after = ((s.round, s.step, s.turn) for s in (record.before, record.after))
        assert before <= after, record.phase
