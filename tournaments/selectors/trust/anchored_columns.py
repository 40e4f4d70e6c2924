"""Digests of the columns of rows, as anchors cover them."""

from collections.abc import Iterable, Sequence
from typing import Any

from competition.trust.anchors import Items
from kernel.canonical import digest
from scoring.sheets import instant


def join_author(kind: str, id_: str) -> str:
    """The author of a later act as anchors have always covered it: in one text, empty for none.
    Made from the columns as they are: a kind that does not exist is a fault to find."""
    if not kind:
        return ""
    return f"{kind} {id_}"


def digest_rows(
    kind: str, rows: Iterable[Any], names: Sequence[str], *, later_author: str = ""
) -> Items:
    """The digests of these columns of each row, by kind and id. ``later_author``: the author of a
    later act on the row, which is covered as well."""
    items: dict[str, str] = {}
    for row in rows:
        more: dict[str, str] = {}
        if later_author:
            author_kind = getattr(row, f"{later_author}_kind")
            more[later_author] = join_author(author_kind, getattr(row, f"{later_author}_id"))
        items[f"{kind}:{row.pk}"] = digest_columns(row, *names, **more)
    return items


def digest_columns(row: Any, *names: str, **more: str) -> str:
    """The digest of these columns of a row, and of ``more`` values by their names."""
    # A moment is written as sheets write it: in UTC and with all digits, whatever the database.
    document: dict[str, Any] = {**more}
    for name in names:
        value = getattr(row, name)
        if hasattr(value, "astimezone"):
            value = instant(value)
        document[name] = value
    return digest(document)
