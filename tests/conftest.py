"""For all tests: translations are compiled, caches are empty, and properties have no deadline,
because a loaded machine takes longer over them."""

import pytest
from hypothesis import settings

from wording.catalogues import InvalidCatalogue, compile_catalogues

settings.register_profile("la-bella", deadline=None)
settings.load_profile("la-bella")


def pytest_configure() -> None:
    """Also where no ``make`` target has run. With xdist, before the workers are started."""
    try:
        compile_catalogues()
    except InvalidCatalogue as error:
        raise pytest.UsageError(str(error)) from error


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    from django.core.cache import cache  # the settings are chosen by now

    cache.clear()
