"""How a round goes from piece to piece, from shot to shot and from step to step, and who has won."""

from __future__ import annotations

from .state import (
    BREATH,
    CHARACTER,
    CLOSE,
    CRASH,
    DRAW,
    DRIFT,
    END,
    FIGHTER,
    FIRE,
    FLY,
    LARGE,
    LAUNCH,
    LEAVE,
    RAM,
    Craft,
    Duel,
    Order,
    Setting,
)

STEPS = {LAUNCH: "salvo", FIRE: "fire", RAM: "ram", CRASH: "crash", DRIFT: "drift", LEAVE: "depart", END: "regenerate"}
"""The phase that a step goes on with, when all blows of a group, a ram or a collision have been applied."""


def passed(state: Duel, then: str, step: int) -> Duel:
    """On to the next piece of the same step, or after the last one to another step."""
    if state.turn + 1 < len(state.pieces):
        return state.but(turn=state.turn + 1)
    return state.but(turn=0, step=step, phase=then)


def next_to_aim(state: Duel, phase: str) -> Duel:
    """On to the next piece of the group that has yet to aim, or to the first shot, or to the next group."""
    if state.group:
        return state.but(phase=phase, shooter=state.group[0])
    return next_shot(state)


def next_shot(state: Duel) -> Duel:
    """On to the next shot of the group, or to the blows."""
    if not state.shots:
        return state.but(phase="land", shooter=-1, target=-1)
    return state.but(phase="shoot", shooter=state.shots[0].shooter, target=state.shots[0].target)


def next_hit(state: Duel) -> Duel:
    """On to the next hit of the same blow, or to the next blow."""
    return state.but(phase="strike" if state.hits_left else "land")


def begin_round(state: Duel) -> Duel:
    """The first step of a round: missiles, if anybody has any."""
    if any(craft.missiles for craft in state.setting.crafts):
        return state.but(step=LAUNCH, turn=0, phase="launch")
    return after_missiles(state)


def after_missiles(state: Duel) -> Duel:
    """An opening missile round ends at once; in others come breath, if anybody holds his, and declarations."""
    if state.round == 0:
        return state.but(step=END, turn=0, phase="regenerate")
    people = any(craft.kind == CHARACTER for craft in state.setting.crafts)
    return state.but(step=BREATH if people else FLY, turn=0, phase="suffocate" if people else "declare")


def onward(state: Duel, step: int) -> Duel:
    """To the first piece that has something to do in a step after fire, or in the next such step: a ram, a crash, a
    collision course, a departure; at last to the end of the round."""
    while step < END:
        able = concerned(state, step)
        if able:
            return state.but(step=step, turn=able[0], phase=STEPS[step])
        step += 1
    return state.but(step=END, turn=0, phase=STEPS[END])


def done(state: Duel) -> Duel:
    """On from one piece of a step after fire to the next that has something to do; first its blows are applied."""
    left = [index for index in concerned(state, state.step) if index > state.turn]
    state = state.but(turn=left[0]) if left else onward(state, state.step + 1)
    return state.but(phase="land") if state.blows else state


def concerned(state: Duel, step: int) -> list[int]:
    """The pieces that may have something to do in a step, by their orders alone."""
    pairs = zip(state.setting.crafts, state.pieces, strict=True)
    return [index for index, (craft, piece) in enumerate(pairs) if _has_part(state.setting, step, craft, piece.order)]


def _has_part(setting: Setting, step: int, craft: Craft, order: Order) -> bool:
    if step == RAM:
        return order.action == "ram"
    if step == CRASH:
        return attacks_large(setting, craft, order)
    return craft.drifts if step == DRIFT else order.action in ("disengage", "jump")


def attacks_large(setting: Setting, craft: Craft, order: Order) -> bool:
    """Whether a fighter has declared fire or a ram on a large ship (D-30)."""
    if craft.kind != FIGHTER or order.action not in ("fire", "ram"):
        return False
    return setting.crafts[order.aim].kind == LARGE


def standing(state: Duel) -> tuple[bool, bool]:
    """Which of the two sides still has a piece in the battle."""
    crafts, pieces = state.setting.crafts, state.pieces
    alive = {craft.side for craft, piece in zip(crafts, pieces, strict=True) if not piece.fate}
    return 0 in alive, 1 in alive


def decided(state: Duel) -> str:
    """The result if a side has no piece left, else "" (D-21)."""
    first, second = standing(state)
    if first and second:
        return ""
    if first or second:
        return state.setting.sides[0 if first else 1]
    return DRAW


def finished(state: Duel, result: str) -> Duel:
    """The battle is over."""
    return state.but(phase="over", result=result, step=CLOSE, turn=0)
