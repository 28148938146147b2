"""What the rules that chips name say, in a line each: the appendix of a replay."""

from __future__ import annotations

from collections.abc import Mapping

from admiralty.core.words import Text, say

RULE_TEXTS: Mapping[str, Text] = {
    "W-11": say(
        "A shown number is held within 2 and 10, after all modifiers: a natural 1 always misses and a natural 10 "
        "always hits."
    ),
    "W-22": say("A column with two CAP fighters is rolled at +1, with three at +2, and so on."),
    "W-23": say("From the second wave it fights, all CAP of an empire is at −1; never worse."),
    "W-25": say("An Elite fighter anywhere in a CAP stack puts that column at +1, once."),
    "W-26": say("Against a wave at a living Veteran Carrier with its Bridge intact every CAP die is at +1."),
    "W-27": say("Against a wave at a Carrier whose Bridge is wrecked every CAP die is at −1."),
    "W-28": say("The CAP of an empire with Advanced Fighter Design is at +1."),
    "W-29": say("In a Nebula every CAP die is at −1."),
    "W-33": say("A wave at least twice the CAP still flying returns fire at +1; never more."),
    "W-34": say("An Elite Strike fighter returns fire at +1."),
    "W-35": say("The Strike of an empire with Advanced Fighter Design returns fire at +1."),
    "W-36": say("In a Nebula every die of return fire is at −1."),
    "W-47": say(
        "Two or more waves of one attacker at one target: −1 on every flak die against each of them, also against "
        "the first."
    ),
    "W-48": say("A defender out of Ion-9 supply fires all flak at −1."),
    "W-49": say("In a Nebula every flak die is at −1."),
    "W-51": say("The attack on ships has no modifiers, unless a house rule brings them in."),
    "W-90": say("House rule: CAP at least twice the wave is at +1, and the pairing bonus is off."),
    "W-91": say("House rule: the holder of Conqueror's Crown fires flak at +1."),
}
