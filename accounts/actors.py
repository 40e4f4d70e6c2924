"""The author of an action: a user, a table, a program, or the system itself."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.db.models import TextChoices


class ActorKind(StrEnum):
    USER = "USER"
    TABLE = "TABLE"
    PROGRAM = "PROGRAM"
    SYSTEM = "SYSTEM"

    @classmethod
    def _missing_(cls, value: object) -> "ActorKind | None":
        """Lines of the system that were written before it was called so keep its former name, which
        their digests cover."""
        return cls.SYSTEM if value == "HOUSE" else None


class TokenAccess(TextChoices):
    """What a token may write: never more than its user. It reads whatever its user reads."""

    READ = "READ"
    SCORE = "SCORE"
    """What a referee writes: sheets, signatures, corrections, calls."""
    ORGANIZE = "ORGANIZE"


@dataclass(frozen=True, slots=True)
class TokenScope:
    """The club or the event that the rights of a token end at; without either, it may all that its
    user may."""

    club_id: int | None = None
    event_id: UUID | None = None


EVERYWHERE = TokenScope()


@dataclass(frozen=True, slots=True)
class Actor:
    """Kind and id, made at the edge. ``user_id`` is the user whose rights apply: the user itself,
    or the owner of the program's token; None for a table, the system and the public. ``scope``
    limits the rights of a program to a place, ``access`` to kinds of acts. ``event_link`` is the
    event whose id the request names, which proves that it knows the link."""

    kind: ActorKind
    id: str
    user_id: int | None = None
    scope: TokenScope = EVERYWHERE
    event_link: UUID | None = None
    access: str = TokenAccess.ORGANIZE


SYSTEM = Actor(ActorKind.SYSTEM, "system")
PUBLIC = Actor(ActorKind.USER, "")
