"""``?ordering=``: the lists of the API in the order that a program asks for."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import DateTimeField, F, IntegerField, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from rest_framework.filters import BaseFilterBackend
from rest_framework.request import Request

from api.reading import LAST_MOMENT
from api.refusals import QueryRefused
from kernel.violations import Violation

PARAMETER: Final = "ordering"
LARGEST_NUMBER: Final = 2**31 - 1


class OrderingFilter(BaseFilterBackend):
    """Orders a list by the ``ordering_fields`` of its view, as the framework's filter of this name
    does. What is unknown is refused, and the primary key ends every order."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> Any:
        """The rows with what they are ordered by; the pages follow ``view.ordering``. Raises
        QueryRefused."""
        text = request.query_params.get(PARAMETER)
        if text is None or not view.ordering_fields:
            return queryset
        fields = text.split(",")
        choices = [sign + name for name in view.ordering_fields for sign in ("", "-")]
        if not set(fields) <= set(choices):
            params = {"field": PARAMETER, "choices": choices}
            raise QueryRefused(violations=[Violation("parameter_refused", params)])
        # A field orders once: whatever follows it finds no equal rows.
        first_fields: dict[str, str] = {}
        for field in fields:
            first_fields.setdefault(field.removeprefix("-"), field)
        keys: dict[str, Combinable] = {}
        ordering: list[str] = []
        for name, field in first_fields.items():
            sign = "-" if field.startswith("-") else ""
            for number, key in enumerate(view.list_ordering_keys(name)):
                # Annotated, because a page begins after the values of the row before it.
                column = f"order_{name}_{number}"
                keys[column] = key
                ordering.append(sign + column)
        view.ordering = (*ordering, "pk")
        return queryset.annotate(**keys)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        fields = view.ordering_fields
        if not fields:
            return []
        names = ", ".join(f"`{name}`" for name in fields)
        one_field = f"-?({'|'.join(fields)})"
        return [
            {
                "name": PARAMETER,
                "in": "query",
                "description": f"The order of the rows: {names}, several with commas, each with a "
                "`-` before it for the opposite order. Rows without a value come last, or first "
                "in the opposite order.",
                "schema": {"type": "string", "pattern": f"^{one_field}(,{one_field})*$"},
            }
        ]


def number_or_last(column: str) -> Combinable:
    """A number for an order in which rows without it come last: pages know no null."""
    return Coalesce(F(column), Value(LARGEST_NUMBER), output_field=IntegerField())


def moment_or_last(column: str) -> Combinable:
    """A moment for an order in which rows without it come last."""
    return Coalesce(F(column), Value(LAST_MOMENT), output_field=DateTimeField())


PAIRING_ORDERS: Final = ("table", "called_at", "decided_at")
"""What pairings and matches can be ordered by."""


def list_pairing_keys(name: str) -> Sequence[Combinable]:
    """The value by which one of PAIRING_ORDERS orders pairings."""
    if name == "table":
        return [number_or_last("table__number")]
    return [moment_or_last(name)]
