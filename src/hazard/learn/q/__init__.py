"""The learner of action values: what opening a cell is worth, from moves and their rewards."""
