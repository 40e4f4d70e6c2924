"""Lets phones in at a table by its code, and out again."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts.actors import Actor, ActorKind
from competition.hall.codes import CodeUnreadable, read_code
from database.transactions import atomic_with_retry
from tournaments.models import Device, Event, Pairing, TableCode
from tournaments.refusals import CodeRefused, NotAllowed, NotFound
from tournaments.selectors.hall.tables import digest_of, players_at

TOKEN_BYTES = 32


@dataclass(frozen=True, slots=True)
class Admitted:
    """An admitted phone and its token, which is shown only once and stored as a hash."""

    device: Device
    token: str


@atomic_with_retry
def admit(
    *, code: str = "", secret: str = "", event_id: UUID | None = None, now: datetime
) -> Admitted:
    """A phone at the table of this code (typed; of this event), or of this secret (out of the QR).

    Raises CodeRefused: unreadable, unknown, revoked, of a past round, of an event that is over.
    """
    # A QR code holds the secret; what people type is the short code.
    if secret:
        rows = TableCode.objects.filter(secret=secret).select_related("event", "table")
        table_code = _find_table_code(rows.first())
    else:
        table_code = _by_code(code)
    if event_id not in (None, table_code.event_id):
        raise CodeRefused("code_unknown")
    _check_good(table_code)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    device = Device.objects.create(code=table_code, digest=digest_of(token), came_at=now)
    return Admitted(device, token)


def _by_code(typed: str) -> TableCode:
    try:
        code = read_code(typed)
    except CodeUnreadable as unreadable:
        raise CodeRefused(unreadable.code, (), **unreadable.params) from unreadable
    return _find_table_code(
        TableCode.objects.filter(code=code).select_related("event", "table").first()
    )


def _find_table_code(code: TableCode | None) -> TableCode:
    if code is None:
        raise CodeRefused("code_unknown")
    return code


PLAYED = (Event.State.DRAWN, Event.State.RUNNING)
OPEN = (Pairing.State.WAITING, Pairing.State.READY, Pairing.State.CALLED)


def _check_good(code: TableCode) -> None:
    if code.revoked_at is not None:
        raise CodeRefused("code_revoked", table=code.table.number, event=str(code.event_id))
    if code.event.state == Event.State.CANCELLED:
        raise CodeRefused("code_of_cancelled_event", event=str(code.event_id))
    if code.event.state not in PLAYED:
        raise CodeRefused("code_of_past_event", event=str(code.event_id))
    if code.round_id is not None and not _goes_on(code.round_id):
        raise CodeRefused("code_of_past_round", event=str(code.event_id))


def _goes_on(round_id: int) -> bool:
    pairings = Pairing.objects.filter(round_id=round_id)
    return pairings.filter(state__in=OPEN).exists() or pairings.filter(holds_table=True).exists()


@atomic_with_retry
def say_who(*, actor: Actor, player_id: int | None) -> Device:
    """Sets the owner of a phone to a player at its table, or to nobody (None).

    Raises NotAllowed if the actor is not a phone, NotFound if the player does not play there.
    """
    device = _get_own_device(actor)
    if player_id is not None and player_id not in players_at(device.code):
        raise NotFound
    device.player_id = player_id
    device.save(update_fields=["player"])
    return device


@atomic_with_retry
def leave(*, actor: Actor, now: datetime) -> None:
    """Lets a phone leave its table: its token is invalid from now on."""
    device = _get_own_device(actor)
    device.left_at = now
    device.save(update_fields=["left_at"])


def _get_own_device(actor: Actor) -> Device:
    if actor.kind != ActorKind.TABLE:
        raise NotAllowed
    return Device.objects.select_related("code__table").get(pk=actor.id)
