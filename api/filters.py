"""The filters of lists. A value that cannot be read is refused, never ignored."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from django import forms
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.forms import IntegerField
from django_filters import rest_framework as filters
from rest_framework.request import Request

from api.fields import LARGEST_ID
from api.refusals import QueryRefused
from jobs.models import Job
from kernel.violations import Violation
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
from tournaments.refusals import NotFound
from tournaments.selectors.registration.players import filter_by_name
from tournaments.selectors.stages.stages import has_group
from webhooks.models import WebhookDelivery


class IdFilter(filters.NumberFilter):  # type: ignore[misc]
    """A filter by the id of a row: a whole number that a database knows."""

    field_class = IntegerField

    def __init__(self, field_name: str | None = None, **more: Any) -> None:
        super().__init__(field_name, min_value=1, max_value=LARGEST_ID, **more)


class RowFilter(IdFilter):
    """A filter that names a row of the event. One that is not there is a 404, as at an address of
    its own: an empty list would say that nothing belongs to it.

    ``rows``: where it is looked for; ``by``: what names it.
    """

    def __init__(
        self,
        field_name: str | None = None,
        *,
        rows: Callable[[Event], QuerySet[Any]],
        by: str = "pk",
        **more: Any,
    ) -> None:
        super().__init__(field_name, **more)
        self.rows = rows
        self.by = by

    def is_there(self, event: Event, value: int, others: Mapping[str, Any]) -> bool:
        """Whether the event has the row. ``others``: the values of all filters."""
        return self.rows(event).filter(**{self.by: value}).exists()


class GroupFilter(RowFilter):
    """A group by its number: of the stage that is named beside it, or of any stage."""

    def __init__(self, field_name: str) -> None:
        super().__init__(field_name, rows=lambda event: event.stages.all())

    def is_there(self, event: Event, value: int, others: Mapping[str, Any]) -> bool:
        stages = self.rows(event)
        if others.get("stage") is not None:
            stages = stages.filter(pk=others["stage"])
        return has_group(event, stages, value)


class IsoDateFilter(filters.DateFilter):  # type: ignore[misc]
    """A date as ``2026-12-13``, whatever the language of the reader."""

    def __init__(self, field_name: str, lookup_expr: str) -> None:
        super().__init__(field_name, lookup_expr, input_formats=["%Y-%m-%d"])


class OffsetMomentField(forms.Field):
    """A moment with its offset, as ``2026-12-13T20:30:00+01:00``. Without an offset it is refused:
    nobody can say which zone was meant."""

    default_error_messages = {"invalid": "Not a moment with its offset."}

    def to_python(self, value: Any) -> datetime | None:
        if value in self.empty_values:
            return None
        try:
            moment = datetime.fromisoformat(value)
            if moment.tzinfo is not None:
                return moment.astimezone(UTC)
        except (ValueError, OverflowError):
            # Near the ends of the calendar a moment may have no date in UTC.
            pass
        raise forms.ValidationError(self.error_messages["invalid"], code="invalid")


class MomentFilter(filters.IsoDateTimeFilter):  # type: ignore[misc]
    """A moment with its offset."""

    field_class = OffsetMomentField


class TruthField(forms.Field):
    """``true`` or ``false``, also as 1 or 0."""

    default_error_messages = {"invalid": "Neither true nor false."}
    values: Final = {"true": True, "false": False, "1": True, "0": False}

    def to_python(self, value: Any) -> bool | None:
        if value in self.empty_values:
            return None
        if value.lower() not in self.values:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return self.values[value.lower()]


class TruthFilter(filters.BooleanFilter):  # type: ignore[misc]
    """``true`` or ``false``. A BooleanFilter ignores what it cannot read."""

    field_class = TruthField

    def __init__(self, **options: Any) -> None:
        # The widget of the library makes None, which does not filter, of what it does not know.
        super().__init__(widget=forms.TextInput, **options)


UPDATED_SINCE: Final = (
    "Only what may have changed since that moment, given with its offset. Ask with the moment of "
    "the last request less some seconds, so that a change that was being written is not missed."
)

LONGEST_SEARCH = 120


class TextFilter(filters.CharFilter):  # type: ignore[misc]
    """A text to look for. The form refuses NUL by itself."""

    def __init__(self, field_name: str | None = None, **more: Any) -> None:
        super().__init__(field_name, max_length=LONGEST_SEARCH, **more)


class StrictFilterBackend(filters.DjangoFilterBackend):  # type: ignore[misc]
    """Filters a list by its ``filterset_class``, and names every parameter that cannot be read."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> Any:
        """The rows that fit. Raises QueryRefused, and NotFound for a row of the event that a
        parameter names and that is not there."""
        filterset = self.get_filterset(request, queryset, view)
        if filterset is None:
            return queryset
        violations = [*_find_filter_faults(filterset)]
        if violations:
            raise QueryRefused(violations=violations)
        missing = [*_list_missing_rows(filterset, view)]
        if missing:
            raise not_found_by_query(*missing)
        return filterset.qs


def _list_missing_rows(filterset: filters.FilterSet, view: Any) -> Iterator[str]:
    values = filterset.form.cleaned_data
    for name, each in filterset.filters.items():
        is_row = isinstance(each, RowFilter) and values[name] is not None
        if is_row and not each.is_there(view.event, int(values[name]), values):
            yield name


def not_found_by_query(*names: str) -> NotFound:
    """The refusal of parameters that name what is not there."""
    return NotFound(violations=[Violation("named_not_found", {"field": name}) for name in names])


def _find_filter_faults(filterset: filters.FilterSet) -> Iterator[Violation]:
    for name, each in filterset.filters.items():
        is_given = name in filterset.data
        # An empty value does not filter, for a form that is sent with empty fields. In an address
        # it is a mistake, but for a search: every name contains the empty text.
        is_empty = is_given and not filterset.data[name] and not isinstance(each, TextFilter)
        if not is_empty and name not in filterset.form.errors:
            continue
        if not is_given:
            yield Violation("parameter_missing", {"field": name})
        elif choices := list_choices(each):
            yield Violation("parameter_refused", {"field": name, "choices": choices})
        else:
            yield Violation("parameter_refused", {"field": name})


def list_choices(parameter: filters.Filter) -> list[str]:
    """The values that a parameter can have, where they can be listed."""
    if isinstance(parameter, TruthFilter):
        return ["true", "false"]
    return [str(value) for value, _label in parameter.extra.get("choices", ())]


def list_repeatable_parameters(filterset_class: type[filters.FilterSet] | None) -> set[str]:
    """The names of the filters that may be given several times."""
    known = filterset_class.base_filters if filterset_class else {}
    several = filters.MultipleChoiceFilter
    return {name for name, each in known.items() if isinstance(each, several)}


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
    event = filters.UUIDFilter(required=True, method="keep")

    class Meta:
        fields: Sequence[str] = ()

    def keep(self, rows: QuerySet[Any], name: str, value: object) -> QuerySet[Any]:
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
        return rows.filter(decision="") if value else rows.exclude(decision="")


class ProtestFilter(DecidedFilter):
    """``open`` true: those that wait for a decision; false: those that were decided."""

    entry = RowFilter("entry", rows=lambda event: event.entries.all())
