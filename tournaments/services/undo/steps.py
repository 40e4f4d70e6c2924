"""What an act was, so that its inverse can see whether anything has happened since."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from accounts.actors import Actor
from tournaments.refusals import NotFound, UndoRefused

UNDO_FOR: Final = timedelta(seconds=10)
"""How long an act can be taken back. Afterwards it is corrected, as any other."""
ON_THE_WAY: Final = timedelta(seconds=5)
"""What is added for a slow network: who has pressed in time is not refused."""


@dataclass(frozen=True, slots=True)
class UndoStep:
    """An act of somebody: its ``kind``, the row that it changed, and what its inverse needs, in
    values of JSON: what was there before it and what it has left behind."""

    kind: str
    target: int
    made_at: datetime
    actor_id: str
    data: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "target": self.target,
            "made_at": self.made_at.isoformat(),
            "actor_id": self.actor_id,
            "data": dict(self.data),
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> "UndoStep":
        made_at = datetime.fromisoformat(document["made_at"])
        return cls(
            document["kind"], document["target"], made_at, document["actor_id"], document["data"]
        )


def make_step(kind: str, target: int, *, actor: Actor, now: datetime, **data: Any) -> UndoStep:
    return UndoStep(kind, target, now, actor.id, data)


def check_in_time(step: UndoStep, actor: Actor, now: datetime) -> None:
    """Raises UndoRefused for an act of somebody else, or too long ago; NotFound for one of the
    future, which nobody was offered."""
    if actor.id != step.actor_id:
        raise UndoRefused("undo_of_another", field="token")
    if now < step.made_at - ON_THE_WAY:
        raise NotFound
    if now > step.made_at + UNDO_FOR + ON_THE_WAY:
        raise UndoRefused("undo_too_late", field="token")


def refuse_changed() -> UndoRefused:
    """Something else has happened since: its inverse would undo that too."""
    return UndoRefused("undo_changed_since")
