"""``admiralty odds``: distributions of a battle's measures, exact or sampled, as tables, bars, data or a drawing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import Bots, Json, Lang, Policy, Scenario

if TYPE_CHECKING:
    from ..run.battle import Loaded
    from ..run.distribution import Distribution
    from ..run.odds import BattleOdds
    from .condition import Condition
    from .screen import Screen


class Wish:
    """What was asked for on the command line, checked as far as it can be without the battle."""

    def __init__(self, measures: list[str], joints: list[str], given: list[str]) -> None:
        from .condition import condition

        self.measures = measures
        self.joints = [tuple(name.strip() for name in joint.split(",")) for joint in joints]
        self.conditions: list[Condition] = [condition(text) for text in given]

    def needed(self) -> list[str] | None:
        """The measures the odds must carry; None for all."""
        if not self.measures and not self.joints:
            return None
        named = [*self.measures, *(name for joint in self.joints for name in joint)]
        return [*named, *(condition.name for condition in self.conditions)]


def odds(
    file: Scenario,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Draw them: .svg, .png or .html.", show_default=False)
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Fractions instead of decimals.")] = False,
    sample: Annotated[
        int | None, typer.Option("--sample", metavar="N", min=1, help="Sample N battles instead.", show_default=False)
    ] = None,
    seed: Annotated[str, typer.Option("--seed", help="What a sample's dice follow from.")] = "0",
    precision: Annotated[
        float | None,
        typer.Option("--precision", help="Stop sampling once every chance is known to ± this.", show_default=False),
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Option("--given", help="Only battles that end so: `hp:cv1=0`, `cap:blue>=3`. Several must all hold."),
    ] = None,
    measure: Annotated[list[str] | None, typer.Option("--measure", help="Only this measure, in full.")] = None,
    joint: Annotated[list[str] | None, typer.Option("--joint", help="Measures together: `cap:blue,hp:cv1`.")] = None,
    drop: Annotated[
        float, typer.Option("--drop", min=0.0, max=1.0, help="Leave out weights below this; what is lost is told.")
    ] = 0.0,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Most states held at once.")] = 4_000_000,
    policy: Policy = None,
    bots: Bots = False,
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """Exact odds of a whole battle; --sample where there are too many states for that."""
    from ..library import load
    from .screen import Screen
    from .ways import ways

    screen = Screen(lang)
    _check(plot, exact, sample, drop)
    wish = Wish(measure or [], joint or [], given or [])
    battle = load(file)
    ask = {"policies": ways(battle, policy or [], bots), "measures": wish.needed()}
    if sample is None:
        found = _exact(battle, screen, {**ask, "exact": exact, "drop": drop, "limit": limit})
    else:
        found = _sampled(battle, sample, screen, {**ask, "seed": seed, "precision": precision})
    shown, share = _given(found, wish)
    _put(battle, shown, share, wish, screen, as_json)
    if plot is not None:
        _draw(shown, wish, plot, battle, screen)


def _check(plot: Path | None, exact: bool, sample: int | None, drop: float) -> None:
    """Refuse what cannot be before any work is done."""
    from ..core.errors import Complaint
    from ..core.words import say
    from ..run.files import check_place

    if sample is not None and (exact or drop):
        raise Complaint(say("a sample is neither exact nor drops weights: leave out --exact and --drop"), "bad_options")
    if plot is not None:
        from ..report.charts import check_ending

        check_ending(plot.suffix)
        check_place(plot)


def _exact(battle: Loaded, screen: Screen, ask: dict[str, Any]) -> BattleOdds:
    """Exact odds, with a wheel that says where they are. A sample is offered when they are interrupted."""
    from ..core.words import Text, count, say
    from ..library import odds as run
    from .progress import endless

    where: list[Text] = []
    try:
        with endless(screen) as turn:

            def progress(phase: str, clock: tuple[int, ...], states: int) -> None:
                there = say("{phase} {clock}", phase=phase, clock=".".join(str(tick) for tick in clock))
                where[:] = [count("{where}: {n} state", "{where}: {n} states", states, where=there)]
                turn(where[0])

            return run(battle, **ask, progress=progress)
    except KeyboardInterrupt:
        _tell_stop(screen, where)
        raise typer.Exit(130) from None


def _tell_stop(screen: Screen, where: list[Any]) -> None:
    from ..core.words import say

    if where:
        screen.warn(say("Stopped at {where}.", where=where[-1]))
    screen.warn(say("Exact odds are only known at the end; --sample 100000 gives an answer at any time."))


def _sampled(battle: Loaded, number: int, screen: Screen, ask: dict[str, Any]) -> BattleOdds:
    """A sample, with a bar; an interrupted one keeps the battles that are done."""
    from ..core.words import say
    from ..library import sample as run
    from ..report.numbers import whole
    from .progress import towards

    with towards(screen, say("battles")) as progress:
        found = run(battle, number, **ask, progress=progress)
    done = found.certainty.battles
    if done < number:
        screen.warn(
            say(
                "{done} of {asked} battles were sampled.",
                done=whole(done, screen.language),
                asked=whole(number, screen.language),
            )
        )
    return found


def _given(found: BattleOdds, wish: Wish) -> tuple[BattleOdds, Any]:
    """The odds under the conditions, and how likely those are; all of them, and 1, without any."""
    from .condition import together

    if not wish.conditions:
        return found, 1.0
    names = tuple(dict.fromkeys(condition.name for condition in wish.conditions))
    test = together(wish.conditions)
    kept = found.given(test, *names)
    readings = found.joint(*names).chances
    passed = [part for reading, part in readings.items() if test(dict(zip(names, reading, strict=True)))]
    share = sum(passed) if len(passed) < len(readings) else 1.0
    return kept, share


def _chosen(found: BattleOdds, wish: Wish) -> list[Distribution]:
    """The distributions to show: those named, in that order, else all."""
    if wish.measures or wish.joints:
        return [
            *(found[name] for name in dict.fromkeys(wish.measures)),
            *(found.joint(*names) for names in wish.joints),
        ]
    return [found[name] for name in found]


def _put(battle: Loaded, found: BattleOdds, share: Any, wish: Wish, screen: Screen, as_json: bool) -> None:
    chosen = _chosen(found, wish)
    if as_json:
        screen.data(_data(battle, found, chosen, share, wish))
        return
    from rich.text import Text as Styled

    from ..report.odds import bars, certainty_sentence, settled_sentence, tables

    _tell_given(found, share, wish, screen)
    whole = bool(wish.measures or wish.joints)
    for table in [bars(one, screen.language) for one in chosen] if whole else tables(chosen, screen.language):
        screen.draw(table)
        screen.write("\n")
    sure = settled_sentence(chosen)
    if sure and not whole:
        screen.draw(Styled(screen.voice(sure), "dim"))
        screen.write("\n")
    screen.say(certainty_sentence(found.certainty, screen.language))


def _tell_given(found: BattleOdds, share: Any, wish: Wish, screen: Screen) -> None:
    """Under which conditions, and how likely they are."""
    if not wish.conditions:
        return
    from ..core.words import say
    from ..report.numbers import percent

    told = ", ".join(str(condition) for condition in wish.conditions)
    chance = percent(min(1.0, float(share)), screen.language, half_width=_width(found, float(share)))
    screen.say(say("Given {conditions}, which happens in {chance} of battles:", conditions=told, chance=chance))


def _width(found: BattleOdds, share: float) -> float:
    """The half width of the chance of the conditions themselves, which all sampled battles speak of."""
    from ..run.distribution import Certainty

    certainty = found.certainty
    if certainty.kind == "sampled" and share:
        certainty = Certainty("sampled", battles=round(certainty.battles / share))
    return certainty.half_width(share)


def _data(battle: Loaded, found: BattleOdds, chosen: list[Distribution], share: Any, wish: Wish) -> dict[str, Any]:
    from ..report.odds_data import certainty_data, odds_data

    data: dict[str, Any] = {
        "ruleset": battle.rules.name,
        "version": battle.rules.version,
        "title": battle.name,
        "unit": "probability",
        "certainty": certainty_data(found.certainty),
    }
    if wish.conditions:
        data |= {"given": [str(condition) for condition in wish.conditions], "given_chance": float(share)}
    return data | {"measures": odds_data(chosen)}


def _draw(found: BattleOdds, wish: Wish, plot: Path, battle: Loaded, screen: Screen) -> None:
    from ..core.words import say
    from ..report.charts import drawing
    from ..run.files import write_bytes

    chosen = {distribution.name: distribution for distribution in _chosen(found, wish)}
    write_bytes(plot, drawing(chosen, plot.suffix, screen.language, battle.name or battle.rules.title))
    screen.warn(say("Written: {file}", file=str(plot)))
