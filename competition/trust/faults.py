"""A fault that the verification of an event has found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """What is not as it follows from what was recorded: ``code``, where, and what differs
    (``detail``: mostly ``stored`` and ``expected``)."""

    code: str
    stage: int | None = None
    """Its number."""
    pairing: str = ""
    """Its code in the stage."""
    match: int | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """As ``manage.py verify --json`` prints it."""
        return {
            "code": self.code,
            "stage": self.stage,
            "pairing": self.pairing,
            "match": self.match,
            **self.detail,
        }

    def __str__(self) -> str:
        places: list[str] = []
        if self.stage is not None:
            places.append(f"stage {self.stage}")
        if self.pairing:
            places.append(self.pairing)
        if self.match is not None:
            places.append(f"match {self.match}")
        details = [f"{name} {value!r}" for name, value in self.detail.items()]
        parts = (", ".join(places), self.code, ", ".join(details))
        return ": ".join(filter(None, parts))
