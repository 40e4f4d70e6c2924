"""The data migrations on PostgreSQL."""

import pytest

from tests.database.migration_checks import *  # noqa: F403

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
