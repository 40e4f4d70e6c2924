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
from tournaments.selectors.hall.tables import digest_device_token, list_players_at

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
    table_codes = TableCode.objects.select_related("event", "table")
    # A QR code holds the secret; what people type is the short code.
    if secret:
        table_code = table_codes.filter(secret=secret).first()
    else:
        try:
            readable_code = read_code(code)
        except CodeUnreadable as unreadable:
            raise CodeRefused(unreadable.code, (), **unreadable.params) from unreadable
        table_code = table_codes.filter(code=readable_code).first()
    if table_code is None or event_id not in (None, table_code.event_id):
        raise CodeRefused("code_unknown")
    event_of_code = str(table_code.event_id)
    if table_code.revoked_at is not None:
        raise CodeRefused("code_revoked", table=table_code.table.number, event=event_of_code)
    if table_code.event.state == Event.State.CANCELLED:
        raise CodeRefused("code_of_cancelled_event", event=event_of_code)
    if not table_code.event.is_current:
        raise CodeRefused("code_of_past_event", event=event_of_code)
    if table_code.round_id is not None:
        pairings = Pairing.objects.filter(round_id=table_code.round_id)
        # A round goes on while a decided match of it still waits for its signatures.
        is_open = pairings.filter(state__in=Pairing.OPEN_STATES).exists()
        if not is_open and not pairings.filter(holds_table=True).exists():
            raise CodeRefused("code_of_past_round", event=event_of_code)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    device = Device.objects.create(code=table_code, digest=digest_device_token(token), came_at=now)
    return Admitted(device, token)


@atomic_with_retry
def say_who(*, actor: Actor, player_id: int | None) -> Device:
    """Sets the owner of a phone to a player at its table, or to nobody (None).

    Raises NotAllowed if the actor is not a phone, NotFound if the player does not play there.
    """
    device = _get_own_device(actor)
    if player_id is not None and player_id not in list_players_at(device.code):
        raise NotFound(field="player")
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
