"""The entries that the parameters of a violation name by their ids, and names in their place."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kernel.violations import Violation

PARAMS = ("one", "other", "entry")
"""The parameters that are ids of entries: the pure packages know entries by their ids alone."""


def list_named_entries(params: Mapping[str, object]) -> set[int]:
    """The entries that the parameters name."""
    return set(_list_named(params).values())


def insert_names(params: Mapping[str, object], names: Mapping[int, object]) -> dict[str, object]:
    """The parameters with names in place of the ids of entries; others stay."""
    with_names = dict(params)
    for key, entry in _list_named(params).items():
        if entry in names:
            with_names[key] = names[entry]
    return with_names


def insert_names_into(
    violations: Sequence[Violation], names: Mapping[int, object]
) -> tuple[Violation, ...]:
    """The violations with names in place of the ids of entries."""
    return tuple(
        replace(violation, params=insert_names(violation.params, names)) for violation in violations
    )


def _list_named(params: Mapping[str, object]) -> dict[str, int]:
    """The parameters that are ids of entries; stored ones may be texts."""
    named: dict[str, int] = {}
    for key in PARAMS:
        value = str(params.get(key, ""))
        if value.isdecimal():
            named[key] = int(value)
    return named
