"""The author of an action: a user, a table, a program, or the system itself."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class ActorKind(StrEnum):
    USER = "USER"
    TABLE = "TABLE"
    PROGRAM = "PROGRAM"
    SYSTEM = "SYSTEM"


@dataclass(frozen=True, slots=True)
class Actor:
    """Kind and id, made at the edge. ``user_id`` is the user whose rights apply: the user itself,
    or the owner of the program's token; None for a table, the system and the public. ``within``
    limits the rights of a program: ``club:7``, ``event:`` and its id, or nothing. ``event_link`` is
    the event whose id the request names, which proves that it knows the link."""

    kind: ActorKind
    id: str
    user_id: int | None = None
    within: str = ""
    event_link: UUID | None = None


SYSTEM = Actor(ActorKind.SYSTEM, "system")
PUBLIC = Actor(ActorKind.USER, "")
