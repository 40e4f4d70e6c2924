"""The stream on SQLite, where it looks by itself."""

import pytest

from tests.live.streaming import *  # noqa: F403

pytestmark = pytest.mark.django_db(transaction=True)
