"""Who may write, asked before a body is read.

The services ask again inside their transactions: what was seen here may have changed by then.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from database.compiled import CompiledQuery
from tournaments.models import Event, Role
from tournaments.permissions import Right, check, check_access, check_visible, list_roles
from tournaments.refusals import NotAllowed, NotFound

EVENT_BY = {
    "event_id": "pk",
    "stage_id": "stages",
    "entry_id": "entries",
    "penalty_id": "penalties",
    "payment_id": "entries__payments",
    "question_id": "questions",
    "protest_id": "protests",
    "call_id": "referee_calls",
    "draw_id": "stages__draws",
    "round_id": "stages__groups__rounds",
    "pairing_id": "pairings",
    "change_id": "stages__draws__changes",
    "wish_id": "stages__wishes",
}
"""By the parameter of an address, how its row is found from the event."""


def select_event_by(path: str, value: UUID | int) -> QuerySet[Event]:
    return Event.objects.filter(**{path: value})


EVENTS = {name: CompiledQuery(partial(select_event_by, path)) for name, path in EVENT_BY.items()}


class MayManageEvent(BasePermission):
    """Writes to an event and to what belongs to it, by its managers. A view names other rights by
    action or method (``acts``); None: everybody who can see the event, and the service decides
    the rest."""

    def has_permission(self, request: Request, view: Any) -> bool:
        method = request.method or ""
        # A method that the address does not have is answered with 405, to everybody.
        if method in SAFE_METHODS or not hasattr(view, method.lower()):
            return True
        event = get_addressed_event(view.kwargs)
        # First whether it is visible: a refusal must not reveal that a hidden event exists.
        check_visible(view.actor, event)
        act = view.acts.get(view.operation, Right.MANAGE_EVENTS)
        if act is not None:
            check(view.actor, act, club_id=event.club_id, event=event)
        return True


class MayManageSomeClub(BasePermission):
    """For creating something in a club that the body names: the caller must manage at least one."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.method in SAFE_METHODS:
            return True
        check_access(view.actor, Right.MANAGE_EVENTS)
        # A role for one event gives no right to make another.
        managing = (Role.Kind.OWNER, Role.Kind.ORGANIZER)
        if not list_roles(view.actor).filter(kind__in=managing, event__isnull=True).exists():
            raise NotAllowed(act=Right.MANAGE_EVENTS.value)
        return True


class MayWriteRow(BasePermission):
    """Writes to a row or a club that is no event. The view raises in ``check_writes`` what refuses
    who may not write there."""

    def has_permission(self, request: Request, view: Any) -> bool:
        method = request.method or ""
        if method not in SAFE_METHODS and hasattr(view, method.lower()):
            view.check_writes()
        return True


def get_addressed_event(parameters: Mapping[str, Any]) -> Event:
    """The event that the first parameter of an address leads to. Raises NotFound."""
    # Further parameters, such as the number of a group, are within the row of the first.
    name, value = next(iter(parameters.items()))
    event = EVENTS[name].fetch_one(value)
    if event is None:
        raise NotFound
    return event
