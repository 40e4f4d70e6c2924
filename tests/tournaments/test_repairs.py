"""Repairs on SQLite."""

import pytest

from tests.tournaments.repair_checks import *  # noqa: F403

pytestmark = pytest.mark.django_db
