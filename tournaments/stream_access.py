"""Who may follow the streams of the desk, the pad and tables, as long as the roles and codes that
let them in are there."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from accounts.actors import Actor
from live.holders import Holder, register_check
from tournaments.models import Device, Event, Role
from tournaments.permissions import is_hidden

USER: Final = "user"
DEVICE: Final = "device"


def hold_for_user(user_id: int, event: Event) -> Holder:
    """Of a page for the people of the event's club."""
    return Holder(USER, str(user_id), str(event.pk))


def hold_for_reader(actor: Actor, event: Event) -> Holder | None:
    """Of a public page: nobody is asked again, unless the event is shown to its people alone."""
    if actor.user_id is None or not is_hidden(event.state, event.visibility):
        return None
    return hold_for_user(actor.user_id, event)


def hold_for_device(device: Device) -> Holder:
    """Of a phone, as long as it is at the table by the same code."""
    return Holder(DEVICE, str(device.pk), str(device.code_id))


def find_valid_users(holders: Collection[Holder]) -> set[Holder]:
    """Those who have a role at their event, as ``permissions.list_rights`` finds it: every role
    lets its owner write sheets. Two queries."""
    events = Event.objects.filter(pk__in={UUID(holder.place) for holder in holders})
    clubs = dict(events.values_list("pk", "club_id"))
    roles = Role.objects.in_force().filter(
        user__is_active=True,
        user__in={int(holder.id) for holder in holders},
        club__in=set(clubs.values()),
    )
    # A role without an event is good for every event of its club: it is kept under None.
    rows = roles.values_list("user_id", "club_id", "event_id")
    places: set[tuple[int, int, UUID | None]] = set(rows)
    valid: set[Holder] = set()
    for holder in holders:
        user_id, event_id = int(holder.id), UUID(holder.place)
        club = clubs.get(event_id)
        # An event that was deleted has no club, and lets nobody in.
        if club is None:
            continue
        if (user_id, club, None) in places or (user_id, club, event_id) in places:
            valid.add(holder)
    return valid


def find_valid_devices(holders: Collection[Holder]) -> set[Holder]:
    """Those who have not left, and whose code is in force. One query."""
    rows = Device.objects.filter(
        pk__in={UUID(holder.id) for holder in holders},
        left_at__isnull=True,
        code__revoked_at__isnull=True,
    )
    there = set(rows.values_list("pk", "code_id"))
    return {each for each in holders if (UUID(each.id), int(each.place)) in there}


def register_checks() -> None:
    """Called once, when the application is loaded."""
    register_check(USER, find_valid_users)
    register_check(DEVICE, find_valid_devices)
