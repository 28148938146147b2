"""Battles made up for looking at reports: a small fighter phase, a large one, a duel and a fight on the line."""

from __future__ import annotations

from random import Random

from admiralty.core.show import (
    Bar,
    Chip,
    Die,
    Link,
    Mark,
    Part,
    Piece,
    Rule,
    Step,
    Story,
    Strip,
    Throw,
)
from admiralty.core.words import NOTHING, Text, count, say, verbatim

RULES = (
    Rule("W-22", say("A column with n CAP fighters is rolled at +(n − 1).")),
    Rule("W-23", say("From the second wave the CAP of an empire fights, all its dice are at −1.")),
    Rule("W-25", say("An Elite fighter anywhere in a stack puts that column at +1, once.")),
    Rule("W-26", say("Against a living Veteran Carrier with its Bridge intact every CAP die is at +1.")),
    Rule("W-47", say("Two or more waves of one attacker at one target: −1 on every flak die.")),
)

SECTIONS = ("Flak guns", "Bridge", "Array P", "Array S", "Landing bay", "Tubes P", "Tubes S", "Engine P", "Engine S")


def to_hit(face: int, target: int, **more: object) -> Die:
    """A d10 that must reach a number; natural 1 misses."""
    hit = face >= target and face != 1
    return Die(face, 10, target=target, verdict="hit" if hit else "miss", **more)  # type: ignore[arg-type]


def carrier(hp: int, wrecked: tuple[str, ...] = (), cap: int = 6, aboard: int = 2) -> Piece:
    parts = tuple(Part(say(name), "wrecked" if name in wrecked else "works") for name in SECTIONS)
    facts = (say("{n} CAP flying", n=cap), say("{n} aboard", n=aboard))
    return Piece("Ardent", say("Carrier · Veteran"), 0, (Bar(say("HP"), hp, 10),), facts, parts)


def panel(hp: int, cap: int, wrecked: tuple[str, ...] = (), pike: int = 2, red: int = 13) -> tuple[Piece, ...]:
    pike_facts = (say("distracted: no fire in Round 1"),) if pike == 1 else ()
    return (
        carrier(hp, wrecked, cap),
        Piece("Lance", say("Cruiser"), 0, (Bar(say("HP"), 3, 3),)),
        Piece(
            "Pike",
            say("Destroyer"),
            0,
            (Bar(say("HP"), pike, 2),),
            pike_facts,
            gone=NOTHING if pike else say("destroyed"),
        ),
        Piece("Red Strike", say("13 launched"), 1, (Bar(say("fighters"), red, 13, "other"),), star=True),
    )


def dogfight(anchor: str, chapter: Text) -> Step:
    cap = tuple(to_hit(face, 6 if place == 3 else 7, star=place == 3) for place, face in enumerate((9, 3, 7, 10, 1, 8)))
    strike = tuple(to_hit(face, 9) for face in (10, 4, 2, 9, 6, 1))
    return Step(
        anchor,
        chapter,
        say("Dogfight"),
        say("4 Strike and 2 CAP down"),
        (
            say("{cap} meet {strike}: six columns, two Strike unopposed.", cap=say("6 CAP"), strike=say("8 Strike")),
            say("CAP needs 7+, Strike 9+; both shoot in the same instant."),
        ),
        (
            Throw(
                say("CAP intercept, blue"),
                0,
                cap,
                (
                    Chip(1, say("Veteran crew, {ship}", ship="Ardent"), "W-26"),
                    Chip(1, say("Elite Pilots ★"), "W-25", on=(3,)),
                ),
                start=8,
            ),
            Throw(say("Strike return fire, red"), 1, strike, start=9),
        ),
        duels=True,
        result=(
            say("Four Strike fighters and two CAP fighters are lost."),
            say("Four Strike fly on to the flak: two from the columns, two unopposed."),
        ),
        panel=panel(10, 4, red=9),
    )


def flak(anchor: str, chapter: Text) -> Step:
    return Step(
        anchor,
        chapter,
        say("Flak"),
        say("1 down"),
        (say("The guns of {ship} and its escorts fire at four Strike.", ship="Ardent"),),
        (
            Throw(
                say("Flak, blue"),
                0,
                (
                    Die(0, 10, label=say("{ship}, Carrier", ship="Ardent"), silent=say("flak guns destroyed – no die")),
                    to_hit(9, 9, label=say("{ship}, Cruiser", ship="Lance")),
                    to_hit(4, 10, label=say("{ship}, Destroyer", ship="Pike"), remark=say("held at 10")),
                ),
                (
                    Chip(-1, say("Firing at more than one wave"), "W-47"),
                    Chip(-2, say("Nebula"), "W-49", on=(2,)),
                ),
                start=8,
            ),
        ),
        result=(say("One Strike fighter is shot down; three attack."),),
        panel=panel(10, 4, red=8),
    )


def attack(anchor: str, chapter: Text, panel_after: tuple[Piece, ...]) -> Step:
    return Step(
        anchor,
        chapter,
        say("Attack"),
        say("2 hits, 3 HP"),
        (say("Three Strike attack {ship}.", ship="Ardent"),),
        (
            Throw(say("Attack, red"), 1, (to_hit(6, 6), to_hit(10, 6), to_hit(2, 6)), start=6),
            Throw(
                say("Damage"),
                1,
                (Die(4, 10, word=say("1 HP")), Die(8, 10, word=say("2 HP: critical"))),
                text=say("The critical opens a section."),
            ),
            Throw(say("Which section"), -1, (Die(2, 8, word=say("Bridge")),)),
        ),
        result=(say("{ship} loses 3 HP and her Bridge.", ship="Ardent"), say("{ship} is distracted.", ship="Ardent")),
        panel=panel_after,
    )


def small_story(title: str = "Raid on the Ardent") -> Story:
    """One fighter phase with two waves."""
    first = say("{wave} · 8 Strike → {target}", wave="A1", target="Ardent")
    second = say("{wave} · 5 Strike → {target}", wave="A2", target="Ardent")
    steps = (
        Step(
            "launch",
            NOTHING,
            say("Launch"),
            say("6 CAP · 8 + 5 Strike"),
            (say("Both sides launch."),),
            panel=panel(10, 6),
        ),
        dogfight("A1-dogfight", first),
        flak("A1-flak", first),
        attack("A1-attack", first, panel(7, 4, ("Bridge",), red=8)),
        dogfight("A2-dogfight", second),
        flak("A2-flak", second),
        attack("A2-attack", second, panel(4, 2, ("Bridge", "Tubes P"), 1, red=5)),
        Step(
            "hand-over",
            NOTHING,
            say("Hand-over to Round 1"),
            say("Pike is lost"),
            result=(say("The ship battle begins."),),
            panel=panel(4, 2, ("Bridge", "Tubes P"), 0, red=5),
        ),
    )
    return Story(
        title,
        "wave",
        1,
        ("Blue", "Red"),
        steps,
        41,
        "01" * 32,
        "a9" * 32,
        True,
        (say("House rule: elite attack +1."),),
        RULES,
    )


def pool(random: Random, title: Text, side: int, dice: int, target: int) -> Throw:
    thrown = tuple(to_hit(random.randint(1, 10), target) for _ in range(dice))
    return Throw(title, side, thrown, (Chip(1, say("Advanced Fighter Design"), "W-28"),), start=target + 1)


def large_story(dice: int = 5000) -> Story:
    """Waves of sixty against sixty, one pool of a thousand, ``dice`` dice in all."""
    random = Random(5)
    steps = [_large(random, 1000)]
    while (left := dice - sum(_dice(step) for step in steps)) >= 120:
        number = len(steps)
        throws = (pool(random, say("CAP intercept"), 0, 60, 7), pool(random, say("Strike return fire"), 1, 60, 9))
        steps.append(
            Step(
                f"A{number}-dogfight",
                say("{wave} · 60 Strike → {target}", wave=f"A{number}", target="Ardent"),
                say("Dogfight"),
                count("{n} hit", "{n} hits", sum(die.verdict == "hit" for throw in throws for die in throw.dice)),
                (say("Sixty meet sixty."),),
                throws,
                duels=True,
                result=(say("Both sides lose fighters."),),
                panel=panel(10, 6),
            )
        )
    steps.append(_large(random, left, "last"))
    return Story("Sixty against sixty", "wave", 1, ("Blue", "Red"), tuple(steps), dice, verified=True)


def _large(random: Random, dice: int, anchor: str = "salvo") -> Step:
    throw = pool(random, say("Salvo"), 0, dice, 4)
    return Step(anchor, NOTHING, say("Salvo"), say("many dice"), throws=(throw,), panel=panel(10, 6))


def _dice(step: Step) -> int:
    return sum(len(throw.dice) for throw in step.throws)


def wasp(name: str, side: int, hull: int, shields: int, radar: bool = False) -> Piece:
    names = ("Engine", "Weapons", "Shields", "Jump", "Radar", "Repair")
    parts = tuple(
        Part(say(part), "wrecked", say("until round 4")) if radar and part == "Radar" else Part(say(part))
        for part in names
    )
    bars = (Bar(say("HP"), hull, 50), Bar(say("shields"), shields, 10, "shields"))
    return Piece(name, say("Fighter · level 2"), side, bars, (say("Dex {n}", n=67),), parts)


def duel_story() -> Story:
    """Two fighters, percentile dice."""
    chapter = say("Round {n}", n=1)
    checks = Throw(
        say("Manoeuvre checks"),
        -1,
        (
            Die(20, 100, target=33, verdict="hit", word=say("flown"), label=say("{name}, cyclone", name="Wasp A")),
            Die(50, 100, target=44, verdict="miss", word=say("failed"), label=say("{name}, erratic", name="Wasp B")),
            Die(100, 100, target=44, verdict="miss", word=say("failed"), label=say("{name}, loop", name="Wasp C")),
        ),
        under=True,
    )
    fire = Throw(
        say("Laser of {name}", name="Wasp B"),
        1,
        (Die(83, 100, target=82, verdict="hit"),),
        (
            Chip(4, say("Dex {n}", n=44), "D-6"),
            Chip(-15, say("AC of {name}", name="Wasp A"), "D-7"),
            Chip(-6, say("Dex of {name}", name="Wasp A"), "D-7"),
            Chip(-25, say("Swing against Power, replaces +15"), "D-9"),
        ),
        start=40,
    )
    damage = Throw(
        say("Damage"), 1, (Die(3, 6), Die(4, 6)), text=say("2d6 = 7, doubled by Power Shot: 14; shields −10, hull −4.")
    )
    system = Throw(
        say("System hit, 4 in 50"),
        1,
        (Die(3, 50, target=4, verdict="hit", word=say("a system")),),
        under=True,
    )
    which = Throw(say("Which system, how long"), 1, (Die(5, 6, word=say("Radar")), Die(2, 4, word=say("2 + 1 rounds"))))
    return Story(
        "Two wasps",
        "duel",
        1,
        ("Blue", "Red"),
        (
            Step(
                "R1-checks",
                chapter,
                say("Manoeuvres"),
                say("cyclone flown, erratic failed"),
                (
                    say(
                        "{first} declares cyclone and swing, {second} power and erratic.",
                        first="Wasp A",
                        second="Wasp B",
                    ),
                ),
                (checks,),
                result=(say("{name} flies straight.", name="Wasp B"),),
                panel=(wasp("Wasp A", 0, 50, 10), wasp("Wasp B", 1, 45, 2)),
            ),
            Step(
                "R1-fire-B",
                chapter,
                say("{name} fires", name="Wasp B"),
                say("hit, radar out"),
                (say("{name} needs 82.", name="Wasp B"),),
                (fire, damage, system, which),
                result=(say("{name} is hit: hull 46, radar out through round 4.", name="Wasp A"),),
                panel=(wasp("Wasp A", 0, 46, 0, True), wasp("Wasp B", 1, 45, 2)),
            ),
        ),
        12,
        commitment="c4" * 32,
    )


def line_story() -> Story:
    """One turn on the line."""
    reach = ((say("sensors"), 10), (say("signature"), 7))
    marks = (
        Mark("A1", 0, 3, 1, came_from=0, reach=reach[:1]),
        Mark("A2", 0, 3, 1, came_from=0, broadside=True, remark=say("evading")),
        Mark("A3", 0, 4, 1, group="screen", came_from=0),
        Mark("A4", 0, 4, 1, group="screen", came_from=0),
        Mark("A5", 0, 4, 1, group="screen", came_from=0),
        Mark("B1", 1, 18, -1, came_from=20, reach=reach),
        Mark("B2", 1, 16, -1, came_from=20, remark=say("charging")),
        Mark("B3", 1, 16, 1, came_from=20),
        Mark("B4", 1, 12, -1, gone=say("destroyed")),
    )
    links = (
        Link("A1", "B1", "sees", say("distance 15 ≤ sensors 10 + signature 7 = 17")),
        Link("B2", "A3", "sees", say("distance 12 ≤ 16")),
        Link("A1", "B1", "fires", say("heavy laser, bow")),
        Link("A2", "B1", "fires", say("heavy laser, bow")),
        Link("B1", "A1", "fires", say("spinal lance, bow")),
        Link("B2", "A3", "fires", say("missile rack, bow")),
    )
    volley = Throw(
        say("Heavy laser, {name}", name="A1"),
        0,
        (
            Die(3, 6, target=5, verdict="miss"),
            Die(6, 6, target=5, verdict="hit", remark=say("natural 6")),
            Die(1, 6, target=5, verdict="miss", remark=say("natural 1")),
        ),
        (Chip(1, say("accuracy"), "L-31"), Chip(-1, say("criticals"), "L-46"), Chip(-1, say("target evades"), "L-31")),
        start=4,
    )
    armour = Throw(
        say("Armour of {name}", name="B1"), 1, (Die(5, 6, target=5, verdict="hit", word=say("stopped")),), start=7
    )
    hulls = tuple(
        Piece(mark.name, say("Cruiser"), mark.side, (Bar(say("HP"), 0 if mark.gone else 8, 12),), gone=mark.gone)
        for mark in marks
    )
    return Story(
        "Meeting at the relay",
        "line",
        1,
        ("A", "B"),
        (
            Step(
                "T1-move",
                say("Turn {n}", n=1),
                say("Movement"),
                say("15 apart"),
                strip=Strip(marks, unit=say("units")),
                panel=hulls,
            ),
            Step(
                "T1-fire",
                say("Turn {n}", n=1),
                say("Fire"),
                say("1 hit, stopped"),
                (say("{first} sees {second}.", first="A1", second="B1"),),
                (volley, armour),
                result=(say("The only hit is stopped by armour."),),
                strip=Strip(marks, links, say("units")),
                panel=hulls,
            ),
        ),
        4,
    )


def long_names() -> Story:
    """One step in which every name is a hundred letters without a break."""
    name = verbatim("W" * 100)
    marks = (Mark("W" * 100, 0, 0, 1, remark=name), Mark("M" * 100, 1, 9, -1, group="G" * 100))
    die = Die(7, 10, target=8, verdict="miss", label=name, remark=name, star=True)
    throw = Throw(name, 0, (die, die), (Chip(1, name, "W-1"),), start=9, text=name)
    piece = Piece(
        name="W" * 100,
        kind=name,
        side=0,
        bars=(Bar(name, 1, 2),),
        facts=(name,),
        parts=(Part(name, "wrecked", name),) * 3,
    )
    step = Step("one", name, name, name, (name,), (throw, throw), True, (name,), (piece,), Strip(marks))
    return Story("W" * 100, "wave", 1, ("W" * 100,), (step,), 2, notes=(name,), rules=(Rule("W-1", name),))
