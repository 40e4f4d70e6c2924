"""Filters lists, and names every parameter that cannot be read: none is ignored."""

from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from rest_framework.request import Request

from api.filter_types import RowFilter, TextFilter, TruthFilter
from api.reading import not_found_by_query
from api.refusals import QueryRefused
from kernel.violations import Violation


class StrictFilterBackend(filters.DjangoFilterBackend):  # type: ignore[misc]
    """Filters a list by its ``filterset_class``, and names every parameter that cannot be read."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> Any:
        """The rows that fit. Raises QueryRefused, and NotFound for a row of the event that a
        parameter names and that is not there."""
        filterset = self.get_filterset(request, queryset, view)
        if filterset is None:
            return queryset
        violations: list[Violation] = []
        for name, each in filterset.filters.items():
            is_given = name in filterset.data
            # An empty value does not filter, for a form that is sent with empty fields. In an
            # address it is a mistake, but for a search: every name contains the empty text.
            is_empty = is_given and not filterset.data[name] and not isinstance(each, TextFilter)
            if not is_empty and name not in filterset.form.errors:
                continue
            if not is_given:
                violations.append(Violation("parameter_missing", {"field": name}))
            elif choices := list_filter_choices(each):
                params = {"field": name, "choices": choices}
                violations.append(Violation("parameter_refused", params))
            else:
                violations.append(Violation("parameter_refused", {"field": name}))
        if violations:
            raise QueryRefused(violations=violations)
        values = filterset.form.cleaned_data
        missing: list[str] = []
        for name, each in filterset.filters.items():
            is_row = isinstance(each, RowFilter) and values[name] is not None
            if is_row and not each.is_there(view.event, int(values[name]), values):
                missing.append(name)
        if missing:
            raise not_found_by_query(*missing)
        return filterset.qs


def list_filter_choices(parameter: filters.Filter) -> list[str]:
    """The values that a parameter can have, where they can be listed."""
    if isinstance(parameter, TruthFilter):
        return ["true", "false"]
    return [str(value) for value, _label in parameter.extra.get("choices", ())]


def list_repeatable_parameters(filterset_class: type[filters.FilterSet] | None) -> set[str]:
    """The names of the filters that may be given several times."""
    if filterset_class is None:
        return set()
    several = filters.MultipleChoiceFilter
    known = filterset_class.base_filters.items()
    return {name for name, each in known if isinstance(each, several)}
