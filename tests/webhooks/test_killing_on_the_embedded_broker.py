"""Killed senders, on SQLite and the broker of files."""

import pytest

from tests.webhooks.killing import *  # noqa: F403

pytestmark = pytest.mark.django_db(transaction=True)
