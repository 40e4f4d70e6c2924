"""What is wrong with a document, as data."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing that is not possible: a code with parameters, never a sentence.

    ``at`` is the index of the play or event where it happened, None if there is none.
    """

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    at: int | None = None

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "at": self.at, "params": dict(self.params)}


def read_violations(documents: Iterable[Mapping[str, Any]]) -> tuple[Violation, ...]:
    """Stored violations (``Violation.as_json``); ``at`` may be left out."""
    return tuple(Violation(**document) for document in documents)


def add_field(violations: Iterable[Violation], name: str) -> tuple[Violation, ...]:
    """The violations, with the field that is wrong where they name none."""
    with_field: list[Violation] = []
    for violation in violations:
        params = dict(violation.params)
        params.setdefault("field", name)
        with_field.append(replace(violation, params=params))
    return tuple(with_field)
