"""The labels of an event's entries, as all pages and the API read them."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from tests.factories import NOW, make_event, owner_of
from tournaments.models import Event
from tournaments.selectors.registration.names import load_entry_names
from tournaments.services.registration.entries import enter
from tournaments.services.registration.withdrawals import withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Any:
    return make_event(pairs=3, drawn=False)


def add(event: Event, *players: str, club: str = "") -> int:
    names = tuple(Name(first, last) for first, last in map(str.split, players))
    details = EntryDetails(players=names, club_name=club)
    return enter(event=event, form=details, actor=owner_of(event.club), now=NOW).pk


def short_names(event: Event, *entries: int) -> list[str]:
    """Read one by one, as the sheet of a match reads them."""
    return [load_entry_names(event, [entry])[entry].short for entry in entries]


def test_a_second_pair_of_the_same_surnames_changes_the_label_of_the_first(event: Event) -> None:
    first = add(event, "Gino Montanari", "Ugo Ricci")
    assert short_names(event, first) == ["Montanari – Ricci"]
    second = add(event, "Pia MONTANARI", "Ada Ricci")
    assert short_names(event, first, second) == ["Montanari G. – Ricci", "MONTANARI P. – Ricci"]


def test_some_labels_are_read_as_all_are(event: Event) -> None:
    pairs = [("Gino Rossi", "Ugo Ricci"), ("Gianni Rossi", "Ada Ricci"), ("Ivo Ricci", "Gino Neri")]
    entries = [add(event, *players) for players in pairs]
    everyone = load_entry_names(event)
    assert {entry: load_entry_names(event, [entry])[entry] for entry in entries} == {
        entry: everyone[entry] for entry in entries
    }
    with CaptureQueriesContext(
        connection,
    ) as queries:
        load_entry_names(event, entries)
    assert len(queries) == 1


def test_a_withdrawn_pair_is_no_reason_for_another_label(event: Event) -> None:
    first = add(event, "Gino Rossi", "Ugo Ricci")
    entry = event.entries.get(pk=first)
    withdraw(entry=entry, reason="", actor=owner_of(event.club), now=NOW)
    again = add(event, "Gino Rossi", "Ugo Ricci")
    assert short_names(event, again) == ["Rossi – Ricci"]


def test_hidden_surnames_are_told_apart_by_the_club(event: Event) -> None:
    event.names = Event.Names.INITIAL
    event.save(update_fields=["names"])
    entries = [
        add(event, "Gino Rossi", "Ugo Ricci", club="Savio"),
        add(event, "Gino Rinaldi", "Ugo Rizzi", club="Rubicone"),
    ]
    assert short_names(event, *entries) == [
        "Gino R. – Ugo R. (Savio)",
        "Gino R. – Ugo R. (Rubicone)",
    ]


def test_another_event_of_the_club_is_no_reason_for_another_label(event: Event) -> None:
    first = add(event, "Gino Rossi", "Ugo Ricci")
    other = make_event(club=event.club, pairs=2, drawn=False)
    add(other, "Pia Rossi", "Ada Ricci")
    assert short_names(event, first) == ["Rossi – Ricci"]
