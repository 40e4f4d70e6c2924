"""Transactions that are run again, on any database."""

import pytest
from django.db import IntegrityError, connection

from database.transactions import MOST_CONFLICTS, ReadTooEarly, atomic_with_retry
from tests.factories import NOW, make_club
from tournaments.models import Club

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_was_read_too_early_is_read_again_and_nothing_is_written_twice() -> None:
    names = iter(("Primo", "Secondo", "Terzo"))

    @atomic_with_retry
    def found() -> str:
        name = next(names)
        Club.objects.create(name=name, created_at=NOW)
        if name != "Terzo":
            raise ReadTooEarly
        return name

    assert found() == "Terzo"
    assert [club.name for club in Club.objects.all()] == ["Terzo"]


def test_a_race_that_is_always_lost_ends() -> None:
    tries = []

    @atomic_with_retry
    def lose() -> None:
        tries.append(1)
        raise ReadTooEarly

    with pytest.raises(ReadTooEarly):
        lose()
    assert len(tries) == MOST_CONFLICTS + 1


def test_arguments_are_as_they_were_when_a_function_is_run_again() -> None:
    club = make_club(name="Prima")
    seen = []

    @atomic_with_retry
    def rename(*, clubs: list[Club], to: str) -> None:
        (one,) = clubs
        seen.append(one.name)
        one.name = to
        one.save()
        if len(seen) < 3:
            raise ReadTooEarly

    rename(clubs=[club], to="Dopo")
    assert seen == ["Prima", "Prima", "Prima"]
    assert club.name == "Dopo"


def test_only_the_outermost_transaction_is_run_again() -> None:
    tries = []

    @atomic_with_retry
    def inner() -> None:
        tries.append("inner")
        if tries.count("inner") < 2:
            raise ReadTooEarly

    @atomic_with_retry
    def outer() -> None:
        tries.append("outer")
        inner()

    outer()
    assert tries == ["outer", "inner", "outer", "inner"]


def test_a_fault_of_the_code_is_not_run_again() -> None:
    tries = []

    @atomic_with_retry
    def fail() -> None:
        tries.append(1)
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO tournaments_club (name) VALUES (NULL)")

    with pytest.raises(IntegrityError):
        fail()
    assert len(tries) == 1
