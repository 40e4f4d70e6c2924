"""The constraints of a draw besides the seeds."""

from kernel.models import Frozen


class Constraints(Frozen):
    """``clubs_apart``: clubmates meet as late as seeds and byes let them. ``groupmates_apart``: in
    a stage that follows groups, groupmates are kept apart in place of clubmates; in one that pairs
    round by round, opponents of earlier stages have met."""

    clubs_apart: bool = True
    groupmates_apart: bool = True
