"""The streams of programs on SQLite."""

import pytest

from tests.live.program_streaming import *  # noqa: F403

pytestmark = pytest.mark.django_db(transaction=True)
