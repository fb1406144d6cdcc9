"""Networks that play Minesweeper: input planes, model files with their cards, sessions, the agents on top."""
