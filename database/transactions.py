"""Runs a transaction again when it failed because of the database, not because of its code."""

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

from database.unavailable import CommitUnknown
from observability.metrics import TRANSACTIONS_RUN_AGAIN

P = ParamSpec("P")
T = TypeVar("T")
log = structlog.get_logger(__name__)

MOST_CONFLICTS = 6
"""How often a transaction that lost a race is run again. Without a pause: the winner has committed,
or the next run waits for its lock."""
CONFLICTS = ("40001", "40P01", "23505")
"""SQLSTATE of a serialization failure, a deadlock, and a unique constraint that another
transaction was the first to meet (PostgreSQL, Appendix A)."""


class ReadTooEarly(Exception):
    """What was read before a lock had changed when the lock was taken. A service raises this to be
    run again, with the new state."""


def atomic_with_retry(function: Callable[P, T]) -> Callable[P, T]:
    """Run ``function`` in a transaction, like ``transaction.atomic``. Run it again from its
    beginning if it lost a race (a deadlock, a serialization failure, a unique constraint,
    ReadTooEarly; six times at most) or if the connection was lost before the commit (once).

    Inside another transaction it only joins that one, and the outermost function is run again.
    Before each further run the model instances among the arguments are restored. After a
    connection that was lost during the commit nothing is run again: the commit may have come
    through, and CommitUnknown is raised.
    """

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        if connection.in_atomic_block:
            # Only a savepoint. To run again from here would keep the locks and the reads of the
            # outer function, which may be what lost the race.
            with transaction.atomic():
                return function(*args, **kwargs)
        arguments = _ArgumentState((*args, *kwargs.values()))
        conflicts, has_reconnected = 0, False
        while True:
            is_committing = False
            try:
                with transaction.atomic():
                    result = function(*args, **kwargs)
                    # The last statement of the block: what is raised from here on comes from
                    # COMMIT. (Callbacks of on_commit run after it, but robust ones raise nothing.)
                    is_committing = True
                return result
            except (OperationalError, InterfaceError, IntegrityError, ReadTooEarly) as error:
                # A conflict may be reported by COMMIT too (a deferred constraint, a serialization
                # failure), but then the server has answered that nothing was written.
                if is_conflict(error) and conflicts < MOST_CONFLICTS:
                    conflicts += 1
                elif is_connection_lost(error) and not is_committing and not has_reconnected:
                    has_reconnected = True
                    connection.close()  # Django connects again with the next statement
                elif is_connection_lost(error) and is_committing:
                    raise CommitUnknown(str(error)) from error
                else:
                    raise
                service = function.__qualname__
                TRANSACTIONS_RUN_AGAIN.labels(service).inc()
                log.info("transaction is run again", service=service, error=str(error))
            arguments.restore()

    return run


def is_conflict(error: Exception) -> bool:
    """Whether a transaction failed only because another one ran at the same time."""
    return isinstance(error, ReadTooEarly) or _find_sqlstate(error) in CONFLICTS


def is_connection_lost(error: Exception) -> bool:
    """Whether the server closed the connection or went away."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return False
    # If the network failed, no server has answered, so there is no SQLSTATE: but psycopg has closed
    # its connection. "08" are connection errors, "57P" is a server that shuts down.
    driver_connection = connection.connection
    is_closed = bool(getattr(driver_connection, "closed", False))
    return is_closed or _find_sqlstate(error).startswith(("08", "57P"))


def _find_sqlstate(error: Exception) -> str:
    """The code of the driver's exception that Django has wrapped; empty on SQLite."""
    return getattr(error.__cause__, "sqlstate", None) or ""


class _ArgumentState:
    """The model instances among the arguments, as they were when the function was called. A run
    that was rolled back has changed their fields, and the rows no longer agree with them."""

    def __init__(self, values: Iterable[object]) -> None:
        self._instances = list(_find_instances(values))
        self._saved_fields = self._copy_fields()

    def _copy_fields(self) -> list[dict[str, Any]]:
        # One deepcopy for all: an object that two instances share stays one object.
        return copy.deepcopy([instance.__dict__ for instance in self._instances])

    def restore(self) -> None:
        """Set the instances back. The caller keeps the same objects, only their fields change."""
        for instance, saved_fields in zip(self._instances, self._saved_fields, strict=True):
            instance.__dict__.clear()
            instance.__dict__.update(saved_fields)
        # The copies now belong to the instances, and the next run may change them.
        self._saved_fields = self._copy_fields()


def _find_instances(values: Iterable[object]) -> Iterable[Model]:
    for value in values:
        if isinstance(value, Model):
            yield value
        elif isinstance(value, list | tuple | set | frozenset):
            yield from _find_instances(value)
        elif isinstance(value, Mapping):
            yield from _find_instances(value.values())
