"""The exceptions of what is refused. Each has the HTTP status of its answer, on a page and in the
API alike."""

from collections.abc import Mapping, Sequence
from typing import Any

from kernel.violations import Violation, add_field


class Refusal(Exception):
    """Something expected that was not done: a code with parameters, and every violation there is.

    ``status``: 422 if what was sent is wrong, 409 if what is there now does not allow it.
    ``pointer_base``: the JSON pointer of the part of the request that the fields of the violations
    are in; None if they are not about the request.
    ``field``: the member of the request that is wrong, as a dotted path (``entries.0``): of the
    refusal, if it lists no violations, else of the violations that name none.
    """

    code = "refused"
    status: int
    pointer_base: str | None = None
    field: str | None = None

    def __init__(
        self,
        code: str | None = None,
        violations: Sequence[Violation] = (),
        *,
        field: str | None = None,
        **params: Any,
    ) -> None:
        self.code = code or self.code
        super().__init__(self.code)
        self.params: Mapping[str, Any] = params
        self.violations = tuple(violations)
        if field is not None:
            self.point_at(field)

    def point_at(self, field: str) -> None:
        """Names the member of the request that is wrong."""
        self.field = field
        if self.violations:
            self.violations, self.pointer_base = add_field(self.violations, field), ""


class FormReused(Refusal):
    """A form was sent a second time with other content, as after a step back in the browser. What
    the first one has written stays; the second one needs a key of its own."""

    code = "form_reused"
    status = 422


class Unreadable(ValueError):
    """The data is no document of its kind: a field is unknown, missing or of the wrong type. The
    message names the first fault, ``violations`` are all, where the reader knows them."""

    status = 422

    def __init__(self, message: str, violations: Sequence[Violation] = ()) -> None:
        super().__init__(message)
        self.violations = tuple(violations)


class Refused(ValueError):
    """The document can be read but is not possible; ``violations`` are all that is wrong.

    ``pointer_base``: as that of a Refusal.
    """

    code = "refused_by_rules"
    status = 422
    pointer_base: str | None = None

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__(", ".join(violation.code for violation in violations))
        self.violations = tuple(violations)
