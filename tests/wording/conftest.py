"""The reader's language is Italian unless a test says otherwise."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def _in_italian() -> Iterator[None]:
    with translation.override("it"):
        yield
