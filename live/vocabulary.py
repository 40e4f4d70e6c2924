"""The names of changes that programs are notified of: webhooks, and streams for programs.

The names and the members are stable: a program may rely on them. New names and new members may be
added, so a program ignores what it does not know.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

Id: TypeAlias = int | str
API = "/api/v1"
ADDRESSES: Mapping[str, str] = MappingProxyType(
    {
        "club": API + "/clubs/{club}/",
        "event": API + "/events/{event}/",
        "entry": API + "/entries/{entry}/",
        "draw": API + "/draws/{draw}/",
        "stage": API + "/stages/{stage}/",
        "ranking": API + "/stages/{stage}/ranking/",
        "round": API + "/rounds/{round}/",
        "pairing": API + "/pairings/{pairing}/",
        "match": API + "/matches/{match}/",
        "standings": API + "/events/{event}/standings/",
    }
)
"""The address of each thing that a change names, from the ids of the change."""


@dataclass(frozen=True, slots=True)
class ChangeMember:
    """A member of ``data``: small, and not to be had from the address alone."""

    name: str
    meaning: str
    is_text: bool = False

    @property
    def json_type(self) -> str:
        if self.is_text:
            return "string"
        return "integer"


@dataclass(frozen=True, slots=True)
class ChangeType:
    """A kind of change. ``subject`` is the thing whose version the change has: an event, a stage
    or a match; a pairing has none. The topics of live notices begin with the same words. ``ids``
    are the members with the ids of what has changed, besides ``event``. ``links`` are those of
    ADDRESSES that the change has. ``is_per_hand``: too frequent for webhooks. ``is_news``: streams
    of programs have it too, with its data (``live.news``)."""

    name: str
    meaning: str
    subject: str
    ids: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    data: tuple[ChangeMember, ...] = ()
    is_per_hand: bool = False
    is_news: bool = False


STATE = ChangeMember("state", "the state of the event now: DRAFT, OPEN, DRAWN, RUNNING, …")
TABLE = ChangeMember("table", "the number of the table")
WINNER = ChangeMember("winner", "the side that has won, counted from 0; null: a draw")
ROUND = ChangeMember("number", "the number of the round in its stage")
MANY = ChangeMember("count", "how many pairings the round has")

EVENT_CREATED = ChangeType(
    "event.created", "An event was created, as a draft.", "event", links=("event",), data=(STATE,)
)
EVENT_CHANGED = ChangeType(
    "event.changed",
    "The organizers have changed what is announced of an event: name, date, place, settings.",
    "event",
    links=("event",),
    data=(STATE,),
)
EVENT_STATE_CHANGED = ChangeType(
    "event.state_changed",
    "An event was opened, drawn, started, finished, reopened, archived or cancelled.",
    "event",
    links=("event",),
    data=(STATE, ChangeMember("before", "the state of the event before")),
)
EVENT_FINISHED = ChangeType(
    "event.finished",
    "An event is over: its final standings and its prizes are announced.",
    "event",
    links=("event", "standings"),
    data=(STATE,),
)
EVENT_DELETED = ChangeType(
    "event.deleted",
    "A draft was deleted, with its entries: its addresses answer 404.",
    "event",
    is_news=True,
)
ENTRY_STATE = ChangeMember("state", "ENTERED, or WAITLISTED where the event is full")
ENTRY_CREATED = ChangeType(
    "entry.created",
    "A pair was entered, or put on the waiting list.",
    "event",
    ids=("entry",),
    links=("event", "entry"),
    data=(ENTRY_STATE,),
)
ENTRY_CHANGED = ChangeType(
    "entry.changed",
    "An entry was corrected, got a place or waits for one again, or is back after it had left.",
    "event",
    ids=("entry",),
    links=("event", "entry"),
    data=(ENTRY_STATE,),
)
DELETED = "DELETED"
"""In place of the state of an entry that is no more."""
ENTRY_WITHDRAWN = ChangeType(
    "entry.withdrawn",
    "An entry has left the event: withdrawn, disqualified, replaced by another one, or deleted.",
    "event",
    ids=("entry",),
    links=("event", "entry"),
    data=(ChangeMember("state", f"WITHDRAWN, DISQUALIFIED, REPLACED or {DELETED}"),),
)
DRAW_PUBLISHED = ChangeType(
    "draw.published",
    "A draw was held: its order and its secret are public and can be verified.",
    "event",
    ids=("stage", "draw"),
    links=("event", "stage", "draw"),
    data=(ChangeMember("purpose", "ORDER: the pairings; LOTS: among tied entries", is_text=True),),
    is_news=True,
)
ROUND_PAIRED = ChangeType(
    "round.paired",
    "The next round of a stage was paired.",
    "stage",
    ids=("stage",),
    links=("event", "stage"),
    data=(ROUND, MANY),
    is_news=True,
)
ROUND_TAKEN_BACK = ChangeType(
    "round.taken_back",
    "A paired round was deleted before anybody had played in it.",
    "stage",
    ids=("stage",),
    links=("event", "stage"),
    data=(ROUND,),
)
MATCH_CALLED = ChangeType(
    "match.called",
    "A match was called to a table, or moved to another one.",
    "pairing",
    ids=("pairing", "match"),
    links=("event", "pairing", "match"),
    data=(TABLE,),
    is_news=True,
)
MATCH_CHANGED = ChangeType(
    "match.changed",
    "A line was written on the sheet of a match: a hand, a correction, a signature.",
    "match",
    ids=("match",),
    links=("event", "match"),
    is_per_hand=True,
)
MATCH_DECIDED = ChangeType(
    "match.decided",
    "A match has its result.",
    "match",
    ids=("stage", "pairing", "match"),
    links=("event", "pairing", "match"),
    data=(WINNER,),
    is_news=True,
)
RESULT_CORRECTED = ChangeType(
    "result.corrected",
    "The result of a decided match has changed, or was taken back.",
    "match",
    ids=("stage", "pairing", "match"),
    links=("event", "pairing", "match"),
    data=(ChangeMember("decided", "false: the match is open again"), WINNER),
)
STANDINGS_CHANGED = ChangeType(
    "standings.changed",
    "Results or pairings of a stage have changed: its ranking is computed anew when asked for.",
    "stage",
    ids=("stage",),
    links=("event", "stage", "ranking", "standings"),
)
PROTEST_FILED = ChangeType(
    "protest.filed",
    "A protest was filed.",
    "event",
    ids=("protest", "entry"),
    links=("event", "entry"),
)
PROTEST_DECIDED = ChangeType(
    "protest.decided",
    "A protest was decided.",
    "event",
    ids=("protest", "entry"),
    links=("event", "entry"),
    data=(ChangeMember("decision", "UPHELD, REJECTED or WITHDRAWN"),),
)
WEBHOOK_TEST = "webhook.test"
"""Sent by the test button only; it names no event."""

TYPES: tuple[ChangeType, ...] = (
    *(EVENT_CREATED, EVENT_CHANGED, EVENT_STATE_CHANGED, EVENT_FINISHED, EVENT_DELETED),
    *(ENTRY_CREATED, ENTRY_CHANGED, ENTRY_WITHDRAWN),
    *(DRAW_PUBLISHED, ROUND_PAIRED, ROUND_TAKEN_BACK),
    *(MATCH_CALLED, MATCH_CHANGED, MATCH_DECIDED, RESULT_CORRECTED),
    *(STANDINGS_CHANGED, PROTEST_FILED, PROTEST_DECIDED),
)
TYPES_BY_NAME: Mapping[str, ChangeType] = MappingProxyType({kind.name: kind for kind in TYPES})
NEWS_TYPES: tuple[ChangeType, ...] = tuple(kind for kind in TYPES if kind.is_news)
FOR_WEBHOOKS: tuple[str, ...] = tuple(kind.name for kind in TYPES if not kind.is_per_hand)


def make_links(kind: ChangeType, ids: Mapping[str, Id]) -> dict[str, str]:
    """The API addresses of what a change names, as paths on the server that has sent it. An id
    that is not known (a pairing without a match) has no address."""
    found = {}
    for name in kind.links:
        try:
            found[name] = ADDRESSES[name].format_map(ids)
        except KeyError:
            continue
    return found
