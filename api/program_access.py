"""Which events a token's stream may follow, asked when it is opened and again every minute."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import connection

from api.authentication import TOKEN, ProgramAuthentication, make_program_actor
from api.refusals import QueryRefused, TokenInvalid
from kernel.refusals import Refusal
from live.news import name_news_topic
from tournaments.models import Event
from tournaments.notices import name_event_topic, name_hall_topic, name_hidden_topic
from tournaments.permissions import list_own_events
from tournaments.selectors.events.events import get_visible_event

MOST_EVENTS = 20
LONGEST_TOKEN = 200


@dataclass(frozen=True, slots=True)
class ProgramAccess:
    """What a token may follow: the ``topics`` of its events, and by which notices that ends."""

    token: str
    """Its public id."""
    events: tuple[UUID, ...]
    topics: frozenset[str]
    revocations: Mapping[str, int]


def read_access(authorization: str, events: Sequence[UUID]) -> ProgramAccess:
    """Who asks, and what he may follow: these events, or without any those at which the token's
    user has a role. Runs in a thread of its own. Raises TokenInvalid, NotFound, QueryRefused."""
    try:
        scheme, _, secret = authorization[:LONGEST_TOKEN].partition(" ")
        if scheme.lower() != TOKEN:
            raise TokenInvalid("scheme_unknown")
        _user, token = ProgramAuthentication().authenticate_credentials(secret.strip())
        actor = make_program_actor(token, reads=True)
        if len(events) > MOST_EVENTS:
            raise QueryRefused("too_many_events", most=MOST_EVENTS)
        if events:
            # Who sends the id of an event by link has been given its link.
            rows = [get_visible_event(replace(actor, event_link=event), event) for event in events]
        else:
            own_events = list_own_events(actor).exclude(state__in=Event.READ_ONLY_STATES)
            rows = list(own_events.order_by("-date", "-pk")[:MOST_EVENTS])
        if not rows:
            raise QueryRefused("no_event_to_follow")
        topics: set[str] = set()
        for event in rows:
            topics |= {
                name_event_topic(event.pk),
                name_hall_topic(event.pk),
                name_hidden_topic(event.pk),
            }
            topics.add(name_news_topic(event.pk))
        # An event that is hidden later has a higher version than the one that was read here.
        revocations = {name_hidden_topic(event.pk): event.version for event in rows}
        ids = tuple(event.pk for event in rows)
        return ProgramAccess(token.token_key, ids, frozenset(topics), revocations)
    finally:
        # The connection belongs to this thread, which may not be used again for long.
        connection.close()


def is_still_given(authorization: str, access: ProgramAccess) -> bool:
    """Whether the token may still follow all that it follows."""
    try:
        read_access(authorization, access.events)
    except Refusal:
        return False
    return True
