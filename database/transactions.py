"""Transactions that are run again when the database gave up on them, not the code in them."""

import copy
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import structlog
from django.db import (
    DatabaseError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    connection,
    transaction,
)
from django.db.models import Model

from observability.metrics import TRANSACTIONS_RUN_AGAIN

P = ParamSpec("P")
T = TypeVar("T")
log = structlog.get_logger(__name__)

MOST_CONFLICTS = 6
"""How often a transaction that lost a race is run again."""
CONFLICTS = ("40001", "40P01", "23505")
"""SQLSTATE of a serialization failure, a deadlock, and a unique constraint that another
transaction was the first to meet (PostgreSQL, Appendix A)."""


class ReadTooEarly(Exception):
    """What was read before the locks has changed when they were there: read it again."""


def atomic_with_retry(function: Callable[P, T]) -> Callable[P, T]:
    """Runs ``function`` in a transaction, like ``transaction.atomic``, and again from its beginning
    where it lost a race (a deadlock, a serialization failure, a unique constraint, ReadTooEarly;
    six times at most) or where the connection was lost before the commit (once).

    Inside another transaction it only joins it: the outermost is run again. The model instances
    among the arguments are as they were when it is run again. A connection that is lost during the
    commit is not tried again: the commit may have come through.
    """

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        if connection.in_atomic_block:
            with transaction.atomic():
                return function(*args, **kwargs)
        arguments = _ArgumentState((*args, *kwargs.values()))
        conflicts, was_lost = 0, False
        while True:
            is_committing = False
            try:
                with transaction.atomic():
                    result = function(*args, **kwargs)
                    is_committing = True
                return result
            except (OperationalError, InterfaceError, IntegrityError, ReadTooEarly) as error:
                if is_conflict(error) and conflicts < MOST_CONFLICTS:
                    conflicts += 1
                elif is_connection_lost(error) and not is_committing and not was_lost:
                    was_lost = True
                    connection.close()
                else:
                    raise
                service = function.__qualname__
                TRANSACTIONS_RUN_AGAIN.labels(service).inc()
                log.info("transaction is run again", service=service, error=str(error))
            arguments.restore()

    return run


def is_conflict(error: Exception) -> bool:
    """Whether a transaction failed only because of another one at the same time."""
    return isinstance(error, ReadTooEarly) or _sqlstate(error) in CONFLICTS


def is_connection_lost(error: Exception) -> bool:
    """Whether the server closed the connection or went away."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return False
    raw = connection.connection
    is_closed = raw is not None and bool(getattr(raw, "closed", False))
    return is_closed or _sqlstate(error).startswith(("08", "57P"))


def _sqlstate(error: Exception) -> str:
    return getattr(error.__cause__, "sqlstate", None) or ""


class _ArgumentState:
    """The model instances among arguments, as they were when the function was called."""

    def __init__(self, values: Iterable[object]) -> None:
        self._instances = list(_instances_in(values))
        self._saved = self._copy_fields()

    def _copy_fields(self) -> list[dict[str, Any]]:
        # One deepcopy for all: what they have in common stays one object.
        return copy.deepcopy([instance.__dict__ for instance in self._instances])

    def restore(self) -> None:
        for instance, saved in zip(self._instances, self._saved, strict=True):
            instance.__dict__.clear()
            instance.__dict__.update(saved)
        self._saved = self._copy_fields()


def _instances_in(values: Iterable[object]) -> Iterable[Model]:
    for value in values:
        if isinstance(value, Model):
            yield value
        elif isinstance(value, list | tuple | set | frozenset):
            yield from _instances_in(value)
        elif isinstance(value, Mapping):
            yield from _instances_in(value.values())
