"""Copies of events that this process has already made through the services.

The services take 45 ms for a running event of four pairs, writing its rows again takes 3 ms. Each
process makes each kind of event through the services once; the tests get the same rows, with an id
of their own. Only in an SQLite database that has nothing but clubs and users: there the services
would use the same ids for the rows.
"""

import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from secrets import token_hex
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.utils import timezone

from tests.distinct_ids import list_tables_with_used_ids
from tests.emptying import list_tables_with_rows
from tournaments.models import Club, Event
from tournaments.services.draws import draws

UNRELATED = frozenset(
    {
        "accounts_token",
        "accounts_user",
        "auth_permission",
        "django_content_type",
        "django_migrations",
        "django_session",
        "jobs_workerheartbeat",
        "live_databaseidentity",
        "tournaments_club",
        "tournaments_role",
    }
)
"""The rows of a new event depend on nothing in these tables but its club and the owner."""
UPDATED_AT = "@updated_at@"


@dataclass(frozen=True, slots=True)
class EventCopy:
    """The statements that write the rows of an event, and the id that it has in them."""

    event_id: UUID
    statements: tuple[str, ...]

    def write(self) -> UUID:
        """Writes the rows with a new id: answers are kept in memory by the id of their event."""
        event_id = uuid4()
        replacements = {
            str(self.event_id): str(event_id),
            self.event_id.hex: event_id.hex,
            UPDATED_AT: timezone.now().strftime("%Y-%m-%d %H:%M:%S.%f"),
        }
        pattern = re.compile("|".join(replacements))
        with connection.cursor() as cursor:
            # Foreign keys are checked at the end of the transaction: the order does not matter.
            for statement in self.statements:
                cursor.execute(pattern.sub(lambda found: replacements[found[0]], statement))
        return event_id


_copies: dict[Hashable, EventCopy] = {}


def copy_or_make(club: Club, arguments: Hashable, make: Callable[[], Event]) -> UUID:
    """The id of a new event of the club. ``arguments`` is all that ``make`` depends on."""
    if not is_first():
        return make().pk
    owner_id = club.roles.get(kind="OWNER").user_id
    key = (club.pk, club.name, owner_id, arguments)
    if key not in _copies:
        _copies[key] = _make_copy(make)
    return _copies[key].write()


def is_first() -> bool:
    """Whether the services would make the same rows in any other test."""
    if connection.vendor != "sqlite" or not connection.in_atomic_block:
        return False
    if vars(draws)["token_hex"] is not token_hex:
        # This test chooses the secret of the draw.
        return False
    # Also tables whose rows were deleted: their next id is not the first one.
    used = list_tables_with_used_ids()
    return UNRELATED.issuperset(used) and UNRELATED.issuperset(list_tables_with_rows())


def _make_copy(make: Callable[[], Event]) -> EventCopy:
    """Makes the event and rolls it back: the first test gets a copy like all others."""
    with transaction.atomic():
        event_id = make().pk
        tables = [name for name in list_tables_with_rows() if name not in UNRELATED]
        copy = EventCopy(event_id, tuple(_dump(name) for name in tables))
        transaction.set_rollback(True)
    return copy


def _dump(table: str) -> str:
    """The statement that writes the rows of a table."""
    # Names of tables and columns come from the models, never from outside.
    name = connection.ops.quote_name(table)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {name} LIMIT 0")
        columns = [connection.ops.quote_name(column[0]) for column in cursor.description]
        values = " || ',' || ".join(
            f"'''{UPDATED_AT}'''" if column == '"updated_at"' else f"quote({column})"
            for column in columns
        )
        cursor.execute(f"SELECT '(' || {values} || ')' FROM {name} ORDER BY rowid")
        rows = ", ".join(row for (row,) in cursor.fetchall())
    return f"INSERT INTO {name} ({', '.join(columns)}) VALUES {rows}"
