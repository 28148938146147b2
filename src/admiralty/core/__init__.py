"""What a battle is: states, dice, questions, phases. Imports msgspec and the standard library only."""
