"""Who did an act: a user, a table, a program, or the house itself."""

from dataclasses import dataclass
from enum import StrEnum


class ActorKind(StrEnum):
    USER = "USER"
    TABLE = "TABLE"
    PROGRAM = "PROGRAM"
    HOUSE = "HOUSE"


@dataclass(frozen=True, slots=True)
class Actor:
    """Kind and id, made at the edge. ``user_id`` is whose rights count: the user's own, or those
    of the user who made the program's token; None for a table, the house and the public.
    ``within`` bounds those rights of a program: ``club:7``, ``event:`` and its id, or nothing."""

    kind: ActorKind
    id: str
    user_id: int | None = None
    within: str = ""


HOUSE = Actor(ActorKind.HOUSE, "house")
PUBLIC = Actor(ActorKind.USER, "")
