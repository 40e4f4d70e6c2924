"""The cache of what is computed from rows, by their versions: it may be lost at any time, and what
is found in it was made from the same rows."""

from functools import cache
from typing import Final, cast
from uuid import uuid4

from django.core.cache import BaseCache, caches
from django.db import DEFAULT_DB_ALIAS
from django.utils.connection import ConnectionProxy

from live.models import DatabaseIdentity

COMPUTED: Final = "computed"
computed_cache = cast("BaseCache", ConnectionProxy(caches, COMPUTED))
"""Apart from the default cache, whose counters must not be lost. Readers choose many of the keys in
here, such as those of pages and of searches, and could displace anything beside them."""
EDITION: Final = 9
"""Part of every entity tag and key. Raise it when a release renders the same rows differently, and
when it moves or changes a class whose objects are cached: Redis gives back what the release before
has stored."""


def make_key(kind: str, *parts: object) -> str:
    """The key of a value that depends on ``parts`` alone: ids, and versions of rows."""
    return ":".join(map(str, (kind, EDITION, get_database_identity(), *parts)))


@cache
def get_database_identity() -> str:
    """What distinguishes this database from every copy of it. After a restore versions come again,
    with other content, so it belongs to each tag and key that has versions.

    Read once a process: a database is replaced only while no process uses it
    (docs/how-to/backup-and-restore.md).
    """
    return draw_database_identity()


def draw_database_identity(using: str = DEFAULT_DB_ALIAS) -> str:
    """The identity of a database, drawn now if it has none."""
    # Of two processes that find no row, the second one gets that of the first.
    row, _is_new = DatabaseIdentity.objects.using(using).get_or_create(
        pk=DatabaseIdentity.ONLY, defaults={"value": uuid4().hex[:12]}
    )
    return row.value
