"""The statements on SQLite."""

import pytest

from tests.database.statement_checks import *  # noqa: F403

pytestmark = pytest.mark.django_db
