"""The one way from data to a model: what has no form is unreadable, what cannot be is refused."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeVar, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from rules.contract import Frozen, Refused, Unreadable, Violation

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
        violation = _out_of_bounds(model, fault)
        if violation is None:
            raise Unreadable(_complaint(fault))
        violations.append(violation)
    raise Refused(violations)


def _complaint(fault: ErrorDetails) -> str:
    where = ".".join(map(str, fault["loc"]))
    what = {"extra_forbidden": "unknown field", "missing": "field missing"}.get(
        fault["type"], "wrong type"
    )
    return f"{where}: {what}" if where else what


_LIMITS = {
    # pydantic's type: (our code, the name of its limit, and of ours)
    "greater_than_equal": ("too_small", "ge", "least"),
    "less_than_equal": ("too_large", "le", "most"),
    "too_short": ("too_short", "min_length", "least"),
    "string_too_short": ("too_short", "min_length", "least"),
    "too_long": ("too_long", "max_length", "most"),
    "string_too_long": ("too_long", "max_length", "most"),
}


def _out_of_bounds(model: type[Frozen], fault: ErrorDetails) -> Violation | None:
    """What is wrong with a value of the right type; None if the type is wrong."""
    kind, place = fault["type"], fault["loc"]
    named = {"field": ".".join(map(str, place)), "value": shown(fault["input"])}
    if kind in _LIMITS:
        code, theirs, ours = _LIMITS[kind]
        return Violation(code, {**named, ours: fault["ctx"][theirs]})
    if kind == "missing" and isinstance(place[-1], int):
        # A tuple that stops too early; its places are counted from 0.
        return Violation("too_short", {**named, "least": place[-1] + 1})
    if kind == "string_pattern_mismatch":
        return Violation("malformed", named)
    if kind == "literal_error":
        choices = list(_choices(model.model_fields[str(place[0])].annotation))
        if type(fault["input"]) in set(map(type, choices)):
            return Violation("no_such_choice", {**named, "choices": choices})
    return None


def _choices(annotation: Any) -> Iterator[Any]:
    if get_origin(annotation) is Literal:
        yield from get_args(annotation)
    else:
        for inner in get_args(annotation):
            yield from _choices(inner)


def shown(value: Any) -> Any:
    """What a violation repeats of a value: a long text is cut."""
    if isinstance(value, str) and len(value) > LONGEST_ECHO:
        return value[:LONGEST_ECHO] + "…"
    return value


def as_mapping(data: Any) -> Mapping[str, Any]:
    """``data`` if it is a JSON object. Raises Unreadable."""
    if not isinstance(data, Mapping):
        raise Unreadable("not an object")
    return data
