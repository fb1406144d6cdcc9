"""Minesweeper: levels, positions, the engine, exact inference, agents."""
