"""A real server with its streams, on SQLite."""

import pytest

from tests.live.serving import *  # noqa: F403

pytestmark = pytest.mark.django_db(transaction=True)
