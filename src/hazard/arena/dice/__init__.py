"""Matches and tournaments of Dicewars: who sits where on which map, and what came of it."""
