"""The compiled queries on SQLite."""

import pytest

from tests.database.compiled_checks import *  # noqa: F403

pytestmark = pytest.mark.django_db
