"""Boards read from pictures: the grid is found, cells are classified, what cannot be is refused."""
