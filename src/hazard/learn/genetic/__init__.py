"""The learner that evolves players: selection, crossover and mutation of their weights."""
