"""Texts compared without accents and capitals, alike in both databases and in Python."""

import unicodedata
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, Func
from django.db.models.sql.compiler import SQLCompiler

from database.text import fold_text

_ACCENTED = [
    sign
    for sign in map(chr, range(0xC0, 0x250))
    if len(fold_text(sign)) == 1 and unicodedata.category(sign) in ("Lu", "Ll")
]
_APOSTROPHES = "’ʼ‘`´"
_FROM = "".join(_ACCENTED) + _APOSTROPHES
_TO = "".join(map(fold_text, _ACCENTED)) + "'" * len(_APOSTROPHES)


class Folded(Func):
    """A text as ``fold_text`` makes it. PostgreSQL folds the letters of European languages."""

    function = "fold_text"
    output_field = CharField()

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **extra: Any
    ) -> tuple[str, Any]:
        # SQLite calls back into this process. A connection learns the function with the first
        # statement that needs it; to repeat that costs nothing.
        connection.ensure_connection()
        connection.connection.create_function("fold_text", 1, fold_text, deterministic=True)
        return self.as_sql(compiler, connection, **extra)

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **extra: Any
    ) -> tuple[str, Any]:
        sql, params = self.as_sql(
            compiler, connection, template="lower(translate(%(expressions)s, %%s, %%s))", **extra
        )
        return sql, (*params, _FROM, _TO)
