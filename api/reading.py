"""From the body of a request to a frozen model: all that is wrong with its form, at once."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar, get_args
from uuid import UUID

from pydantic import (
    AfterValidator,
    Field,
    StringConstraints,
    ValidationError,
)
from pydantic_core import PydanticCustomError
from rest_framework.request import Request

from api.fields import LARGEST_ID
from api.refusals import BodyRefused, QueryRefused
from database.limits import LONGEST_REASON
from database.text import strip_invisible
from kernel.models import Frozen
from kernel.reading import FORM_CODES, LIMIT_CODES, OTHER_CODE, list_choices, shorten_value
from kernel.violations import Violation
from tournaments.refusals import NotFound

Body = TypeVar("Body", bound=Frozen)


def read_body(model: type[Body], request: Request) -> Body:
    """The body as a ``model``. Raises BodyRefused with every fault of its form."""
    try:
        return model.model_validate(request.data)
    except ValidationError as error:
        violations = list(find_body_violations(error, request.data))
    raise BodyRefused(violations=violations)


def find_body_violations(error: ValidationError, body: Any) -> Iterator[Violation]:
    """Every fault of the form of a ``body``."""
    for fault in error.errors(include_url=False):
        kind, context = fault["type"], fault.get("ctx", {})
        place = _name_place(fault["loc"], body)
        code = FORM_CODES.get(kind, OTHER_CODE)
        params: dict[str, Any] = {"field": place}
        if kind in _UNION_FAULTS:
            # Pydantic names the object; what is wrong is its field that names the variant.
            name = context["discriminator"].strip("'")
            params["field"] = f"{place}.{name}"
            code = "field_missing"
            if kind == "union_tag_invalid":
                code = "no_such_choice"
                choices = list_choices(context["expected_tags"])
                params |= {"value": shorten_value(fault["input"][name]), "choices": choices}
        elif kind in LIMIT_CODES:
            code, pydantic_limit, own_limit = LIMIT_CODES[kind]
            params |= {"value": shorten_value(fault["input"]), own_limit: context[pydantic_limit]}
        elif kind == "literal_error":
            code = "no_such_choice"
            choices = list_choices(context["expected"])
            params |= {"value": shorten_value(fault["input"]), "choices": choices}
        elif kind in OURS and context:
            # A validator of ours has given the code and its parameters.
            code = kind
            params |= context
        yield Violation(code, params)


def _name_place(location: Iterable[int | str], body: Any) -> str:
    """The place of a fault in a body, as ``cut.last``. Pydantic names the variant of a union on the
    way, which no body has."""
    place: list[str] = []
    value = body
    *way, last = location or ("",)
    for part in way:
        is_index = isinstance(value, list) and isinstance(part, int)
        is_member = isinstance(value, dict) and part in value
        if is_index or is_member:
            value = value[part]
            place.append(str(part))
    # What is missing has no value. Behind a value that holds no others stands its variant.
    if isinstance(value, dict | list):
        place.append(str(last))
    return ".".join(place)


def read_query(model: type[Body], request: Request) -> Body:
    """The query as a ``model``, its numbers written in digits. Raises QueryRefused."""
    given_texts: dict[str, str] = {}
    # Without the parameters of pages and filters, which others read from the same query.
    for name, model_field in model.model_fields.items():
        if name in request.query_params:
            text = request.query_params[name]
            is_unreadable = _takes_number(model_field.annotation) and not is_number(text)
            # No number can be read from an empty text.
            given_texts[name] = "" if is_unreadable else text
    try:
        return model.model_validate_strings(given_texts)
    except ValidationError as error:
        faults = error.errors(include_url=False)
    # Of several faults of a parameter the last one is named.
    violations: dict[str, Violation] = {}
    for fault in faults:
        kind, field = fault["type"], str(fault["loc"][0])
        params: dict[str, Any] = {"field": field}
        bounds: dict[str, Any] = {}
        for constraint in model.model_fields[field].metadata:
            for name, attribute in (("least", "ge"), ("most", "le")):
                if hasattr(constraint, attribute):
                    bounds[name] = getattr(constraint, attribute)
        code = "parameter_refused"
        if kind == "missing":
            code = "parameter_missing"
        elif kind in ("greater_than_equal", "less_than_equal") and len(bounds) == 2:
            code = "parameter_out_of_range"
            params |= bounds
        violations[field] = Violation(code, params)
    raise QueryRefused(violations=list(violations.values()))


def _takes_number(annotation: Any) -> bool:
    """Whether a parameter with this annotation is a whole number: ``int``, also with its bounds or
    where it may be left out."""
    return annotation is int or any(map(_takes_number, get_args(annotation)))


def is_number(text: str) -> bool:
    """Whether a parameter is a whole number in ASCII digits. Python and the framework would read
    " 1", "+1", "1.0", "1_000" and the digits of other scripts as numbers too. One below zero is
    read, so that the refusal can name the bounds."""
    return re.fullmatch("[0-9]+|-[1-9][0-9]*", text) is not None


def read_uuid(text: str | None, *, field: str) -> UUID:
    """A UUID out of the address's parameters; None: it has no such parameter. Raises
    QueryRefused."""
    if text is None:
        raise QueryRefused(violations=[Violation("parameter_missing", {"field": field})])
    if not is_uuid(text):
        raise QueryRefused(violations=[Violation("parameter_refused", {"field": field})])
    return UUID(text)


def is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


_UNION_FAULTS = ("union_tag_not_found", "union_tag_invalid")

OURS = ("control_character",)


def _clean_text(text: str) -> str:
    """A text without control characters (refused) and invisible ones (left out); emoji, markup and
    the like are just text."""
    visible_text = strip_invisible(text)
    if any(unicodedata.category(sign) == "Cc" for sign in text) or (text and not visible_text):
        raise PydanticCustomError(
            "control_character", "control character", {"value": shorten_value(text)}
        )
    return visible_text


def _bounds(least: int, most: int) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, min_length=least, max_length=most)


PLAIN = AfterValidator(_clean_text)
Reason = Annotated[str, _bounds(0, LONGEST_REASON), PLAIN]
Device = Annotated[str, _bounds(0, 64), PLAIN]
Id = Annotated[int, Field(ge=1, le=LARGEST_ID)]


def text_only(value: Any) -> Any:
    """Dates come as text: a number would be read as seconds since 1970."""
    if not isinstance(value, str):
        raise PydanticCustomError("not_text", "not a text")
    return value


FIRST_MOMENT = datetime(1, 1, 2, tzinfo=UTC)
LAST_MOMENT = datetime(9999, 12, 30, tzinfo=UTC)
"""The years that Python and both databases store, less a day at each end: so every claimed time
can also be shown in any time zone."""


def read_claimed_time(moment: datetime) -> datetime:
    """A ``made_at`` in UTC. It is what the clock of a device says, however wrong: the server knows
    when the line arrived. Raises BodyRefused for what cannot be stored."""
    if not FIRST_MOMENT <= moment <= LAST_MOMENT:
        params = {"field": "made_at", "value": str(moment)}
        raise BodyRefused(violations=[Violation("moment_out_of_range", params)])
    return moment.astimezone(UTC)


def not_found_by_query(*names: str) -> NotFound:
    """The refusal of parameters that name what is not there."""
    return NotFound(violations=[Violation("named_not_found", {"field": name}) for name in names])


@contextmanager
def finding_member(field: str) -> Iterator[None]:
    """What is looked up inside is named by a member of the body, not by the address: a NotFound
    points at it."""
    try:
        yield
    except NotFound as refusal:
        refusal.point_at(field)
        raise
