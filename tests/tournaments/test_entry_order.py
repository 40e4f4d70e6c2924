"""Lists of entries in an order, and searched without accents and capitals."""

import pytest

from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from tests.factories import NOW, make_club, make_event, owner_of
from tournaments.models import Entry, Event
from tournaments.selectors.registration.entries import EntryOrder, select_entries
from tournaments.selectors.registration.players import list_players_to_manage
from tournaments.services.registration.entries import import_entries

pytestmark = pytest.mark.django_db

PAIRS = (
    ("Zoe", "Àbeti", "Ivo", "Neri", "Sarsina"),
    ("Ugo", "dall’Ara", "Pia", "Nicolò", ""),
    ("Ada", "Dall'Aglio", "Rino", "Zùccoli", "Òrsola"),
    ("Elio", "CASADEI", "Gino", "Fabbri", "Bagno"),
)


@pytest.fixture
def event() -> Event:
    event = make_event(club=make_club(), pairs=0, drawn=False)
    forms = [
        EntryDetails(players=(Name(first, last), Name(other, other_last)), club_name=club)
        for first, last, other, other_last, club in PAIRS
    ]
    import_entries(event=event, forms=forms, actor=owner_of(event.club), now=NOW)
    return event


def surnames(event: Event, words: str = "", order: EntryOrder = EntryOrder.NUMBER) -> list[str]:
    return [
        entry.members.get(position=0).player.last_name
        for entry in select_entries(event, words, order)
    ]


def test_surnames_are_sorted_without_accents_capitals_and_kinds_of_apostrophes(
    event: Event,
) -> None:
    expected = ["Àbeti", "CASADEI", "Dall'Aglio", "dall’Ara"]
    assert surnames(event, order=EntryOrder.SURNAME) == expected


def test_clubs_are_sorted_and_who_has_none_is_last(event: Event) -> None:
    expected = ["CASADEI", "Dall'Aglio", "Àbeti", "dall’Ara"]
    assert surnames(event, order=EntryOrder.CLUB) == expected


def test_by_state_who_is_not_here_comes_first_and_who_left_last(event: Event) -> None:
    event.entries.filter(members__player__last_name="Àbeti").update(present_at=NOW)
    event.entries.filter(members__player__last_name="CASADEI").update(state=Entry.State.WITHDRAWN)
    found = surnames(event, order=EntryOrder.STATE)
    assert found == ["dall’Ara", "Dall'Aglio", "Àbeti", "CASADEI"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("abeti", ["Àbeti"]),
        ("NICOLO", ["dall’Ara"]),
        ("nicolò", ["dall’Ara"]),
        ("dall'a", ["dall’Ara", "Dall'Aglio"]),
        ("zuccoli dall", ["Dall'Aglio"]),
        ("orsola", ["Dall'Aglio"]),
        ("%", []),
        ("Casadéi", ["CASADEI"]),
    ],
)
def test_either_surname_is_found_whatever_its_accents_and_capitals(
    event: Event, words: str, found: list[str]
) -> None:
    assert surnames(event, words) == found


def test_a_public_list_neither_finds_nor_sorts_by_hidden_surnames(event: Event) -> None:
    event.names = Event.Names.INITIAL
    assert not select_entries(event, "casadei", as_shown=True)
    assert len(select_entries(event, "elio", as_shown=True)) == 1
    rows = select_entries(event, order=EntryOrder.SURNAME, as_shown=True)
    first_names = [row.members.get(position=0).player.first_name for row in rows]
    assert first_names == ["Ada", "Elio", "Ugo", "Zoe"]


def test_players_of_a_club_are_sorted_and_found_alike(event: Event) -> None:
    actor = owner_of(event.club)
    found = [player.last_name for player in list_players_to_manage(actor, event.club)]
    assert found[:4] == ["Àbeti", "CASADEI", "Dall'Aglio", "dall’Ara"]
    sought = list_players_to_manage(actor, event.club, "ZUCCOLI")
    assert [player.last_name for player in sought] == ["Zùccoli"]
