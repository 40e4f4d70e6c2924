"""What a draw has to respect besides the seeds."""

from rules.contract import Frozen


class Constraints(Frozen):
    """``clubs_apart``: clubmates meet as late as seeds and byes let them."""

    clubs_apart: bool = True
