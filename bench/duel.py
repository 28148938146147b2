"""Best play of a matrix game, beside nashpy; whole duels, alone."""

from __future__ import annotations

from functools import partial
from typing import Any

from . import ours
from .ask import OURS, Answer, Group, Question, Run, Way
from .scenes import Document, duel

ACE: Document = {"s_flight": 3, "dex": 40}
RIVAL: Document = {"s_flight": 3, "dex": 80}

DROP = 1e-7
"""Situations less likely than this are left out of the ten-round duel with systems."""


def chart() -> Question:
    """The game of one attack of one level-3 pilot on another: seven attacks against five defences."""
    return Question(
        "matrix",
        "best play of two level-3 pilots: seven attacks against five defences",
        (
            Way(OURS, "matrix from the rules and solved, fractions", _chart, _of_chart),
            Way(OURS, "solved only, fractions", _solved, _of_solution),
            Way("nashpy", "`Game(A).lemke_howson(0)`, doubles", partial(_nashpy, "lemke_howson"), _of_mixes),
            Way("nashpy", "`Game(A).linear_program()`, doubles", partial(_nashpy, "linear_program"), _of_mixes),
        ),
    )


def _chart() -> Run:
    from admiralty.rulesets.duel.game import matrix
    from admiralty.rulesets.duel.state import Out

    setting = ours.loaded(duel(1, ACE, RIVAL)).opening.setting
    return lambda: matrix(setting, 0, 1, (Out(), Out()))


def _rows() -> list[list[Any]]:
    return [[cell.damage for cell in row] for row in _chart()().cells]


def _solved() -> Run:
    from admiralty.core.matrix import solve_matrix

    rows = _rows()
    return lambda: solve_matrix(rows)


def _nashpy(method: str) -> Run:
    import nashpy  # type: ignore[import-untyped]
    import numpy as np

    rows = np.array([[float(entry) for entry in row] for row in _rows()])
    arguments = {"initial_dropped_label": 0} if method == "lemke_howson" else {}
    return lambda: getattr(nashpy.Game(rows), method)(**arguments)


def _of_chart(found: Any) -> Answer:
    return _of_solution(found.solution)


def _of_solution(solution: Any) -> Answer:
    return _of_mixes((solution.row_mix, solution.col_mix))


def _of_mixes(mixes: Any) -> Answer:
    return {(side, place): share for side, mix in enumerate(mixes) for place, share in enumerate(mix)}


def best_round() -> Question:
    """The general solver, which knows nothing of matrices of the rules: it sees phases."""
    return Question(
        "round",
        "one whole round of the same two, systems off: both attack and defend in secret (35 x 35 answers)",
        (Way(OURS, "`solve`, by running the phases", _best_round),),
    )


def _best_round() -> Run:
    from admiralty.run.solve import payoff_of, solve

    battle = ours.loaded(duel(1, ACE, RIVAL, maneuvers_only=True, house_rules={"system_damage": False}))
    payoff = payoff_of(battle.rules, battle.opening, "hp:a1 - hp:b1")
    return lambda: solve(battle.rules, battle.opening, payoff, 1)


def ten_rounds(systems: bool, drop: float) -> Question:
    """Two fighters as they come (24 HP), each flying one pair of manoeuvres."""
    kind = "systems on" if systems else "systems off"
    how = f"doubles, dropping below {drop:g}" if drop else "doubles"
    return Question(
        f"ten-{systems}",
        f"ten rounds of two 24-HP fighters, fixed manoeuvres, {kind}: who wins",
        (Way(OURS, how, partial(_ten_rounds, systems, drop), remark=_sureness),),
    )


def _ten_rounds(systems: bool, drop: float) -> Run:
    from admiralty.rulesets.duel.casestate import flies
    from admiralty.run.odds import battle_odds

    rules = {} if systems else {"system_damage": False}
    battle = ours.loaded(duel(10, {}, {}, maneuvers_only=True, house_rules=rules))
    policies = {"a": flies("basic", "swing"), "b": flies("booster", "afterburner")}
    asked = ours.measures(battle, ("winner",))

    def run() -> Any:
        found = battle_odds(battle.rules, battle.opening, policies=policies, measures=asked, drop=drop)
        found["winner"]
        return found

    return run


def _sureness(found: Any) -> str:
    certainty = found.certainty
    return f"lost weight {certainty.lost:.2g}" if certainty.kind == "bounded" else "nothing lost"


def sampled(battles: int) -> Question:
    scene = duel(10, {}, {}, maneuvers_only=True)
    text = "ten-round duels of two 24-HP fighters, systems on, bots mix their manoeuvres, one core"
    way = Way(OURS, "one by one, all measures", partial(ours.sampled, scene, battles, "single"))
    return Question("sampled", text, (way,), battles, "duels")


GROUP = Group(
    "duel",
    "Duels",
    (chart(), best_round(), ten_rounds(False, 0.0), ten_rounds(True, DROP), sampled(500)),
    (
        "nashpy is given the finished matrix; `lemke_howson` and `linear_program` are the fastest of its algorithms "
        "here, and each finds one best play in doubles. Admiralty answers in fractions and says whether there is "
        "another best play; its row *solved only* is given the finished matrix too.",
    ),
)
