"""The anchors of an event: which there are, and the forms in which they are shown."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import F, Q, QuerySet

from competition.trust.anchors import (
    SHORT_EVENT,
    AnchorRecord,
    AnchorStatement,
    ShortAnchor,
    format_anchor,
)
from scoring.sheets import instant
from tournaments.models import Anchor, Draw, Event, Pairing, Round
from tournaments.refusals import NotFound

ENDED_STEPS: Final[Mapping[str, int]] = {
    Event.State.FINISHED: 1,
    Event.State.ARCHIVED: 2,
    Event.State.CANCELLED: 3,
}
"""By how much a state adds to what is reached: what was ruled after the last round is anchored when
an event is finished, and what was ruled since, when it is archived."""
ENDED_RECENTLY: Final = timedelta(days=1)
"""An archived or cancelled event that nobody has changed for longer has its last anchor."""


def list_anchors_of_event(event: Event) -> QuerySet[Anchor]:
    """The anchors of an event, the first first."""
    return Anchor.objects.filter(event=event).order_by("number")


def get_anchor(event: Event, number: int) -> Anchor:
    """The anchor of an event with that number. Raises NotFound."""
    anchor = list_anchors_of_event(event).filter(number=number).first()
    if anchor is None:
        raise NotFound
    return anchor


def find_last_anchor(event: Event) -> Anchor | None:
    """The last one, without its content. One query."""
    # The changes are nearly all of the row, and this is read with every page that names the anchor.
    return Anchor.objects.filter(event=event).defer("changes").order_by("-number").first()


def make_anchor_statement(anchor: Anchor) -> AnchorStatement:
    """What its signature is about."""
    return AnchorStatement(str(anchor.event_id), anchor.number, instant(anchor.at), anchor.digest)


def write_anchor_text(anchor: Anchor) -> str:
    """The text of its QR code."""
    return format_anchor(make_anchor_statement(anchor), anchor.signature)


def make_anchor_record(anchor: Anchor) -> AnchorRecord:
    """An anchor with its content."""
    return AnchorRecord(
        make_anchor_statement(anchor), anchor.previous, anchor.changes, anchor.signature, anchor.key
    )


def count_reached(event: Event) -> int:
    """How many draws were held and rounds played out, and how the event has ended. Two queries."""
    rounds = Round.objects.filter(group__stage__event=event)
    open_rounds = Pairing.objects.filter(event=event).still_open().values("round")
    return add_up_reached(event, rounds.exclude(pk__in=open_rounds).count())


def add_up_reached(event: Event, rounds_played: int) -> int:
    """``count_reached`` for a known number of rounds that are played out. One query."""
    draws = Draw.objects.filter(stage__event=event, state=Draw.State.HELD).count()
    return draws + rounds_played + ENDED_STEPS.get(event.state, 0)


def list_events_of_anchor(short: ShortAnchor) -> list[Event]:
    """The events whose id begins as on the paper; if they are several, those that have this anchor,
    if any has. Two queries at most."""
    lowest_id, highest_id = (UUID(short.event + digit * (32 - SHORT_EVENT)) for digit in "0f")
    events = list(
        Event.objects.filter(pk__range=(lowest_id, highest_id)).order_by("created_at", "pk")
    )
    if len(events) < 2:
        return events
    anchors = Anchor.objects.filter(event__in=events, number=short.number)
    holders = set(
        anchors.filter(digest__startswith=short.digest).values_list("event_id", flat=True)
    )
    return [event for event in events if event.pk in holders] or events


def list_events_to_anchor(now: datetime) -> QuerySet[Event]:
    """Events that have been drawn and may have something new to be anchored."""
    drawn_events = Draw.objects.filter(state=Draw.State.HELD).values("stage__event")
    is_going_on = Q(state__in=(*Event.CURRENT_STATES, Event.State.FINISHED))
    # It may be archived or cancelled before the clock has seen it finished.
    has_just_ended = Q(
        state__in=Event.READ_ONLY_STATES,
        updated_at__gte=now - ENDED_RECENTLY,
    )
    return Event.objects.filter(is_going_on | has_just_ended, pk__in=drawn_events).order_by(
        F("created_at"), "pk"
    )
