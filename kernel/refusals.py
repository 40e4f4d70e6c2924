"""The exceptions by which a document is refused."""

from collections.abc import Sequence

from kernel.violations import Violation


class Unreadable(ValueError):
    """What was given is no document of its kind: a field unknown, missing or of the wrong type."""


class Refused(ValueError):
    """What was given can be read but cannot be, and here is all that is wrong with it."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__(", ".join(violation.code for violation in violations))
        self.violations = tuple(violations)
