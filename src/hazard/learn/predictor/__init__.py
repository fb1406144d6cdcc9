"""The learner that predicts where the mines are, from positions of games."""
