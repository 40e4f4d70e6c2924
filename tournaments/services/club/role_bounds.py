"""The bounds of a referee's role: an event of the club, a group of it, some of its tables."""

from collections.abc import Collection
from dataclasses import dataclass

from tournaments.models import Club, Event, Group, Role, Table
from tournaments.refusals import NoSuchTables, NotFound


@dataclass(frozen=True, slots=True)
class RoleBounds:
    """Without an event the role holds for the whole club; without tables, at all of them."""

    event: Event | None
    group: Group | None
    tables: tuple[Table, ...]


def find_role_bounds(
    *, club: Club, kind: str, event: Event | None, group: Group | None, tables: Collection[int]
) -> RoleBounds:
    """The bounds of a role of this kind; ``tables`` are numbers. Owners and organizers are not
    bound to an event, and so not to a group or tables of it.

    Raises NotFound, NoSuchTables.
    """
    if kind != Role.Kind.REFEREE or event is None:
        if tables:
            raise NoSuchTables("tables_of_no_event")
        return RoleBounds(None, None, ())
    if event.club_id != club.pk:
        raise NotFound(field="event")
    if group is not None and group.stage.event_id != event.pk:
        raise NotFound(field="group")
    if not tables:
        return RoleBounds(event, group, ())
    table_by_number = {table.number: table for table in event.tables.all()}
    numbers = sorted(set(tables))
    missing = [str(number) for number in numbers if number not in table_by_number]
    if missing:
        # A bound that was mistyped must not open all tables.
        raise NoSuchTables(missing=", ".join(missing), tables=len(table_by_number))
    return RoleBounds(event, group, tuple(table_by_number[number] for number in numbers))
