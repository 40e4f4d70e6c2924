"""Killed workers, on PostgreSQL and Redis."""

import pytest
from django.conf import settings
from django.db import connection

from tests.jobs.killing import *  # noqa: F403

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def test_the_services_are_postgresql_and_redis():
    assert connection.vendor == "postgresql"
    assert settings.REDIS_URL
