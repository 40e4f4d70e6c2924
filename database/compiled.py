"""Queries of the ORM that are compiled to SQL once.

Django builds the SQL of a query each time that the query is made, which takes several times as long
as running a short one. Of a query that every page makes, only the parameters differ.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators
from django.db.models.sql.compiler import SQLCompiler

from database.statements import adapt_value

RowT = TypeVar("RowT")
Parameter: TypeAlias = int | UUID | date | Sequence[int]
Converters: TypeAlias = Mapping[int, tuple[Iterable[Callable[[Any, Any, Any], Any]], Any]]
"""By the index of a column: the functions that convert its values, and its expression for them."""
FIRST_ID = 2_000_000_001
FIRST_NUMBER = 32_001
"""What stands for ids and for single numbers while a query is compiled. Also the smallest columns
can have such numbers, or the ORM would leave the condition out."""
LAST_DAY = date.max.toordinal()


class _Statement(NamedTuple):
    sql: str
    constants: tuple[Any, ...]
    """All values in the order of the SQL, with marks where a parameter is."""
    places: tuple[tuple[int, int], ...]
    """Where the marks are in ``constants``, each with the index of the value that replaces it."""
    converters: Converters
    instances: "_Instances | None"
    """What makes instances of the rows, if the query is of these."""

    def fetch(self, values: Sequence[Any]) -> list[Any]:
        """All rows or instances with these values of the parameters. One query."""
        parameters = list(self.constants)
        for place, index in self.places:
            parameters[place] = adapt_value(values[index])
        with connection.cursor() as cursor:
            cursor.execute(self.sql, parameters)
            rows: list[Any] = cursor.fetchall()
        if self.converters:
            rows = [self.convert_row(row) for row in rows]
        if self.instances is not None:
            return [self.instances.make(row) for row in rows]
        return rows

    def convert_row(self, row: Sequence[Any]) -> tuple[Any, ...]:
        """The values of a row as those of the model's fields."""
        values = list(row)
        for index, (functions, expression) in self.converters.items():
            for convert in functions:
                values[index] = convert(values[index], expression, connection)
        return tuple(values)


class _Instances:
    """Makes instances of a model of the rows of a query, with what ``select_related`` and
    ``annotate`` add to them, as Django's ``ModelIterable`` does."""

    def __init__(self, compiler: SQLCompiler) -> None:
        model_columns = compiler.klass_info["select_fields"]
        self._model = compiler.klass_info["model"]
        self._columns = slice(model_columns[0], model_columns[-1] + 1)
        selected = compiler.select[self._columns]
        self._names = [column.target.attname for column, *_ in selected]
        # The stubs are those of a later Django, which also asks for a fetch mode.
        self._related = get_related_populators(  # type: ignore[call-arg]
            compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS
        )
        self._annotations = compiler.annotation_col_map or {}

    def make(self, row: Sequence[Any]) -> Model:
        values = row[self._columns]
        instance: Model = self._model.from_db(DEFAULT_DB_ALIAS, self._names, values)
        for related in self._related:
            related.populate(row, instance)
        for name, index in self._annotations.items():
            setattr(instance, name, row[index])
        return instance


class CompiledQuery(Generic[RowT]):
    """The instances of a query, or the rows of its ``values_list``: a decorator of the function
    that makes the query. Its parameters are numbers, UUIDs, days, and sequences of ids for
    ``__in``; apart from these, it makes the same query each time."""

    def __init__(self, build: Callable[..., QuerySet[Any, RowT]]) -> None:
        self.build = build
        self._statements: dict[tuple[int | None, ...], _Statement] = {}
        """By the number of ids in each parameter, or None for a single value."""

    def fetch_one(self, *parameters: Parameter) -> RowT | None:
        """The first one, or None."""
        for found in self.fetch(*parameters):
            return found
        return None

    def fetch(self, *parameters: Parameter) -> list[RowT]:
        """All rows or instances. One query."""
        values: list[Any] = []
        shape: list[int | None] = []
        for parameter in parameters:
            if isinstance(parameter, int | UUID | date):
                values.append(parameter)
                shape.append(None)
            else:
                # The last id is repeated up to a power of two: few lengths have to be compiled.
                ids = list(parameter)
                if ids:
                    length = 1 << (len(ids) - 1).bit_length()
                    ids += [ids[-1]] * (length - len(ids))
                values += ids
                shape.append(len(ids))
        if 0 in shape:
            # Without any id, a condition is other SQL.
            return list(self.build(*parameters))
        key = tuple(shape)
        if key not in self._statements:
            self._statements[key] = _compile(self.build, parameters, shape)
        return self._statements[key].fetch(values)


def _compile(
    build: Callable[..., QuerySet[Any, Any]],
    parameters: Sequence[Parameter],
    shape: Sequence[int | None],
) -> _Statement:
    """Compiles the query with a mark for each value, and finds where these are in the SQL."""
    # Values that no query has as constants.
    marks: list[Any] = []
    marked_parameters: list[Any] = []
    for parameter, length in zip(parameters, shape, strict=True):
        index = len(marks)
        match parameter:
            case UUID():
                marks.append(UUID(int=index))
            case date():
                marks.append(date.fromordinal(LAST_DAY - index))
            case int():
                marks.append(FIRST_NUMBER + index)
            case _:
                marks += range(FIRST_ID + index, FIRST_ID + index + (length or 0))
        new_marks = marks[index:]
        if length is None:
            marked_parameters += new_marks
        else:
            marked_parameters.append(new_marks)
    queryset = build(*marked_parameters)
    compiler = queryset.query.get_compiler(connection=connection)
    sql, constants = compiler.as_sql()
    indices = {adapt_value(mark): index for index, mark in enumerate(marks)}
    places: list[tuple[int, int]] = []
    for place, value in enumerate(constants):
        if isinstance(value, Hashable) and value in indices:
            places.append((place, indices[value]))
    if len({index for _, index in places}) != len(marks):
        message = f"A parameter is not in the SQL as it is: {sql}"
        raise ValueError(message)
    columns = [column for column, *_ in compiler.select]
    converters = compiler.get_converters(columns)
    instances: _Instances | None = None
    if issubclass(queryset._iterable_class, ModelIterable):  # noqa: SLF001  (values_list has its own)
        instances = _Instances(compiler)
    return _Statement(sql, tuple(constants), tuple(places), converters, instances)
