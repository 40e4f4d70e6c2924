"""In a large event an entry is found by its name, where a small one has a list."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from tests.factories import NOW, draw_now, make_event, owner_of
from tests.web.pages import html_of, text_of
from tournaments.models import Absence, Club, Event, PairingConstraint, Penalty, Protest
from tournaments.services.registration.entries import import_entries
from web.desk.entry_field import MOST_OFFERED, EntriesField, EntryOffer

PAIRS = MOST_OFFERED + 12
RADIO = re.compile(r'type="radio" name="(\w+)" value="(\d+)"')


@pytest.fixture
def large(club: Club) -> Event:
    return make_event(club=club, pairs=PAIRS, format="swiss", options={"rounds": 3})


def entry_named(event: Event, number: int) -> int:
    return event.entries.get(members__player__last_name=f"Zoffoli{number}").pk


def test_a_small_event_has_a_list(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4)
    page = html_of(desk.get(f"/desk/events/{event.pk}/protests/"))
    assert '<select name="entry"' in page
    assert page.count("Zoffoli") == 4


def test_a_pair_is_found_by_a_name(desk: Client, large: Event) -> None:
    path = f"/desk/events/{large.pk}/protests/"
    assert '<input type="text" name="entry"' in html_of(desk.get(path))
    assert "Zoffoli" not in html_of(desk.get(path))
    desk.post(path, {"entry": "zoffoli135", "text": "Carta mancante"})
    assert Protest.objects.get().entry_id == entry_named(large, 135)


def test_of_several_pairs_with_a_name_one_is_chosen(desk: Client, large: Event) -> None:
    path = f"/desk/events/{large.pk}/protests/"
    sent = {"entry": "Zoffoli13", "text": "Carta mancante"}
    page = desk.post(path, sent)
    assert page.status_code == 422
    assert "Several entries have this name: choose one." in text_of(page)
    found = [pk for name, pk in RADIO.findall(html_of(page)) if name == "entry"]
    # 13, and 130 to 139: what was typed besides is still there.
    assert len(found) == 11
    assert "Carta mancante" in html_of(page)
    desk.post(path, {**sent, "entry": found[3]})
    assert Protest.objects.get().entry_id == int(found[3])


def test_the_whole_label_names_one_pair(desk: Client, large: Event) -> None:
    path = f"/desk/events/{large.pk}/protests/"
    desk.post(path, {"entry": "Zoffoli13 – Casadei13", "text": "Carta mancante"})
    assert Protest.objects.get().entry_id == entry_named(large, 13)


def test_nobody_and_too_many_are_said(desk: Client, large: Event) -> None:
    path = f"/desk/events/{large.pk}/protests/"
    for typed in ("Mambelli", "99999999", "–"):
        assert "No entry here has this name." in text_of(desk.post(path, {"entry": typed})), typed
    too_many = text_of(desk.post(path, {"entry": "Zoffoli"}))
    assert "More entries than these have this name" in too_many
    assert "This field is required." in text_of(desk.post(path, {"entry": ""}))
    assert not Protest.objects.exists()


def test_the_pair_of_a_link_is_chosen(desk: Client, large: Event) -> None:
    chosen = entry_named(large, 7)
    page = html_of(desk.get(f"/desk/events/{large.pk}/disqualify/?entry={chosen}"))
    assert f'<option value="{chosen}" selected>' in page
    assert page.count("<option") < 20


def test_penalties_absences_and_constraints_find_their_pairs(desk: Client, large: Event) -> None:
    base = f"/desk/events/{large.pk}/"
    penalty = {"entry": "Zoffoli139", "off": "1:points", "points": "1", "reason": "ritardo"}
    page = desk.get(f"{base}penalties/")
    off = re.search(r'<option value="(1:\w+)"', html_of(page))
    assert off is not None
    desk.post(f"{base}penalties/", {**penalty, "off": off[1]})
    assert Penalty.objects.get().entry_id == entry_named(large, 139)
    rounds = f"{base}stages/1/rounds/"
    desk.post(f"{rounds}absent/", {"entry": "zoffoli138", "kind": "absent"})
    assert Absence.objects.get().entry_id == entry_named(large, 138)
    constraint = {
        "kind": "forbidden",
        "first": "casadei99",
        "second": "casadei98",
        "reason": "parenti",
    }
    desk.post(f"{rounds}constraints/", constraint)
    assert PairingConstraint.objects.get().first_id == entry_named(large, 99)
    assert "Zoffoli99 – Casadei99" in text_of(desk.get(rounds))


def test_a_bracket_is_changed_by_names(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=PAIRS)
    path = f"/desk/events/{event.pk}/stages/1/bracket/"
    assert html_of(desk.get(path)).count("<option") < 20
    sent = {
        "first": "Zoffoli99",
        "second": "Zoffoli98",
        "reason": "tavolo",
        "version": event.stages.get().version,
    }
    shown = html_of(desk.post(f"{path}swap/", sent))
    seen = re.search(r'name="seen" value="([^"]+)"', shown)
    assert seen is not None
    assert desk.post(f"{path}swap/", {**sent, "seen": seen[1], "agreed": "on"}).status_code == 302
    assert "Zoffoli99 – Casadei99" in text_of(desk.get(path))


def test_a_late_pair_names_its_opponent(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=PAIRS)
    path = f"/desk/events/{event.pk}/stages/1/bracket/"
    late = {
        "player1": "Bruno Tardi",
        "player2": "Carla Tardi",
        "place": "Zoffoli99",
        "reason": "treno",
        "version": event.stages.get().version,
    }
    page = desk.post(f"{path}late/", late)
    assert page.status_code == 200
    seen = re.search(r'name="seen" value="([^"]+)"', html_of(page))
    assert seen is not None
    assert desk.post(f"{path}late/", {**late, "seen": seen[1], "agreed": "on"}).status_code == 302
    assert event.entries.filter(members__player__last_name="Tardi").exists()


def test_a_cut_by_hand_has_one_pair_a_line(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=PAIRS, format="swiss", options={"rounds": 3}, drawn=False)
    path = f"/desk/events/{event.pk}/stages/new/"
    page = html_of(desk.get(path))
    assert "Zoffoli" not in page
    assert '<textarea name="entries"' in page


ALIKE = (
    ("Rossi", ""),
    ("Rossi", ""),
    ("Neri", "Bar Sport"),
    ("Neri", "Bar Fiume"),
    # Longer than a name that is searched.
    ("Pallavicini Della Rovere Degli Uberti Conti Guidi", "Bar Sport di Forlimpopoli"),
    ("Pallavicini Della Rovere Degli Uberti Conti Guidi", "Bar Fiume di Forlimpopoli"),
    # The name of many.
    ("Zoffoli", ""),
)
"""The surname of both players, and the club, of pairs that only their birth years tell apart."""


def enter_alike(event: Event) -> list[int]:
    forms: list[EntryDetails] = []
    for number, (surname, club_name) in enumerate(ALIKE):
        year = 1950 + number
        players = (Name("Ivo", surname, year), Name("Ugo", surname, year))
        forms.append(EntryDetails(players, club_name=club_name))
    entered = import_entries(event=event, forms=forms, actor=owner_of(event.club), now=NOW)
    return [entry.pk for entry in entered.entries]


def test_pairs_that_were_chosen_stay_chosen_whatever_their_names(club: Club) -> None:
    event = make_event(club=club, pairs=PAIRS, drawn=False)
    alike = enter_alike(event)
    chosen = [*map(str, alike), str(entry_named(event, 7))]
    field = EntriesField()
    field.offer_entries(EntryOffer(event, event.entries.all()))
    shown = field.prepare_value(chosen)
    assert "Rossi – Rossi (2)" in shown
    assert set(field.clean(shown)) == set(chosen)
    for pk in chosen:
        assert field.clean(field.prepare_value([pk])) == [pk]
    with pytest.raises(ValidationError, match="Several entries have this name"):
        field.clean("Rossi – Rossi")


def test_labels_that_look_the_same_are_numbered(large: Event) -> None:
    entries = list(large.entries.order_by("pk"))
    labels = {entry.pk: ("Rossi", "ROSSI", "Rossi (1)")[entry.pk % 3] for entry in entries}
    field = EntriesField()
    field.offer_entries(EntryOffer(large, large.entries.all(), lambda _event, _ids: labels))
    ids = [str(entry.pk) for entry in entries]
    assert set(field.clean(field.prepare_value(ids))) == set(ids)
    for pk in ids[:3]:
        assert field.clean(field.prepare_value([pk])) == [pk]
    with pytest.raises(ValidationError):
        field.clean("Rossi")


def test_a_pair_is_named_by_the_label_that_tells_it_apart(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=PAIRS, drawn=False)
    second = enter_alike(event)[1]
    event = draw_now(event)
    path = f"/desk/events/{event.pk}/protests/"
    desk.post(path, {"entry": "rossi – rossi  (2)", "text": "Carta mancante"})
    assert Protest.objects.get().entry_id == second


def test_no_shows_come_in_pages_and_are_found(desk: Client, large: Event) -> None:
    path = f"/desk/events/{large.pk}/entries/absent/"
    first, second = desk.get(path), desk.get(f"{path}?page=1")
    assert f"{PAIRS} pairs are not here" in text_of(first)
    shown = [html_of(page).count(">Is here<") for page in (first, second)]
    assert shown == [100, PAIRS - 100]
    found = desk.get(f"{path}?q=casadei139")
    assert html_of(found).count(">Is here<") == 1
    assert f"{PAIRS} pairs are not here" in text_of(found)
