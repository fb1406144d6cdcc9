"""The learner that says who wins a game of Dicewars, from positions of recorded games."""
