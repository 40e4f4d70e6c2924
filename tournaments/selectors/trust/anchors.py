"""The anchors of an event: which there are, and the forms in which they are shown."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import F, QuerySet

from competition.trust.anchors import (
    SHORT_EVENT,
    AnchorRecord,
    AnchorStatement,
    ShortAnchor,
    anchor_text,
)
from scoring.sheets import instant
from tournaments.models import Anchor, Draw, Event, Pairing, Round
from tournaments.selectors.stages.brackets import CLOSED


def anchors_of(event: Event) -> QuerySet[Anchor]:
    """The anchors of an event, the first first."""
    return Anchor.objects.filter(event=event).order_by("number")


def last_anchor(event: Event) -> Anchor | None:
    """The last one, without its content. One query."""
    # The changes are nearly all of the row, and this is read with every page that names the anchor.
    return Anchor.objects.filter(event=event).defer("changes").order_by("-number").first()


def statement_of(anchor: Anchor) -> AnchorStatement:
    """What its signature is about."""
    return AnchorStatement(str(anchor.event_id), anchor.number, instant(anchor.at), anchor.digest)


def text_of_anchor(anchor: Anchor) -> str:
    """The text of its QR code."""
    return anchor_text(statement_of(anchor), anchor.signature)


def record_of_anchor(anchor: Anchor) -> AnchorRecord:
    """An anchor with its content."""
    return AnchorRecord(
        statement_of(anchor), anchor.previous, anchor.changes, anchor.signature, anchor.key
    )


def count_reached(event: Event) -> int:
    """How many draws were held and rounds played out. Two queries."""
    draws = Draw.objects.filter(stage__event=event, state=Draw.State.HELD).count()
    rounds = Round.objects.filter(group__stage__event=event)
    open_rounds = Pairing.objects.filter(event=event).exclude(state__in=CLOSED).values("round")
    return draws + rounds.exclude(pk__in=open_rounds).count()


def find_events_of(short: ShortAnchor) -> list[Event]:
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


def events_to_anchor(states: Sequence[str]) -> QuerySet[Event]:
    """Events in these states that have been drawn."""
    drawn_events = Draw.objects.filter(state=Draw.State.HELD).values("stage__event")
    return Event.objects.filter(state__in=states, pk__in=drawn_events).order_by(
        F("created_at"), "pk"
    )
