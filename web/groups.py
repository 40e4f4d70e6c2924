"""The titles of groups on the screens: their letters, names and venues."""

from collections.abc import Iterable, Mapping

from tournaments.models import Group, Stage
from wording.places import group_in_full, group_name
from wording.stages import name_stage


def group_title(group: Group) -> str:
    """A group within its event: Group A · Bar Sport. Later stages are named before it."""
    title = group_in_full(group.number, group.name, group.venue_name)
    stage = group.stage
    if stage.number == 1:
        return title
    return f"{name_stage(stage)} · {title}"


def group_titles(groups: Iterable[Group]) -> dict[int, str]:
    """The groups of one stage by their numbers."""
    return {group.number: group_title(group) for group in groups}


def load_group_names(stage: Stage) -> dict[int, str]:
    """The names of the groups of a stage by their numbers, in order, without their venues. One
    query."""
    names = {}
    for number, name in stage.groups.order_by("number").values_list("number", "name"):
        names[number] = group_name(number, name)
    return names


def title_among(titles: Mapping[int, str], number: int | None) -> str:
    """The title of a group, also of one that no longer exists; empty for None."""
    if number is None:
        return ""
    return titles.get(number) or group_in_full(number)
