"""The banner for owners while a part of the server does not work."""

from collections.abc import Sequence
from datetime import datetime

from django.core.cache import cache

from accounts.actors import Actor
from accounts.mail import has_mail_failed
from jobs.selectors import is_worker_missed
from tournaments.models import Role
from tournaments.permissions import list_roles

CHECKED_EVERY = 10
"""Seconds for which the state of the worker is cached."""
WORKER, MAIL = "worker", "mail"


def find_trouble(actor: Actor, *, now: datetime) -> Sequence[str]:
    """The parts that do not work, for owners of a club; empty for all other users."""
    is_missed = cache.get_or_set("worker-missed", lambda: is_worker_missed(now=now), CHECKED_EVERY)
    broken_parts = []
    if is_missed:
        broken_parts.append(WORKER)
    if has_mail_failed():
        broken_parts.append(MAIL)
    # Roles are only read while something is broken: as a rule this costs no query.
    if not broken_parts or not list_roles(actor).filter(kind=Role.Kind.OWNER).exists():
        return []
    return broken_parts
