"""In which hall a table stands, for every page and paper that names a table."""

from django.db.models import CharField, F, OuterRef, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from tournaments.models import Event, Group, Hall


def hall_of_table(event: str, number: str, group: str = "") -> Coalesce:
    """The name of the hall in which a table stands, as a column of a query; empty where it is the
    event's own venue. ``event``, ``number`` and ``group`` are the fields with the event, the number
    of the table and, of a match, its group.

    A group that plays elsewhere has its venue, at whatever table; else the last group that has this
    table for itself, as those of the stages before it have been played; else the further hall that
    has the table.
    """
    groups = Group.objects.filter(
        stage__event=OuterRef(event),
        venue__isnull=False,
        first_table__lte=OuterRef(number),
        last_table__gte=OuterRef(number),
    )
    halls = Hall.objects.filter(
        event=OuterRef(event), first_table__lte=OuterRef(number), last_table__gte=OuterRef(number)
    )
    of_groups = groups.order_by("-stage__number", "number").values("venue__name")[:1]
    of_halls = halls.values("venue__name")[:1]
    places: list[Combinable] = [Subquery(of_groups), Subquery(of_halls), Value("")]
    if group:
        places.insert(0, F(f"{group}__venue__name"))
    return Coalesce(*places, output_field=CharField())


def name_own_hall(event: Event) -> str:
    """The name of the hall of all other tables: the venue, or where there is none the club."""
    return event.venue_name or event.club.name
