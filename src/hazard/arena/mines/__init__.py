"""Matches of Minesweeper: which layouts are played, and what came of it."""
