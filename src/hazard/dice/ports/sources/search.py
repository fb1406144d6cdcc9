"""dice/search: looks four commands ahead for the best position to leave, on any map, at any table."""

from .search_turn import Searcher


class AI(Searcher):
    depth, first, width = 4, 8, 2
