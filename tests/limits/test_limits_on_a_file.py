"""The limits of texts, on SQLite."""

import pytest

from tests.limits.limits import *  # noqa: F403

pytestmark = pytest.mark.django_db
