"""The kinds of background jobs. Packages register theirs by name, so that ``jobs`` imports none.

A package registers in its ``tasks.py``, which every worker imports at its start. The web process
only stores the name, and never looks a kind up.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Report: TypeAlias = Callable[[int, int], None]
"""Called with the amount done and the total."""
Message: TypeAlias = tuple[str, dict[str, Any]]
"""A code with parameters."""
Compute: TypeAlias = Callable[[Mapping[str, Any], Report], Any]
Store: TypeAlias = Callable[[Mapping[str, Any], Any], Message | None]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of job. ``compute`` runs outside any transaction and writes nothing, so that it may
    take minutes and be repeated. ``store`` writes its value, inside one short transaction that has
    checked that no other attempt has replaced this one."""

    name: str
    compute: Compute
    store: Store


class UnknownKind(LookupError):
    """No package has registered this kind of job."""


_kinds: dict[str, Kind] = {}


def register(name: str, *, compute: Compute, store: Store) -> None:
    """Add a kind of job under its name."""
    _kinds[name] = Kind(name, compute, store)


def find_kind(name: str) -> Kind:
    """The kind of that name. Raises UnknownKind."""
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownKind(name) from None
