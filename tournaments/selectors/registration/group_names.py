"""Reads how lists of entries name the groups of an event in which entries must play."""

from collections import defaultdict

from tournaments.models import Event, Group


def load_groups_by_name(event: Event) -> dict[str, int]:
    """The groups of the first stage by their names and, where only one plays there, by their
    places. One query."""
    rows = Group.objects.filter(stage__event=event, stage__number=1)
    names: dict[str, set[int]] = defaultdict(set)
    for number, *group_names in rows.values_list("number", "name", "venue__name"):
        for name in filter(None, group_names):
            names[" ".join(name.split()).casefold()].add(number)
    # A name that two groups share names neither.
    return {name: numbers.pop() for name, numbers in names.items() if len(numbers) == 1}
