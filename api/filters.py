"""The filters of lists, by resource."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django_filters import rest_framework as filters

from api.filter_types import (
    UPDATED_SINCE,
    GroupFilter,
    IdFilter,
    IsoDateFilter,
    MomentFilter,
    RowFilter,
    TextFilter,
    TruthFilter,
)
from jobs.models import Job
from tournaments.models import (
    Draw,
    Entry,
    EntryPlayer,
    Event,
    Pairing,
    Player,
    Round,
    Slot,
    Venue,
)
from tournaments.selectors.registration.players import filter_by_name
from webhooks.models import WebhookDelivery


class UpdatedFilter(filters.FilterSet):  # type: ignore[misc]
    """Rows that know when they were written last (``UpdatedModel``)."""

    updated_since = MomentFilter("updated_at", lookup_expr="gte", help_text=UPDATED_SINCE)

    class Meta:
        fields: Sequence[str] = ()


class ClubFilter(filters.FilterSet):  # type: ignore[misc]
    """``q`` is looked for in the name."""

    q = TextFilter("name", lookup_expr="icontains")

    class Meta:
        fields: Sequence[str] = ()


class VenueFilter(filters.FilterSet):  # type: ignore[misc]
    """``q`` is looked for in the name."""

    club = IdFilter()
    q = TextFilter("name", lookup_expr="icontains")

    class Meta:
        model = Venue
        fields: Sequence[str] = ()


class EventFilter(UpdatedFilter):
    """``state`` may be given several times; ``q`` is looked for in the name."""

    q = TextFilter("name", lookup_expr="icontains")
    club = IdFilter()
    state = filters.MultipleChoiceFilter(choices=Event.State.choices)
    date_from = IsoDateFilter("date", "gte")
    date_to = IsoDateFilter("date", "lte")


class EntryFilter(UpdatedFilter):
    """``state`` may be given several times; ``q`` is looked for in the names of the players, so far
    as they are shown; ``player``: the entries that this player is or was a member of."""

    q = TextFilter(method="search")
    player = IdFilter(method="filter_player")
    state = filters.MultipleChoiceFilter(choices=Entry.State.choices)

    def search(self, rows: QuerySet[Entry], name: str, value: str) -> QuerySet[Entry]:
        event = self.request.parser_context["view"].event
        members = EntryPlayer.objects.filter(entry=OuterRef("pk"))
        return rows.filter(Exists(members.filter(filter_by_name(value, event))))

    def filter_player(self, rows: QuerySet[Entry], name: str, value: int) -> QuerySet[Entry]:
        members = EntryPlayer.objects.filter(entry=OuterRef("pk"))
        return rows.filter(Exists(members.filter(player=value)))


class EntryRowFilter(UpdatedFilter):
    """Rows about one entry."""

    entry = RowFilter("entry", rows=lambda event: event.entries.all())


class PlayerFilter(UpdatedFilter):
    """``q`` is looked for in the names."""

    q = TextFilter(method="search")

    def search(self, rows: QuerySet[Player], name: str, value: str) -> QuerySet[Player]:
        return rows.filter(filter_by_name(value))


class EventPlayerFilter(filters.FilterSet):  # type: ignore[misc]
    """``q`` is looked for in the names, so far as they are shown."""

    q = TextFilter(method="search")

    class Meta:
        fields: Sequence[str] = ()

    def search(self, rows: QuerySet[EntryPlayer], name: str, value: str) -> QuerySet[EntryPlayer]:
        # By what is shown: a search must not reveal more of a name than the list does.
        event = self.request.parser_context["view"].event
        return rows.filter(filter_by_name(value, event))


class EventQueryFilter(filters.FilterSet):  # type: ignore[misc]
    """Names the event; the rows are those of the event already."""

    # The view has found the event; this filter requires it, and describes it in the document.
    event = filters.UUIDFilter(required=True, method="keep_rows")

    class Meta:
        fields: Sequence[str] = ()

    def keep_rows(self, rows: QuerySet[Any], name: str, value: object) -> QuerySet[Any]:
        return rows


class RoundFilter(EventQueryFilter):
    """``updated_since``: with another date or place in the order of play, or with pairings that
    were made or have changed: it counts them."""

    stage = RowFilter("group__stage", rows=lambda event: event.stages.all())
    group = GroupFilter("group__number")
    updated_since = MomentFilter(method="filter_updated", help_text=UPDATED_SINCE)

    def filter_updated(self, rows: QuerySet[Round], name: str, value: datetime) -> QuerySet[Round]:
        changed_pairings = Pairing.objects.filter(round=OuterRef("pk"), updated_at__gte=value)
        return rows.filter(Q(updated_at__gte=value) | Q(Exists(changed_pairings)))


class DrawFilter(EventQueryFilter):
    """``state`` may be given several times."""

    stage = RowFilter("stage", rows=lambda event: event.stages.all())
    state = filters.MultipleChoiceFilter(choices=Draw.State.choices)
    updated_since = MomentFilter("updated_at", lookup_expr="gte", help_text=UPDATED_SINCE)


class JobFilter(EventQueryFilter):
    """``state`` may be given several times."""

    state = filters.MultipleChoiceFilter(choices=Job.State.choices)
    updated_since = MomentFilter("updated_at", lookup_expr="gte", help_text=UPDATED_SINCE)


class DeliveryFilter(UpdatedFilter):
    """``state`` may be given several times."""

    state = filters.MultipleChoiceFilter(choices=WebhookDelivery.State.choices)


class PairingFilter(EventQueryFilter):
    """``state`` may be given several times."""

    round = RowFilter(rows=lambda event: Round.objects.filter(group__stage__event=event))
    stage = RowFilter("round__group__stage", rows=lambda event: event.stages.all())
    group = GroupFilter("round__group__number")
    table = RowFilter("table__number", rows=lambda event: event.tables.all(), by="number")
    entry = RowFilter(method="filter_entry", rows=lambda event: event.entries.all())
    state = filters.MultipleChoiceFilter(choices=Pairing.State.choices)
    updated_since = MomentFilter(method="filter_updated", help_text=UPDATED_SINCE)

    def filter_entry(self, rows: QuerySet[Pairing], name: str, value: int) -> QuerySet[Pairing]:
        return rows.filter(Exists(Slot.objects.filter(pairing=OuterRef("pk"), entry=value)))

    def filter_updated(
        self, rows: QuerySet[Pairing], name: str, value: datetime
    ) -> QuerySet[Pairing]:
        return rows.filter(is_pairing_updated(value))


def is_pairing_updated(value: datetime) -> Q:
    """Whether a pairing, a slot of it or the names in its slots were written since that moment."""
    slots = Slot.objects.filter(pairing=OuterRef("pk"))
    changed_slots = slots.filter(Q(updated_at__gte=value) | Q(entry__updated_at__gte=value))
    return Q(updated_at__gte=value) | Q(Exists(changed_slots))


class MatchFilter(PairingFilter):
    """``state`` may be given several times; ``updated_since``: moved, filled, called, decided or
    written on since that moment, or with a name that was corrected."""

    def filter_updated(
        self, rows: QuerySet[Pairing], name: str, value: datetime
    ) -> QuerySet[Pairing]:
        return rows.filter(Q(last_line_at__gte=value) | is_pairing_updated(value))


class DecidedFilter(UpdatedFilter):
    """``open`` true: those that wait for a decision; false: those that were decided."""

    open = TruthFilter(method="filter_open")

    def filter_open(
        self,
        rows: QuerySet[Any],
        name: str,
        value: bool,  # noqa: FBT001
    ) -> QuerySet[Any]:
        if value:
            return rows.filter(decision="")
        return rows.exclude(decision="")


class ProtestFilter(DecidedFilter):
    """``open`` true: those that wait for a decision; false: those that were decided."""

    entry = RowFilter("entry", rows=lambda event: event.entries.all())
