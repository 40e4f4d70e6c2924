"""The constraints of a draw besides the seeds."""

from typing import Annotated

from pydantic import Field

from kernel.models import Frozen


class Constraints(Frozen):
    """``clubs_apart``: clubmates meet as late as seeds and byes let them. ``groupmates_apart``: in
    a stage that follows groups, groupmates are kept apart in place of clubmates; in one that pairs
    round by round, opponents of earlier stages have met."""

    clubs_apart: Annotated[
        bool, Field(description="Whether clubmates meet as late as possible.")
    ] = True
    groupmates_apart: Annotated[
        bool, Field(description="Whether entries that have met in an earlier stage are kept apart.")
    ] = True
