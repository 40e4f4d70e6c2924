"""Pairings as a forecast reads them: one query for all of an event."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import (
    Case,
    DateTimeField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    When,
)

from competition.forecast.evening import MOST_TASKS
from database.compiled import CompiledQuery
from scoring.models import Line
from scoring.selectors import snapshot_while_on
from tournaments.models import PLAY_OFF, Event, Pairing, Slot

MOST_SLOTS: Final = 5 * MOST_TASKS
"""Five sides have a slot each at a table of Trionfo."""


@dataclass(slots=True)
class PairingRow:
    """A pairing as the forecast reads it, with what fills its slots."""

    id: int
    round: int
    group: int
    group_number: int
    own_tables: tuple[int, int] | None
    stage: int
    section: str
    number: int
    state: str
    date: date | None
    called_at: datetime | None
    decided_at: datetime | None
    is_conditional: bool
    tally: Mapping[str, Any] | None
    snapshot: Mapping[str, Any] | None
    starts_at: datetime | None
    target_at: datetime | None
    first_line: datetime | None
    last_line: datetime | None
    table: int | None = None
    extra_minutes: int | None = None
    sources: list[int] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)


def _time_of_line(order: str) -> Case:
    """When the first or the last line of a match came, of those whose times are needed: the open
    ones, and those that no table was called for."""
    lines = Line.objects.filter(match=OuterRef("pairing__match")).order_by(order)
    is_playable = Q(pairing__state__in=Pairing.PLAYABLE_STATES)
    without_call = Q(pairing__state=Pairing.State.DECIDED, pairing__called_at=None)
    # A subquery only for these rows: the lines of most matches of a long evening are not read.
    return Case(
        When(is_playable | without_call, then=Subquery(lines.values("arrived_at")[:1])),
        output_field=DateTimeField(null=True),
    )


_FIELDS: Final = (
    "pk",
    "round_id",
    "round__group_id",
    "round__group__number",
    "round__group__first_table",
    "round__group__last_table",
    "round__group__stage_id",
    "round__section",
    "round__number",
    "state",
    "round__date",
    "called_at",
    "decided_at",
    "only_if_id",
    "match__tally",
)
_CLOCK: Final = ("pairing__round__clock__starts_at", "pairing__round__clock__target_at")
_AT_TABLE: Final = ("pairing__table__number", "pairing__extra_time__minutes")


def load_pairing_rows(event: Event) -> list[PairingRow]:
    """The pairings of an event in the order of play, with their slots: one row a slot is read, so
    that one query is enough. One more than can be forecast at most."""
    rows: dict[int, PairingRow] = {}
    for source, entry, pk, round_, group, number, *columns in select_forecast_slots.fetch(event.pk):
        if pk not in rows:
            first_table, last_table, stage, section, round_number, state, *further_columns = columns
            day, called_at, decided_at, only_if, *last_columns = further_columns
            own_tables = None if first_table is None else (first_table, last_table)
            rows[pk] = PairingRow(
                pk,
                round_,
                group,
                number,
                own_tables,
                stage,
                section,
                round_number,
                state,
                day,
                called_at,
                decided_at,
                only_if is not None,
                *last_columns,
            )
        # A slot that a match feeds waits for that match; any other one has its entry, or none.
        if source is not None:
            rows[pk].sources.append(source)
        elif entry is not None:
            rows[pk].entries.append(entry)
    return list(rows.values())


@CompiledQuery
def select_forecast_slots(event_id: UUID) -> QuerySet[Slot, Any]:
    slots = Slot.objects.filter(pairing__event=event_id).exclude(pairing__round__section=PLAY_OFF)
    ordered = slots.order_by("pairing__round__order", "pairing", "position")
    return ordered.values_list(
        "source_pairing",
        "entry",
        *(f"pairing__{name}" for name in _FIELDS),
        snapshot_while_on("pairing__match"),
        *_CLOCK,
        _time_of_line("n"),
        _time_of_line("-n"),
        *_AT_TABLE,
    )[: MOST_SLOTS + 1]
