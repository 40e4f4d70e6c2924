"""Groups (gironi): a round robin in each of several small groups."""

from typing import Annotated

from pydantic import Field

from competition.formats.contract import MOST_GROUPS
from competition.formats.round_robin import AllPlayAll, RoundRobinOptions


class GroupsOptions(RoundRobinOptions):
    """``groups``: how many; None: as many as it takes to have ``group_size`` in each at most."""

    groups: Annotated[int, Field(ge=1, le=MOST_GROUPS)] | None = None  # type: ignore[assignment]
    group_size: Annotated[int, Field(ge=2, le=AllPlayAll.most)] = 4


class Groups(AllPlayAll[GroupsOptions]):
    """Ranks the firsts of all groups before the seconds, and so on."""

    name = "groups"
    options_model = GroupsOptions

    def groups(self, entries: int, options: GroupsOptions) -> int:
        """No group has a single entry: with groups of two, an odd number makes a group of three."""
        if options.groups is not None:
            return options.groups
        needed = -(-entries // options.group_size)
        return max(1, min(needed, entries // self.least))

    def most_in(self, entries: int, options: GroupsOptions) -> int:
        """A chosen size also limits the entries that are fixed to a group."""
        if options.groups is not None:
            return self.most
        return -(-entries // self.groups(entries, options))
