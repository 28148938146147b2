"""The parts of solving: a battle as a tree of questions, what matters in a state, equilibria."""
