"""For all tests: no test finds what another left in the cache, and a property is right or wrong,
however long a loaded machine takes over it."""

import pytest
from hypothesis import settings

settings.register_profile("la-bella", deadline=None)
settings.load_profile("la-bella")


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    from django.core.cache import cache  # the settings are chosen by now

    cache.clear()
