"""Step 2, reveal and manoeuvre checks, by piece id: first the attack, then the defence. D-5 to D-10."""

from __future__ import annotations

from admiralty.core.phase import phase
from admiralty.core.pool import Check
from admiralty.core.table import Table

from .checks import attack_multiple, defense_multiple, limit, passes
from .flow import passed
from .state import CHARACTER, FIGHTER, FIRE, LARGE, Duel, Guard, Order


@phase(
    touches=(
        "step",
        "turn",
        "pieces[*].order",
        "pieces[turn].fate",
        "pieces[turn].out",
        "pieces[turn].shot",
        "pieces[turn].guard",
        "pieces[turn].wake",
    )
)
def fly(state: Duel, table: Table) -> Duel:
    """Each check is rolled once and counts all round (D-5). A failed attack is a Basic Shot (D-10)."""
    index = state.turn
    if state.alive(index):
        shot = flown_attack(state, index, table)
        guard = Guard(flown_defense(state, index, table), state.pieces[index].order.attack == "power")
        slow = shot == "booster" and speed_matters(state, index)
        wake = state.pieces[index].wake.but(slow=slow)
        order = remembered(state, state.pieces[index].order)
        state = state.with_piece(index, shot=shot, guard=guard, wake=wake, order=order)
    return passed(state, "initiative", FIRE)


def remembered(state: Duel, order: Order) -> Order:
    """What of an order still matters when its manoeuvres have been flown or not."""
    declared = state.setting.rules.failed_match == "declared"
    return order.but(attack=order.attack if declared else "", defense="")


def attack_check(state: Duel, index: int) -> Check:
    """The check for a fighter's declared attack manoeuvre (D-7)."""
    craft, order = state.setting.crafts[index], state.pieces[index].order
    return Check(limit(state.setting.rules, attack_multiple(craft, order.attack), craft.dex))


def defense_check(state: Duel, index: int) -> Check:
    """The check for a fighter's declared defence manoeuvre (D-7)."""
    craft, rules = state.setting.crafts[index], state.setting.rules
    return Check(limit(rules, defense_multiple(rules, craft, state.pieces[index].order.defense), craft.dex))


def flown_attack(state: Duel, index: int, table: Table) -> str:
    """The shot really flown: "" for a piece that does not fire one, "lost" if nothing can be fired (D-10, D-17)."""
    craft, piece = state.setting.crafts[index], state.pieces[index]
    if piece.order.action != "fire" or craft.kind == LARGE:
        return ""
    if craft.kind == CHARACTER:
        return "basic"
    if piece.out.weapons or craft.weapon is None:
        return "lost"
    if piece.out.engine or passes(table, attack_check(state, index), "attack check", craft.id):
        return "basic" if piece.out.engine else piece.order.attack
    return failed_attack(state)


def failed_attack(state: Duel) -> str:
    """What becomes of an attack manoeuvre whose check failed (D-10)."""
    return "lost" if state.setting.rules.failed_attack_maneuver == "lost" else "basic"


def flown_defense(state: Duel, index: int, table: Table) -> str:
    """The defence really flown, "" for none (D-9, D-17)."""
    craft, piece = state.setting.crafts[index], state.pieces[index]
    if craft.kind != FIGHTER or not piece.order.defense or piece.out.engine:
        return ""
    check = defense_check(state, index)
    return piece.order.defense if passes(table, check, "defence check", craft.id) else ""


def speed_matters(state: Duel, index: int) -> bool:
    """Whether a fighter's speed is asked for later in the round: it may crash (D-30) or pursue (D-33)."""
    order, crafts = state.pieces[index].order, state.setting.crafts
    if order.aim >= 0 and crafts[order.aim].kind == LARGE:
        return True
    return any(state.pieces[enemy].order.action == "disengage" for enemy in state.setting.enemies(index))
