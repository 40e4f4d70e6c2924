"""What distinguishes a database from its copies is there before a page asks for it."""

import pytest
from django.core.management import call_command

from live.computed import draw_database_identity
from live.models import DatabaseIdentity

pytestmark = pytest.mark.django_db


def test_a_database_that_was_migrated_has_an_identity() -> None:
    assert DatabaseIdentity.objects.get().value


def test_a_restored_database_gets_another_one_by_its_next_start() -> None:
    before = DatabaseIdentity.objects.get().value
    DatabaseIdentity.objects.all().delete()
    call_command("migrate", verbosity=0)
    after = DatabaseIdentity.objects.get().value
    assert after != before
    assert draw_database_identity() == after
