"""The statements on PostgreSQL."""

from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from database.statements import Statement, as_is, fetch_together
from tests.database.statement_checks import *  # noqa: F403

pytestmark = [pytest.mark.services, pytest.mark.django_db]

ADDED = Statement("SELECT %s::int + 1", {"sum": as_is})
DIVIDED = Statement("SELECT 1 / %s::int", {"quotient": as_is})
WITHOUT_PARAMETERS = Statement("SELECT 2", {"two": as_is})


def prepared_statements() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return {statement for (statement,) in cursor.fetchall()}


def test_a_statement_is_prepared_once_for_a_connection() -> None:
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert ADDED.fetch_one(1) == (2,)
    assert [query["sql"].split(" ", 1)[0] for query in queries] == ["EXECUTE"]
    assert any(sql.endswith("SELECT $1::int + 1") for sql in prepared_statements())


def test_several_statements_go_in_one_message() -> None:
    queries = [ADDED.with_parameters(1), WITHOUT_PARAMETERS.with_parameters()]
    fetch_together(*queries)
    with CaptureQueriesContext(connection) as sent:
        assert fetch_together(*queries) == [[(2,)], [(2,)]]
    assert len(sent) == 1


def test_a_statement_stays_prepared_when_its_transaction_is_rolled_back() -> None:
    with pytest.raises(DatabaseError, match="division by zero"), transaction.atomic():
        fetch_together(WITHOUT_PARAMETERS.with_parameters(), DIVIDED.with_parameters(0))
    assert DIVIDED.fetch_one(1) == (1,)


@pytest.mark.django_db(transaction=True)
def test_a_new_connection_prepares_again() -> None:
    ADDED.fetch_one(1)
    connection.close()
    assert ADDED.fetch_one(2) == (3,)


def test_a_pooler_may_get_the_statements_as_they_are(settings: Any) -> None:
    settings.DATABASE_PREPARES = False
    before = prepared_statements()
    other = Statement("SELECT %s::int + 7", {"sum": as_is})
    assert fetch_together(other.with_parameters(1), ADDED.with_parameters(1)) == [[(8,)], [(2,)]]
    assert prepared_statements() == before
