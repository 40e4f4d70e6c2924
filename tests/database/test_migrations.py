"""The data migrations on SQLite."""

import pytest

from tests.database.migration_checks import *  # noqa: F403

pytestmark = pytest.mark.django_db(transaction=True)
