"""The one way from data to a model: what has no form is unreadable, what cannot be is refused."""

import re
from ast import literal_eval
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from kernel.models import Frozen
from kernel.refusals import Refused, Unreadable
from kernel.violations import Violation

Model = TypeVar("Model", bound=Frozen)

LONGEST_ECHO = 40
"""So much of a wrong text is given back: who sends a megabyte knows what he sent."""


def read(model: type[Model], data: Any) -> Model:
    """``data`` as a ``model``.

    Raises Unreadable for a field unknown, missing or of the wrong type, else Refused with every
    value that is out of its bounds.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = error.errors(include_url=False)
    violations = []
    for fault in faults:
        violation = _out_of_bounds(fault)
        if violation is None:
            raise Unreadable(_complaint(fault))
        violations.append(violation)
    raise Refused(violations)


def _complaint(fault: ErrorDetails) -> str:
    where = shorten_value(_place(fault))
    what = _WITHOUT_FORM.get(fault["type"], "wrong type")
    return f"{where}: {what}" if where else what


def _place(fault: ErrorDetails) -> str:
    return ".".join(map(str, fault["loc"]))


_WITHOUT_FORM = {"extra_forbidden": "unknown field", "missing": "field missing"}
_LIMITS = {
    # pydantic's type: (our code, the name of its limit, and of ours)
    "greater_than_equal": ("too_small", "ge", "least"),
    "less_than_equal": ("too_large", "le", "most"),
    "too_short": ("too_short", "min_length", "least"),
    "string_too_short": ("too_short", "min_length", "least"),
    "too_long": ("too_long", "max_length", "most"),
    "string_too_long": ("too_long", "max_length", "most"),
}


def _out_of_bounds(fault: ErrorDetails) -> Violation | None:
    """What is wrong with a value of the right type; None if the type is wrong."""
    kind, last = fault["type"], fault["loc"][-1:]
    params = {"field": _place(fault)}
    if not isinstance(fault["input"], list | tuple | dict):
        params["value"] = shorten_value(fault["input"])
    if kind in _LIMITS:
        code, theirs, ours = _LIMITS[kind]
        return Violation(code, {**params, ours: fault["ctx"][theirs]})
    if kind == "missing" and isinstance(last[0], int):
        # A place in a list of fixed length, not a field.
        return Violation("item_missing", params)
    if kind == "string_pattern_mismatch":
        return Violation("malformed", params)
    if kind == "literal_error":
        choices = _choices(fault["ctx"]["expected"])
        if type(fault["input"]) in set(map(type, choices)):
            return Violation("no_such_choice", {**params, "choices": choices})
    return None


def _choices(expected: str) -> list[str | int]:
    """The values of a Literal, from the way pydantic enumerates them: ``'points' or 'figure'``."""
    return [literal_eval(choice) for choice in re.findall(r"'[^']*'|-?\d+", expected)]


def shorten_value(value: Any) -> Any:
    """What a violation repeats of a value: a long text is cut."""
    if isinstance(value, str) and len(value) > LONGEST_ECHO:
        return value[:LONGEST_ECHO] + "…"
    return value
