"""Agents as AIs of the course's platform: `package` writes what runs there without Hazard, from `sources/`.

The sources import `dicewars`, which exists on the platform only; nothing here imports them. The row of an
agent in the table names its source. A source may import others by `from .name import …`, and have data beside
it that is called as it is (`search.py`, `search.npz`).
"""
