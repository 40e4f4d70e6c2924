"""Serializers that report everything wrong with a body at once, in the words of the API."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from django.db import models
from rest_framework import serializers

from api.fields import (
    FIRST_DATE,
    LAST_DATE,
    DocumentField,
    IsoDateField,
    IsoMomentField,
    PlainCharField,
    PlainTextField,
    StrictBooleanField,
    StrictChoiceField,
    StrictIntegerField,
    StrictUUIDField,
)
from api.refusals import BodyRefused
from kernel.reading import reading_field, shorten_value
from kernel.refusals import Refused, Unreadable
from kernel.violations import Violation

UNKNOWN = "field_unknown"


class StrictSerializer(serializers.Serializer[Any]):
    """A body in which every field is known. ``is_valid(raise_exception=True)`` raises BodyRefused
    with a violation for each fault.

    ``optional_in_answers``: the fields that not everybody is shown.
    """

    optional_in_answers: ClassVar[Sequence[str]] = ()

    def to_internal_value(self, data: Any) -> Any:
        errors: dict[str, Any] = {}
        values: Any = {}
        try:
            values = super().to_internal_value(data)
        except serializers.ValidationError as error:
            if not isinstance(error.detail, dict) or not isinstance(data, Mapping):
                raise
            errors = error.detail
        # Unknown fields are added to the faults of the known ones, so that all are named at once.
        writable = {field.field_name for field in self._writable_fields}
        for name in data:
            if name not in writable:
                errors[str(name)] = [serializers.ErrorDetail("Unknown field.", UNKNOWN)]
        if errors:
            raise serializers.ValidationError(errors)
        return values

    def is_valid(self, *, raise_exception: bool = False) -> bool:
        is_valid = super().is_valid(raise_exception=False)
        if not raise_exception:
            return is_valid
        violations = [*find_violations(self, self.initial_data)]
        # The faults inside of documents: of all of them where anything else is wrong.
        sent = self.initial_data if isinstance(self.initial_data, Mapping) else {}
        for name, field in self.fields.items():
            if not isinstance(field, DocumentField) or name in self.errors:
                continue
            # A field that may be null has no document then.
            is_sent = sent.get(name) is not None
            if is_sent and (self.errors or field.is_read_with_body):
                try:
                    with reading_field(name, names_all=True):
                        field.read_document(sent[name])
                except (Refused, Unreadable) as refusal:
                    violations += refusal.violations
        if violations:
            raise BodyRefused(violations=violations)
        return True


class StrictModelSerializer(StrictSerializer, serializers.ModelSerializer[Any]):
    """A serializer of a model whose fields read JSON strictly. Services write, so ``save`` is not
    used."""

    serializer_field_mapping: ClassVar[dict[Any, Any]] = {
        **serializers.ModelSerializer.serializer_field_mapping,
        models.BigAutoField: StrictIntegerField,
        models.BooleanField: StrictBooleanField,
        models.CharField: PlainCharField,
        models.DateField: IsoDateField,
        models.DateTimeField: IsoMomentField,
        models.IntegerField: StrictIntegerField,
        models.PositiveIntegerField: StrictIntegerField,
        models.PositiveSmallIntegerField: StrictIntegerField,
        models.TextField: PlainTextField,
        models.UUIDField: StrictUUIDField,
    }
    serializer_choice_field = StrictChoiceField


def find_violations(serializer: serializers.BaseSerializer[Any], data: Any) -> Iterator[Violation]:
    """Every fault that a serializer has found in ``data``, in the order of its fields.

    ``field`` is the dotted path of the place.
    """
    yield from _walk_errors(serializer, serializer.errors, data, ())


def _walk_errors(field: Any, errors: Any, data: Any, path: tuple[Any, ...]) -> Iterator[Violation]:
    """The leaves of a tree of errors, each with the field and the value that it is about."""
    if isinstance(errors, Mapping):
        for name, inner in errors.items():
            if name == "non_field_errors":
                yield from _walk_errors(field, inner, data, path)
            else:
                # A field of JSON with names of its own has one child for all of them.
                child = getattr(field, "child", None)
                if isinstance(field, serializers.BaseSerializer) and hasattr(field, "fields"):
                    child = field.fields.get(name)
                item = _find_item(data, name)
                yield from _walk_errors(child, inner, item, (*path, name))
    # A list of rows has a dictionary for each of them, empty for those without a fault; a fault of
    # the list itself (too long, no list) is a plain error, as that of a field.
    elif isinstance(field, serializers.ListSerializer) and errors and isinstance(errors[0], dict):
        for number, inner in enumerate(errors):
            item = _find_item(data, number)
            yield from _walk_errors(field.child, inner, item, (*path, number))
    else:
        for error in errors:
            code = _CODES.get(error.code, "wrong_type")
            params: dict[str, Any] = {"field": ".".join(map(str, path))}
            # A list or an object is not repeated: it may be as long as the body.
            if code in _CODES_WITH_VALUE and not isinstance(data, list | dict):
                params["value"] = shorten_value(data)
            yield Violation(code, params | _find_limits(field, error.code))


def _find_item(data: Any, name: Any) -> Any:
    # A fault may be about a value that is missing, or inside one of the wrong type.
    try:
        return data[name]
    except (KeyError, IndexError, TypeError):
        return None


_CODES = {
    "required": "field_missing",
    UNKNOWN: UNKNOWN,
    "min_value": "too_small",
    "max_value": "too_large",
    "min_length": "too_short",
    "max_length": "too_long",
    "blank": "too_short",
    "empty": "too_short",
    "invalid_choice": "no_such_choice",
    "date_out_of_range": "date_out_of_range",
    "control_character": "control_character",
}
"""DRF's codes of errors, and ours; every other one is a value of the wrong type."""


_CODES_WITH_VALUE = {"too_small", "too_large", "too_short", "too_long", "no_such_choice"}


def _find_limits(field: Any, error_code: str) -> dict[str, Any]:
    """The limit that a value has passed, by our names."""
    match error_code:
        case "min_value" | "min_length":
            return {"least": getattr(field, error_code)}
        case "max_value" | "max_length":
            return {"most": getattr(field, error_code)}
        case "blank" | "empty":
            return {"least": 1}
        case "invalid_choice":
            return {"choices": list(field.choices)}
        case "date_out_of_range":
            return {"least": str(FIRST_DATE), "most": str(LAST_DATE)}
        case _:
            return {}
