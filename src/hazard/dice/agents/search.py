"""Players that search their turn for the position that is best to leave behind: one a budget."""

from __future__ import annotations

from hazard.dice.agents.policy import PolicyAgent


class SearchFast(PolicyAgent):
    """One command ahead, both outcomes of a battle."""

    policy = "search-fast"


class Search(PolicyAgent):
    """Four commands ahead."""

    policy = "search"


class SearchStrong(PolicyAgent):
    """Six commands ahead."""

    policy = "search-strong"
