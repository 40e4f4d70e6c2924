"""The races on SQLite, in a file that every thread opens for itself."""

import pytest

from tests.races.bracket_changes import *  # noqa: F403
from tests.races.desk import *  # noqa: F403
from tests.races.hall import *  # noqa: F403
from tests.races.lines import *  # noqa: F403
from tests.races.requests import *  # noqa: F403

pytestmark = pytest.mark.django_db(transaction=True)
