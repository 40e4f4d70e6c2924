"""The hall's own pen: simulated players write through the same service as the screens."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from accounts.actors import Actor
from scoring.acts import Act
from tournaments.models import Pairing
from tournaments.playing import OpenMatch, after_write
from tournaments.services.sheets import record_line

DEVICE = "play"


class ServiceWriter:
    """Finds and writes the matches of an event through the services."""

    def __init__(self, event_id: UUID, actor: Actor) -> None:
        self.event_id = event_id
        self.actor = actor

    def playable(self) -> list[OpenMatch]:
        """The pairings whose slots are filled, in the order of play."""
        states = (Pairing.State.READY, Pairing.State.CALLED)
        pairings = Pairing.objects.filter(event_id=self.event_id, state__in=states)
        rows = pairings.order_by("pk").values_list(
            "match_id", "match__format", "match__version", "match__snapshot"
        )
        return [OpenMatch(*row) for row in rows]

    def write(self, match: OpenMatch, kind: str, data: Mapping[str, Any], key: str) -> OpenMatch:
        """One line by ``record_line``."""
        now = timezone.now()
        act = Act(kind, data, key, match.version, DEVICE, made_at=now)
        recorded = record_line(match_id=match.id, act=act, actor=self.actor, now=now)
        written = recorded.written
        return after_write(match, written.match.version, written.state.as_json())
