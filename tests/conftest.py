"""For all tests: translations are compiled, caches are empty, and properties have no deadline,
because a loaded machine takes longer over them."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from wording.catalogues import InvalidCatalogue, compile_catalogues

SERVICES = Path(__file__).parent / "services"

settings.register_profile("la-bella", deadline=None)
settings.load_profile("la-bella")


def pytest_configure() -> None:
    """Also where no ``make`` target has run. With xdist, before the workers are started."""
    # What is collected stays to the end: the garbage collector would only traverse it.
    gc.disable()
    try:
        compile_catalogues()
    except InvalidCatalogue as error:
        raise pytest.UsageError(str(error)) from error


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`make test-services` looks for its tests in one folder: elsewhere they would never run."""
    for item in items:
        if item.get_closest_marker("services") and SERVICES not in item.path.parents:
            raise pytest.UsageError(f"{item.nodeid} belongs into tests/services")


def pytest_collection_finish() -> None:
    """Everything is loaded: as in the processes of the server, the garbage collector need not
    traverse it."""
    from config.memory import settle  # the settings are chosen by now

    gc.enable()
    settle()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """The database of pytest-django, which is emptied faster after a test."""
    # The settings are chosen by now.
    from live.computed import get_database_identity
    from tests.distinct_ids import start_ids_apart
    from tests.emptying import empty_only_what_is_written

    with django_db_blocker.unblock():
        start_ids_apart()
        # As in a process that has answered before: no test counts the queries for it.
        get_database_identity()
        empty_only_what_is_written()


@pytest.fixture(scope="module")
def module_rows(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Makes the rows of fixtures of this scope, which use it, the same for all tests of a module:
    each test takes back what it writes, and the module takes back those rows. Not for a module with
    tests that commit."""
    from django.db import transaction  # the settings are chosen by now

    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    from config.cache import empty_caches  # the settings are chosen by now
    from scoring.kept_folds import KEPT_FOLDS

    empty_caches()
    # A database that was rolled back gives the ids of its matches to others.
    KEPT_FOLDS.clear()
