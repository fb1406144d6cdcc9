"""Has no agent."""

from __future__ import annotations

NAME = "nobody"
