"""What a side may see, and that it is the same for everybody."""

from __future__ import annotations

from admiralty.rulesets.wave import RULES

from .scenes import cap, scene, ship, up, wave


def test_the_view_is_in_the_sheets_words() -> None:
    ships = [
        ship("cv", "CV", hp=5, wrecked=["landing_bay"], fighters=6, flight_ops=9),
        ship("dd", "DD"),
        ship("r1", "CV", "red", xp=25, fighters=3),
    ]
    state = up(scene(ships, cap(cv=2), [wave("w", "cv", r1=3)]))
    seen = RULES.view(state, "blue")
    assert seen == RULES.view(state, None) == RULES.view(state, "red")
    assert isinstance(seen, dict)
    assert seen["wave"] == "w"
    assert seen["waves"] == [{"id": "w", "label": "A1", "attacker": "red", "target": "cv", "launched": 3}]
    assert seen["empires"]["blue"] == {"cap": {"cv": 2}, "fatigued": False}
    assert seen["strike"] == {"elite": 3, "regular": 0}
    assert seen["ships"]["cv"] == {
        "empire": "blue",
        "class": "CV",
        "group": "cv",
        "hp": 5,
        "max_hp": 8,
        "distracted": False,
        "grounded": 4,
        "wrecked": {"flak_guns": 0, "bridge": 0, "weapon_arrays": 0, "flight_deck": 1, "engine_pods": 0},
    }


def test_the_view_says_nothing_of_a_wave_before_the_first_and_after_the_last() -> None:
    state = up(scene([ship("cv", "CV"), ship("r1", "CV", "red", fighters=1)], [], [wave("w", "cv", r1=1)]))
    seen = RULES.view(state.but(wave=1), None)
    assert isinstance(seen, dict)
    assert seen["wave"] is None


def test_sides_are_the_empires() -> None:
    ships = [ship("cv", "CV"), ship("r1", "CV", "red", fighters=1)]
    assert RULES.sides(up(scene(ships, [], [wave("w", "cv", r1=1)]))) == ("blue", "red")
