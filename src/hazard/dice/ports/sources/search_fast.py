"""dice/search-fast: as dice/search, one command ahead."""

from .search_turn import Searcher


class AI(Searcher):
    depth = 1
