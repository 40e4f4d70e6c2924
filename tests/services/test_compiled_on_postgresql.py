"""The compiled queries on PostgreSQL."""

import pytest

from tests.database.compiled_checks import *  # noqa: F403

pytestmark = [pytest.mark.services, pytest.mark.django_db]
