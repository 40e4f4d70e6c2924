"""Reads data into a model: wrong fields or types are unreadable, wrong values are refused."""

import re
from ast import literal_eval
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from kernel.models import Frozen
from kernel.refusals import Refused, Unreadable
from kernel.violations import Violation, add_field

Model = TypeVar("Model", bound=Frozen)

MOST_FORM_VIOLATIONS = 20
"""A document of another kind has a fault in each of its fields: the first ones say enough."""
LONGEST_ECHO = 40
"""In characters. A violation does not repeat a megabyte that somebody has sent."""


def read(model: type[Model], data: Any) -> Model:
    """``data`` as a ``model``.

    Raises Unreadable for a field unknown, missing or of the wrong type, else Refused with every
    value that is out of its bounds.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = error.errors(include_url=False)
    violations: list[Violation] = []
    message: str | None = None
    for pydantic_fault in faults:
        fault = _make_unknown_field(pydantic_fault, data)
        violation = _find_violation(fault)
        if violation is None:
            # The field is unknown, missing or of the wrong type. The first such one is the message.
            field = shorten_value(_name_field(fault))
            violation = Violation(FORM_CODES.get(fault["type"], OTHER_CODE), {"field": field})
            if message is None:
                problem = _FORM_PROBLEMS.get(fault["type"], "wrong type")
                message = f"{field}: {problem}" if field else problem
        violations.append(violation)
    if message is not None:
        raise Unreadable(message, violations[:MOST_FORM_VIOLATIONS])
    raise Refused(violations)


def _make_unknown_field(fault: ErrorDetails, data: Any) -> ErrorDetails:
    """The fault; if it is a field whose name is no text (half of a surrogate pair), as that of any
    other unknown field: pydantic names only the object that has it, and the name as its input."""
    if fault["type"] != "string_unicode":
        return fault
    value = data
    for place in fault["loc"]:
        try:
            value = value[place]
        except (KeyError, IndexError, TypeError):
            return fault
    if not isinstance(value, Mapping):
        return fault
    name = str(fault["input"]).encode(errors="backslashreplace").decode()
    return {**fault, "type": "extra_forbidden", "loc": (*fault["loc"], name)}


def _name_field(fault: ErrorDetails) -> str:
    return ".".join(map(str, fault["loc"]))


OTHER_CODE = "wrong_type"
"""The code of all faults that are in no table."""

FORM_CODES = {"extra_forbidden": "field_unknown", "missing": "field_missing"}
"""By pydantic's type, our code of a fault of the form; any other one is a wrong type."""
_FORM_PROBLEMS = {"extra_forbidden": "unknown field", "missing": "field missing"}
LIMIT_CODES = {
    "greater_than_equal": ("too_small", "ge", "least"),
    "less_than_equal": ("too_large", "le", "most"),
    "too_short": ("too_short", "min_length", "least"),
    "string_too_short": ("too_short", "min_length", "least"),
    "too_long": ("too_long", "max_length", "most"),
    "string_too_long": ("too_long", "max_length", "most"),
}
"""By pydantic's type: our code, pydantic's name of the limit, our name of it."""


def _find_violation(fault: ErrorDetails) -> Violation | None:
    """The violation of a value of the right type; None if the type is wrong."""
    fault_type, last_location = fault["type"], fault["loc"][-1:]
    params = {"field": _name_field(fault)}
    # Values with contents of their own are not repeated: they may be a whole document.
    if not isinstance(fault["input"], list | tuple | dict):
        params["value"] = shorten_value(fault["input"])
    if fault_type in LIMIT_CODES:
        code, pydantic_limit, own_limit = LIMIT_CODES[fault_type]
        return Violation(code, {**params, own_limit: fault["ctx"][pydantic_limit]})
    if fault_type == "missing" and isinstance(last_location[0], int):
        # A place in a list of fixed length, not a field.
        return Violation("item_missing", params)
    if fault_type == "string_pattern_mismatch":
        return Violation("malformed", params)
    if fault_type == "literal_error":
        choices = list_choices(fault["ctx"]["expected"])
        if type(fault["input"]) in set(map(type, choices)):
            return Violation("no_such_choice", {**params, "choices": choices})
    return None


def list_choices(expected: str) -> list[Any]:
    """The choices of a literal. Pydantic has them only as a sentence: ``'points' or 'figure'``."""
    return [literal_eval(choice) for choice in re.findall(r"'[^']*'|-?\d+", expected)]


@contextmanager
def reading_field(path: str, *, names_all: bool = False) -> Iterator[None]:
    """What is read inside is the field at ``path`` of a larger document: its violations name their
    fields from there. ``names_all``: those that name none have this one."""
    try:
        yield
    except (Unreadable, Refused) as exc:
        moved_violations: list[Violation] = []
        for violation in exc.violations:
            params = dict(violation.params)
            if params.get("field") is not None:
                # The field is empty where the document itself is at fault.
                params["field"] = f"{path}.{params['field']}".rstrip(".")
            moved_violations.append(replace(violation, params=params))
        exc.violations = tuple(moved_violations)
        if names_all:
            exc.violations = add_field(exc.violations, path)
        raise


def shorten_value(value: Any) -> Any:
    """The value as a violation repeats it: a long text is cut."""
    if isinstance(value, str) and len(value) > LONGEST_ECHO:
        return value[:LONGEST_ECHO] + "…"
    return value
