"""The hall's own pen: simulated players write through the same service as the screens."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from accounts.actors import Actor
from scoring.acts import Act
from tournaments.models import Pairing, Slot
from tournaments.playing import OpenMatch, after_write
from tournaments.services.results.sheets import record_line

DEVICE = "play"


class ServiceWriter:
    """Finds and writes the matches of an event through the services; ``clock`` says when.
    ``only_at_tables``: a match that waits for a table is not played."""

    def __init__(
        self,
        event_id: UUID,
        actor: Actor,
        clock: Callable[[], datetime] = timezone.now,
        *,
        only_at_tables: bool = False,
    ) -> None:
        self.event_id = event_id
        self.actor = actor
        self.clock = clock
        self.states: tuple[str, ...] = Pairing.PLAYABLE_STATES
        if only_at_tables:
            self.states = (Pairing.State.CALLED,)

    def playable(self) -> list[OpenMatch]:
        """The pairings whose slots are filled, in the order of play; no entry plays at two
        tables."""
        pairings = Pairing.objects.filter(event_id=self.event_id, state__in=self.states)
        pairings = pairings.order_by("pk")
        seated: dict[int, set[int | None]] = defaultdict(set)
        slots = Slot.objects.filter(pairing__in=pairings)
        for pairing, entry in slots.values_list("pairing_id", "entry_id"):
            seated[pairing].add(entry)
        rows = pairings.values_list(
            "pk", "match_id", "match__format", "match__version", "match__snapshot"
        )
        busy: set[int | None] = set()
        open_ = []
        for pairing, *row in rows:
            if not seated[pairing] & busy:
                open_.append(OpenMatch(*row))
                busy |= seated[pairing]
        return open_

    def write(self, match: OpenMatch, kind: str, data: Mapping[str, Any], key: str) -> OpenMatch:
        """One line by ``record_line``."""
        now = self.clock()
        act = Act(kind, data, key, match.version, DEVICE, made_at=now)
        recorded_line = record_line(match_id=match.id, act=act, actor=self.actor, now=now)
        written_line = recorded_line.written
        return after_write(match, written_line.match.version, written_line.state.as_json())
