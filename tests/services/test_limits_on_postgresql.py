"""The limits of texts, on PostgreSQL."""

import pytest

from tests.limits.limits import *  # noqa: F403

pytestmark = [pytest.mark.services, pytest.mark.django_db]
