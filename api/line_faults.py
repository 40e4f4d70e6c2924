"""Everything that is wrong with the form of a line, for a writer who has made a mistake."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from api.reading import find_body_violations
from kernel.reading import read
from kernel.refusals import Refused, Unreadable
from kernel.violations import Violation
from scoring.core.lines import CONTENTS
from tournaments.services.results.sheets import NEED_REASON


def find_line_faults(body: Any, key: str, model: Any) -> Iterator[Violation]:
    """The faults of the header ``Idempotency-Key``, of the body and of the content of its kind.
    ``model``: what the body is read as."""
    if not key:
        yield Violation("key_missing", {"header": "Idempotency-Key"})
    if not isinstance(body, dict):
        return
    try:
        model.model_validate(body)
    except ValidationError as error:
        yield from find_body_violations(error)
    if "version" not in body:
        yield Violation("version_missing", {"field": "version"})
    data = body.get("data", {})
    if isinstance(data, dict):
        yield from _find_content_faults(body.get("kind"), data)


def _find_content_faults(kind: Any, data: dict[str, Any]) -> Iterator[Violation]:
    content = CONTENTS.get(kind) if isinstance(kind, str) else None
    if content is not None:
        try:
            read(content, data)
        except (Refused, Unreadable) as error:
            for violation in error.violations:
                field = f"data.{violation.params['field']}"
                yield replace(violation, params={**violation.params, "field": field})
    if kind in NEED_REASON and not data.get("reason"):
        yield Violation("field_missing", {"field": "data.reason"})
