"""A list of entries on the desk: looked at first, then entered together."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from competition.entry_lists.columns import letter
from competition.entry_lists.table import LONGEST_CELL
from competition.regulation import HouseRules
from printing.spreadsheets import write_csv, write_workbook
from printing.tables import tabulate_entries
from tests.competition.entry_lists.workbooks import workbook
from tests.factories import NOW, make_club, make_event, make_member, owner_of
from tests.printing.halls import make_order
from tests.web.import_screen import find_seen, read, run_last_job, upload, write_list
from tests.web.pages import signed_in, text_of
from tournaments.demo import demo_pairs
from tournaments.models import Club, EntryImport, Event, Role
from tournaments.refusals import NotFound
from tournaments.selectors.registration.imports import digest_preview, load_import_preview
from tournaments.services.club.clubs import add_venue
from tournaments.services.events.stages import GroupPlan, set_group
from tournaments.services.registration.entries import import_entries
from tournaments.services.registration.imports import write_import
from tournaments.services.registration.withdrawals import withdraw

LIST = (
    "Giocatore 1;Giocatore 2;Circolo;Testa di serie;Pagato\n"
    "Loris Zoffoli;Ivano Casadei;Bar Fiume;1;sì\n"
    "Nives Bartolini;Gino Faedi;Circolo del Savio;;no\n"
)
BAD = LIST + (
    "Learco Brighi;;Bar Fiume;;\n"
    "Ivano Casadei;Dino Turci;;;\n"
    "=A3&B3;Derna Gori;;;\n"
    "Romano Prati;Silvana Bianchi;;;venti\n"
)


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=0, drawn=False)


def test_nothing_is_written_before_somebody_has_looked(desk: Client, event: Event) -> None:
    answer = upload(desk, event, LIST)
    assert "The list is being read" in text_of(desk.get(answer["Location"]))
    path = read(desk, event, LIST)
    page = text_of(desk.get(path))
    assert "2 good pairs" in page
    assert "Enter the 2 good pairs" in page
    assert not event.entries.exists()


def test_every_bad_row_stands_there_with_its_reason(desk: Client, event: Event) -> None:
    page = text_of(desk.get(read(desk, event, BAD)))
    assert "4 rows to correct" in page
    assert re.search(r"4 Player 2 is missing.{0,60}Learco Brighi empty Bar Fiume empty empty", page)
    assert "Ivano Casadei is entered already" in page
    assert "There is a formula in" in page
    assert "Paid or not?" in page


def test_the_good_rows_enter_together_and_once(desk: Client, event: Event) -> None:
    path = read(desk, event, BAD)
    form = {"seen": find_seen(desk.get(path), f"{path}write/")}
    page = text_of(desk.post(f"{path}write/", form, follow=True))
    assert "Entered: 2 pairs." in page
    assert desk.post(f"{path}write/", form).status_code == 302
    seeds = event.entries.order_by("pk").values_list("seed", "paid")
    assert list(seeds) == [(1, True), (None, False)]
    assert "2 pairs of this list have entered" in text_of(desk.get(path))


def test_a_list_says_who_plays_where(desk: Client, club: Club) -> None:
    plan: dict[str, Any] = {"format": "qualifying", "options": {"groups": 2}}
    event = make_event(club=club, pairs=0, drawn=False, **plan)
    bar = add_venue(club=club, name="Bar Sport", address="", actor=owner_of(club))
    stage = event.stages.get()
    set_group(stage=stage, number=2, plan=GroupPlan(venue=bar), actor=owner_of(club), now=NOW)
    path = read(
        desk,
        event,
        "Giocatore 1;Giocatore 2;Sede\nLoris Zoffoli;Ivano Casadei;BAR SPORT\n"
        "Nives Bartolini;Gino Faedi;\nLearco Brighi;Dino Turci;C\nIvo Neri;Ugo Neri;Bar Fiume\n",
    )
    page = text_of(desk.get(path))
    assert "There is no group C: there are 2. Choose one of them." in page
    assert "There is no group “Bar Fiume”: write its letter, its number, or its name" in page
    write_list(desk, path)
    assert list(event.entries.order_by("pk").values_list("group", flat=True)) == [2, None]


def test_the_same_list_twice_adds_nobody(desk: Client, event: Event) -> None:
    write_list(desk, read(desk, event, LIST))
    path = read(desk, event, LIST)
    assert "2 entered already, passed over" in text_of(desk.get(path))
    assert f"{path}write/" not in desk.get(path).content.decode()
    desk.post(f"{path}write/")
    assert event.entries.count() == 2


def test_a_list_again_shows_the_pairs_that_it_no_longer_has(desk: Client, event: Event) -> None:
    write_list(desk, read(desk, event, LIST))
    shorter = "".join(LIST.splitlines(keepends=True)[:2])
    path = read(desk, event, shorter)
    page = desk.get(path)
    assert "1 pair is entered, but not in this list" in text_of(page)
    gone = event.entries.get(members__player__last_name="Bartolini")
    for act in ("withdraw", "delete"):
        address = f"/desk/entries/{gone.pk}/{act}/"
        assert f'href="{address}"' in page.content.decode()
        assert desk.get(address).status_code == 200
    # Nothing is done by the list itself.
    desk.post(f"{path}write/")
    assert set(event.entries.values_list("state", flat=True)) == {"ENTERED"}


def test_a_pair_with_another_player_and_a_list_of_new_pairs_miss_nobody(
    desk: Client, event: Event
) -> None:
    write_list(desk, read(desk, event, LIST))
    changed = LIST.replace("Gino Faedi", "Dino Turci")
    assert "not in this list" not in text_of(desk.get(read(desk, event, changed)))
    more = "Giocatore 1;Giocatore 2\nIvo Neri;Ugo Neri\n"
    assert "not in this list" not in text_of(desk.get(read(desk, event, more)))


def test_a_workbook_is_read_and_its_columns_are_changed_by_hand(desk: Client, event: Event) -> None:
    rows = [["A chi", "Con chi", "Da dove"], ["Loris Zoffoli", "Ivano Casadei", "Bar Fiume"]]
    path = read(desk, event, workbook(rows), "elenco.xlsx")
    assert "A · " not in text_of(desk.get(path))
    chosen = {"column-player1": "1", "column-player2": "0", "column-club": "2", "heads": "1"}
    page = text_of(desk.post(f"{path}columns/", chosen, follow=True))
    assert "A · A chi" in page
    write_list(desk, path)
    entry = event.entries.get()
    names = [member.player.last_name for member in entry.members.order_by("position")]
    assert (names, entry.club_name) == (["Casadei", "Zoffoli"], "Bar Fiume")


def test_another_sheet_of_the_workbook_is_read_when_chosen(desk: Client, event: Event) -> None:
    content = workbook([["niente", "di", "che"]], Iscritti=[["Coppia"], ["Ivo Neri - Ugo Turci"]])
    path = read(desk, event, content, "elenco.xlsx")
    desk.post(f"{path}columns/", {"sheet": "Iscritti"})
    run_last_job()
    assert "Enter the 1 good pair" in text_of(desk.get(path))


def test_columns_that_do_not_say_who_plays_are_asked_for(desk: Client, event: Event) -> None:
    path = read(desk, event, LIST)
    page = text_of(desk.post(f"{path}columns/", {"column-club": "0"}, follow=True))
    assert "Choose which columns hold the names" in page


def seen_on(desk: Client, path: str) -> str:
    return find_seen(desk.get(path), f"{path}columns/")


def test_a_choice_of_columns_does_not_overwrite_that_of_somebody_else(
    desk: Client, event: Event
) -> None:
    rows = "A chi;Con chi;Da dove\nLoris Zoffoli;Ivano Casadei;Bar Fiume\n"
    path = read(desk, event, rows)
    seen = seen_on(desk, path)
    theirs = {"column-player1": "1", "column-player2": "0", "heads": "1", "seen": seen}
    ours = {"column-player1": "0", "column-player2": "1", "surname_first": "1", "seen": seen}
    assert desk.post(f"{path}columns/", theirs).status_code == 302
    answer = desk.post(f"{path}columns/", ours)
    assert answer.status_code == 409
    assert "Somebody else has changed how this list is read" in text_of(answer)
    stored = event.imports.get()
    assert (stored.columns, stored.surname_first) == ({"player1": 1, "player2": 0}, False)
    # Sent again from the page that shows their choice, it counts.
    desk.post(f"{path}columns/", ours | {"seen": seen_on(desk, path)})
    assert event.imports.get().columns == {"player1": 0, "player2": 1}


def test_the_same_choice_of_columns_twice_is_no_conflict(desk: Client, event: Event) -> None:
    path = read(desk, event, LIST)
    choice = {"column-player1": "1", "column-player2": "0", "seen": seen_on(desk, path)}
    for _time in range(2):
        assert desk.post(f"{path}columns/", choice).status_code == 302


def test_columns_chosen_on_the_page_of_another_sheet_are_not_taken(
    desk: Client, event: Event
) -> None:
    content = workbook([["Ivo Neri", "Ugo Turci"]], Iscritti=[["Coppia"], ["Ivo Neri - Ugo Turci"]])
    path = read(desk, event, content, "elenco.xlsx")
    seen = seen_on(desk, path)
    desk.post(f"{path}columns/", {"sheet": "Iscritti", "seen": seen})
    # The other sheet is not read yet: its columns are not known.
    columns = {"column-player1": "0", "column-player2": "1", "sheet": "Iscritti", "seen": seen}
    assert desk.post(f"{path}columns/", columns).status_code == 409
    run_last_job()
    assert desk.post(f"{path}columns/", {"sheet": "Foglio1", "seen": seen}).status_code == 409
    assert event.imports.get().columns == {"pair": 0}


def test_the_columns_of_a_list_that_has_entered_stay(desk: Client, event: Event) -> None:
    path = read(desk, event, LIST)
    write_list(desk, path)
    assert desk.post(f"{path}columns/", {"column-player1": "1"}).status_code == 404
    assert desk.post(f"{path}columns/", {"sheet": "Foglio1"}).status_code == 404


OTHER_CHANGES = "What would enter from this list has changed since you looked at it."


def test_what_has_changed_since_the_look_is_refused_and_nothing_written(
    desk: Client, event: Event
) -> None:
    path = read(desk, event, LIST)
    form = {"seen": find_seen(desk.get(path), f"{path}write/")}
    by_hand = {"player1": "Loris Zoffoli", "player2": "Bruno Molari", "seed": ""}
    desk.post(f"/desk/events/{event.pk}/entries/", by_hand)
    assert event.entries.count() == 1
    answer = desk.post(f"{path}write/", form)
    assert answer.status_code == 409
    page = text_of(answer)
    assert OTHER_CHANGES in page
    assert "Loris Zoffoli is entered already" in page
    assert "Enter the 1 good pair" in page
    assert event.entries.count() == 1
    # From the page that shows the reason, the others enter.
    seen_again = find_seen(answer, f"{path}write/")
    assert desk.post(f"{path}write/", {"seen": seen_again}).status_code == 302
    assert event.entries.count() == 2


def change_columns(desk: Client, event: Event, path: str) -> None:
    columns = {"player1": "0", "player2": "1", "club": "3", "seed": "2"}
    desk.post(f"{path}columns/", {f"column-{name}": column for name, column in columns.items()})


def correct_a_row(desk: Client, event: Event, path: str) -> None:
    cells = {"cell-player1": "Nives Bartolini", "cell-player2": "Dino Turci"}
    assert desk.post(f"{path}rows/3/", cells).status_code == 302


def leave_out_a_row(desk: Client, event: Event, path: str) -> None:
    assert desk.post(f"{path}rows/3/", {"drop": "1"}).status_code == 302


def enter_a_pair_of_the_list(desk: Client, event: Event, path: str) -> None:
    by_hand = {"player1": "Nives Bartolini", "player2": "Gino Faedi", "seed": ""}
    assert desk.post(f"/desk/events/{event.pk}/entries/", by_hand).status_code == 302


def change_the_fee(desk: Client, event: Event, path: str) -> None:
    with_fee(event, 2500)


@pytest.mark.parametrize(
    "change",
    [change_columns, correct_a_row, leave_out_a_row, enter_a_pair_of_the_list, change_the_fee],
)
def test_nothing_is_written_that_nobody_has_looked_at(
    desk: Client, event: Event, change: Callable[[Client, Event, str], None]
) -> None:
    path = read(desk, with_fee(event, 2000), LIST)
    form = {"seen": find_seen(desk.get(path), f"{path}write/")}
    other_desk = signed_in(make_member(event.club, Role.Kind.ORGANIZER))
    change(other_desk, event, path)
    entered_by_hand = event.entries.count()
    answer = desk.post(f"{path}write/", form)
    assert answer.status_code == 409
    assert OTHER_CHANGES in text_of(answer)
    assert event.entries.count() == entered_by_hand
    assert event.imports.get().written_at is None


def test_a_list_is_not_written_without_a_look(desk: Client, event: Event) -> None:
    path = read(desk, event, LIST)
    assert desk.post(f"{path}write/").status_code == 409
    assert not event.entries.exists()


def test_a_change_that_is_not_of_this_list_stops_nobody(desk: Client, event: Event) -> None:
    path = read(desk, event, LIST)
    form = {"seen": find_seen(desk.get(path), f"{path}write/")}
    desk.post(
        f"/desk/events/{event.pk}/entries/",
        {"player1": "Ivo Neri", "player2": "Ugo Turci", "seed": ""},
    )
    assert desk.post(f"{path}write/", form).status_code == 302
    assert event.entries.count() == 3


TWO_SHEETS = workbook(
    [["Giocatore 1", "Giocatore 2"], ["Loris Zoffoli", "Ivano Casadei"]],
    Altro=[["Giocatore 1", "Giocatore 2"], ["Learco Brighi", "Dino Turci"]],
)


def test_a_list_is_not_written_while_another_sheet_of_it_is_read(
    desk: Client, event: Event
) -> None:
    path = read(desk, event, TWO_SHEETS, "elenco.xlsx")
    form = {"seen": find_seen(desk.get(path), f"{path}write/")}
    row = {
        "cell-player1": "Ivo Neri",
        "seen": find_seen(desk.get(f"{path}?open=2"), f"{path}rows/2/"),
    }
    desk.post(f"{path}columns/", {"sheet": "Altro"})
    for answer in (desk.post(f"{path}write/", form), desk.post(f"{path}rows/2/", row)):
        assert answer.status_code == 409
        assert "Somebody else has changed how this list is read" in text_of(answer)
        # The page looks again by itself: at the list, not at the address of the form.
        assert f'data-address="{path}"' in answer.content.decode()
    run_last_job()
    assert desk.post(f"{path}write/", form).status_code == 409
    assert desk.post(f"{path}rows/2/", row).status_code == 409
    assert not event.entries.exists()
    write_list(desk, path)
    names = [member.player.last_name for member in event.entries.get().members.order_by("position")]
    assert names == ["Brighi", "Turci"]


def test_a_list_that_was_discarded_meanwhile_is_not_found(desk: Client, event: Event) -> None:
    entry_import = EntryImport.objects.get(pk=read(desk, event, LIST).split("/")[-2])
    preview = load_import_preview(entry_import)
    EntryImport.objects.all().delete()
    with pytest.raises(NotFound):
        write_import(
            entry_import=entry_import,
            seen=digest_preview(preview),
            actor=owner_of(event.club),
            now=NOW,
        )


def test_who_is_beyond_the_last_place_waits(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=0, drawn=False, capacity=1)
    path = read(desk, event, LIST)
    page = text_of(write_list(desk, path, follow=True))
    assert "The event is full: 1 of them is on the waiting list." in page
    assert list(event.entries.order_by("pk").values_list("state", flat=True)) == [
        "ENTERED",
        "WAITLISTED",
    ]


def test_what_is_to_be_mended_is_downloaded_and_runs_nowhere(desk: Client, event: Event) -> None:
    path = read(desk, event, BAD)
    text = desk.get(f"{path}faults/").content.decode("utf-8-sig")
    lines = text.splitlines()
    assert lines[0].startswith("Row;First player;Second player")
    assert len(lines) == 5
    assert ";'=A3&B3;" in text


def test_a_list_that_is_left_is_forgotten(desk: Client, event: Event) -> None:
    path = read(desk, event, LIST)
    assert "your file is not" in text_of(desk.get(f"{path}leave/"))
    assert EntryImport.objects.exists()
    desk.post(f"{path}leave/")
    assert desk.get(path).status_code == 404
    assert not EntryImport.objects.exists()
    assert not event.entries.exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"PK\x03\x04 a workbook", "cannot be read as a list"),
        (b"\xd0\xcf\x11\xe0", "old workbook"),
        (b"a;b\0c\n", "cannot be read as a list"),
        (b"player 1;player 2\n" + b"a b;c d\n" * 10_001, "more than 10000 rows"),
        (b"player 1;player 2" + b";x" * 60 + b"\n", "more than 50 columns"),
    ],
)
def test_a_file_that_is_no_list_is_told_as_what_it_is(
    desk: Client, event: Event, content: bytes, said: str
) -> None:
    if not content:
        assert said in text_of(upload(desk, event, content))
        return
    page = text_of(desk.get(read(desk, event, content)))
    assert said in page
    assert "Nobody has been entered." in page


def test_a_file_that_is_too_large_is_thrown_away_as_it_comes(desk: Client, event: Event) -> None:
    answer = upload(desk, event, b"x" * (2 * 1024 * 1024 + 1))
    assert answer.status_code == 422
    assert "2 MB at most" in text_of(answer)
    assert not EntryImport.objects.exists()


def test_a_list_is_nobody_elses(desk: Client, event: Event, client: Client) -> None:
    path = read(desk, event, LIST)
    stranger = signed_in(make_member(make_club("Circolo del Rubicone"), Role.Kind.ORGANIZER))
    referee = signed_in(make_member(event.club, Role.Kind.REFEREE))
    for asking in (stranger, referee):
        assert asking.get(path).status_code == 404
        assert asking.post(f"{path}write/").status_code == 404
        assert asking.get(f"{path}faults/").status_code == 404
    assert client.get(path).status_code == 302
    assert not event.entries.exists()


def test_a_preview_costs_the_same_for_many_rows(
    desk: Client, event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    rows = "".join(f"Anna Rossi{letter(n)};Ivo Neri{letter(n)};;;\n" for n in range(300))
    path = read(desk, event, LIST + rows)
    with django_assert_max_num_queries(10):
        page = text_of(desk.get(path))
    assert "302 good pairs" in page
    assert f"Anna Rossi{letter(299)}" not in page
    assert f"Anna Rossi{letter(299)}" in text_of(desk.get(f"{path}?page=6"))


TITLED: list[list[Any]] = [
    ["Maraffa di Santa Lucia, iscritti", None, None, None],
    [None, "aggiornato al 10 dicembre", None, None],
    ["N.", "Giocatore 1", "Giocatore 2", "Bar"],
    [1, "Loris Zoffoli", "Ivano Casadei", "Bar Fiume"],
    [2, "Nives Bartolini", "Gino Faedi", "Bar Rita"],
]


def test_the_heads_are_found_below_a_title(desk: Client, event: Event) -> None:
    path = read(desk, event, workbook(TITLED), "elenco.xlsx")
    page = text_of(desk.get(path))
    assert "2 good pairs" in page
    write_list(desk, path)
    names = [member.player.full_name for member in event.entries.earliest("pk").members.all()]
    assert names == ["Loris Zoffoli", "Ivano Casadei"]


def test_numbers_of_rows_are_no_players(desk: Client, event: Event) -> None:
    rows: list[list[Any]] = [
        ["Torneo", None, None],
        ["", "chi", "con"],
        *([n, f"Ivo{letter(n)} Neri", f"Ugo{letter(n)} Turci"] for n in range(70)),
    ]
    desk_path = read(desk, event, workbook(rows), "elenco.xlsx")
    page = text_of(desk.get(desk_path))
    assert "IvoF Neri UgoF Turci" in page
    # The heads are none that are known: they can be chosen.
    assert "71 good pairs" in page
    page = text_of(
        desk.post(
            f"{desk_path}columns/",
            {"heads": "2", "column-player1": "1", "column-player2": "2"},
            follow=True,
        )
    )
    assert "70 good pairs" in page


def with_fee(event: Event, cents: int) -> Event:
    rules = HouseRules(fee_cents=cents).model_dump(mode="json", exclude_defaults=True)
    Event.objects.filter(pk=event.pk).update(rules=rules)
    return event


AMOUNTS = (
    "Giocatore 1;Giocatore 2;Pagato\n"
    "Loris Zoffoli;Ivano Casadei;10\n"
    "Nives Bartolini;Gino Faedi;sì\n"
    "Learco Brighi;Dino Turci;25,50\n"
    "Ivo Neri;Ugo Neri;1\n"
    "Derna Gori;Romano Prati;\n"
)


def test_the_preview_shows_what_is_noted_as_paid(desk: Client, event: Event) -> None:
    path = read(desk, with_fee(event, 2000), AMOUNTS)
    page = text_of(desk.get(path))
    assert "Noted: 10 € paid, 10 € still open." in page
    assert "Noted: 20 € paid." in page
    assert "Noted: 25.50 € paid, 5.50 € more than is open." in page
    assert "Noted: 1 € paid, 19 € still open." in page
    assert page.count("Noted:") == 4
    assert "“1” in the column “Fee” is read as 1 €" in page
    write_list(desk, path)
    rows = event.entries.order_by("pk").values_list("paid", "paid_cents")
    assert list(rows) == [(False, 1000), (True, 2000), (True, 2550), (False, 100), (False, None)]


def test_amounts_are_kept_where_no_fee_is_known(desk: Client, event: Event) -> None:
    path = read(desk, event, AMOUNTS)
    page = text_of(desk.get(path))
    assert "Noted: 10 € paid." in page
    assert "Noted as paid." in page
    write_list(desk, path)
    rows = event.entries.order_by("pk").values_list("paid", "paid_cents")
    assert list(rows) == [(True, 1000), (True, None), (True, 2550), (True, 100), (False, None)]


def test_a_list_again_adds_only_what_was_paid_since(desk: Client, event: Event) -> None:
    with_fee(event, 2000)
    write_list(desk, read(desk, event, AMOUNTS))
    path = read(desk, event, AMOUNTS)
    page = text_of(desk.get(path))
    assert "Noted" not in page
    assert f"{path}write/" not in desk.get(path).content.decode()
    path = read(desk, event, AMOUNTS.replace(";10\n", ";20\n"))
    page = text_of(desk.get(path))
    assert "1 to change" in page
    assert page.count("Noted:") == 1
    assert "Noted: 10 € paid." in page
    write_list(desk, path)
    first = event.entries.earliest("pk")
    assert (first.paid, first.paid_cents) == (True, 2000)
    assert list(first.payments.order_by("pk").values_list("cents", flat=True)) == [1000, 1000]


def test_a_one_beside_words_means_yes(desk: Client, event: Event) -> None:
    rows = "Coppia;Pagato\nIvo Neri - Ugo Turci;1\nDerna Gori - Dino Prati;no\n"
    path = read(desk, with_fee(event, 2000), rows)
    page = text_of(desk.get(path))
    assert "“1” in the column “Fee” is read as yes" in page
    assert "Noted: 20 € paid." in page


def test_a_list_again_updates_the_seeds(desk: Client, event: Event) -> None:
    write_list(desk, read(desk, event, LIST))
    again = LIST.replace("Fiume;1;sì", "Fiume;2;sì").replace("Savio;;no", "Savio;1;no")
    path = read(desk, event, again)
    page = text_of(desk.get(path))
    assert "2 to change" in page
    assert "Seed: 1 → 2" in page
    assert not event.entries.filter(seed=2).exists()
    write_list(desk, path)
    assert list(event.entries.order_by("pk").values_list("seed", flat=True)) == [2, 1]


def test_a_row_is_corrected_in_place(desk: Client, event: Event) -> None:
    path = read(desk, event, BAD)
    page = desk.get(f"{path}?open=4&show=wrong").content.decode()
    assert page.count('class="open-form"') == 1
    cells = {"cell-player2": "  Derna   Gori ", "show": "wrong", "page": "0"}
    answer = desk.post(f"{path}rows/4/", cells)
    assert answer["Location"] == f"{path}?page=0&show=wrong#row-4"
    assert "3 good pairs" in text_of(desk.get(path))
    assert "3 rows to correct" in text_of(desk.get(path))
    write_list(desk, path)
    last = event.entries.latest("pk")
    assert last.members.get(position=1).player.full_name == "Derna Gori"


def test_a_correction_does_not_overwrite_that_of_somebody_else(desk: Client, event: Event) -> None:
    path = read(desk, event, BAD)
    seen = find_seen(desk.get(f"{path}?open=4"), f"{path}rows/4/")
    cells = {"cell-player1": "Learco Brighi", "cell-player2": "Derna Gori", "cell-club": ""}
    other_cells = cells | {"cell-player2": "Ivo Neri"}
    assert desk.post(f"{path}rows/4/", cells | {"seen": seen}).status_code == 302
    # Sent twice it is the same correction, but not one of another player.
    assert desk.post(f"{path}rows/4/", cells | {"seen": seen}).status_code == 302
    refused = desk.post(f"{path}rows/4/", other_cells | {"seen": seen, "show": "wrong"})
    assert refused.status_code == 409
    assert "Your correction was not written" in text_of(refused)
    shown = refused.content.decode()
    assert re.search(r'name="cell-player2" value="Ivo Neri"', shown)
    assert re.search(r'data-label="Second player">Derna Gori<', shown)
    dropped = desk.post(f"{path}rows/4/", {"drop": "1", "seen": seen})
    assert dropped.status_code == 409
    desk.post(f"{path}rows/4/", other_cells | {"seen": find_seen(refused, f"{path}rows/4/")})
    row = next(row for row in event.imports.get().rows or () if row[0] == 4)
    assert row[1][:2] == ["Learco Brighi", "Ivo Neri"]


def test_a_correction_goes_into_the_columns_that_were_looked_at(desk: Client, event: Event) -> None:
    path = read(desk, event, LIST)
    seen = find_seen(desk.get(f"{path}?open=2"), f"{path}rows/2/")
    change_columns(signed_in(make_member(event.club, Role.Kind.ORGANIZER)), event, path)
    rows_before = event.imports.get().rows
    answer = desk.post(f"{path}rows/2/", {"cell-club": "Bar Rita", "seen": seen})
    assert answer.status_code == 409
    assert event.imports.get().rows == rows_before


def test_a_column_is_chosen_for_one_field(desk: Client, event: Event) -> None:
    path = read(desk, event, LIST)
    columns_before = event.imports.get().columns
    choice = {"column-player1": "0", "column-player2": "1", "column-club": "2", "column-notes": "2"}
    answer = desk.post(f"{path}columns/", choice)
    assert answer.status_code == 422
    assert "“Notes” has the column of another field" in text_of(answer)
    assert event.imports.get().columns == columns_before
    # What was chosen is still there, to be changed.
    notes = next(each for each in answer.context["choices"] if each.field == "notes")
    assert [number for number, _title, chosen in notes.options if chosen] == [2]
    seen = find_seen(answer, f"{path}columns/")
    assert (
        desk.post(f"{path}columns/", choice | {"column-notes": "", "seen": seen}).status_code == 302
    )


def test_a_row_is_left_out(desk: Client, event: Event) -> None:
    path = read(desk, event, LIST)
    desk.post(f"{path}rows/2/", {"drop": "1"})
    assert "1 good pair" in text_of(desk.get(path))
    assert desk.post(f"{path}rows/2/", {"drop": "1"}).status_code == 404
    write_list(desk, path)
    assert desk.post(f"{path}rows/3/", {"cell-player1": "x"}).status_code == 404
    assert event.entries.get().club_name == "Circolo del Savio"


def test_a_short_row_of_a_file_gets_the_cell_that_it_lacks(desk: Client, event: Event) -> None:
    path = read(desk, event, "Giocatore 1;Giocatore 2\nIvo Neri\n")
    desk.post(f"{path}rows/2/", {"cell-player2": "Ugo Turci", "cell-notes": "x" * 5000})
    assert "1 good pair" in text_of(desk.get(path))


def test_a_message_is_pasted_and_looked_at(desk: Client, event: Event) -> None:
    text = "1. Rossi Mario / Bianchi Luca\n2) Neri Ivo e Turci Ugo (Bar Fiume)\n"
    answer = desk.post(f"/desk/events/{event.pk}/entries/paste/", {"text": text})
    path = answer["Location"]
    assert "Enter the 2 good pairs" in text_of(desk.get(path))
    assert not event.entries.exists()
    columns = {"column-pair": "0", "column-club": "1", "surname_first": "1"}
    assert "Rossi – Bianchi" in text_of(desk.post(f"{path}columns/", columns, follow=True))
    write_list(desk, path)
    first, second = event.entries.order_by("pk")
    assert first.members.get(position=0).player.last_name == "Rossi"
    assert second.club_name == "Bar Fiume"


@pytest.mark.parametrize("text", ["", "   \n", "x" * 100_001])
def test_a_text_that_is_no_list_stays_on_the_page(desk: Client, event: Event, text: str) -> None:
    answer = desk.post(f"/desk/events/{event.pk}/entries/paste/", {"text": text})
    assert answer.status_code == 422
    assert not EntryImport.objects.exists()


def test_phone_e_mail_and_notes_come_with_a_list(desk: Client, event: Event) -> None:
    rows = "Coppia;Telefono;E-mail;Note\nIvo Neri - Ugo Turci;0547 1;ivo@example.com;arriva tardi\n"
    write_list(desk, read(desk, event, rows))
    entry = event.entries.get()
    assert (entry.phone, entry.notes) == ("0547 1, ivo@example.com", "arriva tardi")


def make_exported_list(event: Event, language: str, kind: str) -> bytes:
    """The entries of an event as the page "Print" writes them for Excel."""
    with translation.override(language):
        table = tabulate_entries(make_order(event))
        return write_csv(table, decimal=",") if kind == "csv" else write_workbook([table])


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("language", ["it", "en"])
def test_what_we_have_exported_changes_nothing_when_it_is_loaded_again(
    desk: Client, club: Club, language: str, kind: str
) -> None:
    event = make_event(club=club, pairs=0, drawn=False)
    import_entries(event=event, forms=demo_pairs(5, Random(3)), actor=owner_of(club), now=NOW)
    first, second, *_ = event.entries.order_by("pk")
    withdraw(entry=second, reason="malato", actor=owner_of(club), now=NOW)
    first.notes = "vegetariano\nporta il mazzo, " + "e arriva tardi " * 30
    first.phone, first.seed = "ivo@example.com, +39 333 1234567", 1
    first.save()
    assert len(first.notes) > LONGEST_CELL
    states = list(event.entries.order_by("pk").values_list("pk", "state"))
    path = read(desk, event, make_exported_list(event, language, kind), f"elenco.{kind}")
    page = desk.get(path)
    assert "1 withdrawn in the list, passed over" in text_of(page)
    assert "0 good pairs 0 rows to correct 4 entered already" in text_of(page)
    assert f'action="{path}write/"' not in page.content.decode()
    desk.post(f"{path}write/")
    assert list(event.entries.order_by("pk").values_list("pk", "state")) == states


def test_who_has_left_in_a_list_is_passed_over_and_the_page_says_so(
    desk: Client, event: Event
) -> None:
    rows = "Coppia;Stato\nIvo Neri - Ugo Turci;RITIRATI\nDino Prati - Gino Faedi;iscritti\n"
    path = read(desk, event, rows)
    page = text_of(desk.get(path))
    assert "passed over The list says “RITIRATI”." in page
    assert "Enter the 1 good pair" in page
    write_list(desk, path)
    names = [member.player.last_name for member in event.entries.get().members.order_by("position")]
    assert names == ["Prati", "Faedi"]


def test_what_has_phone_numbers_is_kept_by_no_browser(desk: Client, event: Event) -> None:
    path = read(desk, event, BAD)
    for answer in (desk.get(path), desk.get(f"{path}faults/")):
        assert "no-store" in answer["Cache-Control"]
        assert "private" in answer["Cache-Control"]
