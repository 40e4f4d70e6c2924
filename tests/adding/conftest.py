"""What is added in these tests is in no OpenAPI document of any other."""

from collections.abc import Iterator

import pytest

from api.openapi.document import make_schema
from tests.api.client import openapi

KEPT = (make_schema, openapi)


@pytest.fixture(autouse=True)
def _own_schema() -> Iterator[None]:
    for each in KEPT:
        each.cache_clear()
    yield
    for each in KEPT:
        each.cache_clear()
