"""Tampering on SQLite."""

import pytest

from tests.tournaments.tampering_checks import *  # noqa: F403

pytestmark = pytest.mark.django_db
