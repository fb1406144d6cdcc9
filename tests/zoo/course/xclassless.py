"""Has no class AI."""


class Player:
    pass
