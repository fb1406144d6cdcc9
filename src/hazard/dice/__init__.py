"""Dicewars: maps, rules, odds, positions, the engine, agents."""
