"""Repairs on PostgreSQL."""

import pytest
from django.db import connection

from tests.tournaments.repair_checks import *  # noqa: F403

pytestmark = [pytest.mark.services, pytest.mark.django_db]


def test_the_database_is_postgresql() -> None:
    assert connection.vendor == "postgresql"
