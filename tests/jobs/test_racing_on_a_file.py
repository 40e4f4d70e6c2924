"""The races for a job on SQLite, in a file that every thread opens for itself."""

import pytest

from tests.jobs.racing import *  # noqa: F403

pytestmark = pytest.mark.django_db(transaction=True)
