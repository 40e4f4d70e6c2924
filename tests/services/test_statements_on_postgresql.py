"""The statements on PostgreSQL."""

import pytest

from tests.database.statement_checks import *  # noqa: F403

pytestmark = [pytest.mark.services, pytest.mark.django_db]
