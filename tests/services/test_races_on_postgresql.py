"""The races on PostgreSQL, where two transactions really run at once."""

import pytest
from django.db import connection

from tests.races.bracket_changes import *  # noqa: F403
from tests.races.desk import *  # noqa: F403
from tests.races.hall import *  # noqa: F403
from tests.races.lines import *  # noqa: F403
from tests.races.requests import *  # noqa: F403

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def test_the_database_is_postgresql() -> None:
    assert connection.vendor == "postgresql"
