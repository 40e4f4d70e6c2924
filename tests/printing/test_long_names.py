"""Long names on every layout: no text covers another or leaves the sheet, on as many sheets as
before."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import typst
from pytest_django import Settings

from printing.addresses import build_addresses
from printing.catalog import LAYOUTS
from printing.documents import SheetsDocument
from printing.rendering import COMMON, FOLDER, count_pages, load_fonts, render_pdf
from scoring.core.format import best_of
from tests.factories import NOW
from tests.printing.halls import ADDRESSES, make_hall, make_order
from tests.printing.pdf_text import read_placed_pages
from tests.printing.test_hostile_names import make_full_hall
from tournaments.models import Entry, EntryPlayer, Event
from tournaments.services.trust.anchors import load_signing_key, make_anchor

pytestmark = pytest.mark.django_db
ORDINARY = (
    ("Giovanni Battista", "Bartolini Degli Innocenti"),
    ("Maria Antonietta", "Montanari Della Chiesa"),
    ("José Ignacio", "Garcia Fernandez de la Torre"),
    ("Pier Francesco", "Cavalcanti de Albuquerque"),
    ("Loris", "Casadei"),
)
LONGEST = (
    (
        "Maria Maddalena Annunziata Francesca Romana Guglielmina Teresa Benedetta Carlott",
        "Montefeltro Della Rovere Guidobaldi Malatesta Pandolfaccio Ordelaffi Manfredi da",
    ),
    ("Guglielmo" * 8, "Domeniconi" * 8),
)
EVENT = (
    "Grande torneo di Maraffa della Festa di San Lorenzo in memoria di tutti i soci scomparsi, "
    "nona edizione, sala grande"
)
CLUB = (
    "Circolo ricreativo culturale dei lavoratori e dei pensionati di Savignano sul Rubicone e "
    "dintorni, sezione di Gatteo"
)
OF_ONE_SHEET_EACH = ("sheets", "blank", "cards", "certificates", "receipts", "check_in", "bracket")
"""Layouts of which a name changes no number of sheets: lists grow with their rows."""


def give_names(event: Event, names: Sequence[tuple[str, str]]) -> None:
    for number, member in enumerate(EntryPlayer.objects.filter(event=event).order_by("pk")):
        first, last = names[number % len(names)]
        member.player.first_name, member.player.last_name = first, f"{last[:76]}{number}"
        member.player.save()


def give_long_titles(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(name=EVENT)
    type(event.club).objects.filter(pk=event.club_id).update(name=CLUB)
    Entry.objects.filter(event=event).update(club_name=CLUB)


def check_places(pdf: bytes) -> None:
    for page in read_placed_pages(pdf):
        assert page.texts
        assert page.list_covered() == []
        assert page.list_outside() == []


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_ordinary_names_cover_no_other_text(layout: str) -> None:
    event = make_full_hall(layout)
    give_names(event, ORDINARY)
    Entry.objects.filter(event=event).update(club_name="Circolo ricreativo di Savignano")
    check_places(render_pdf(LAYOUTS[layout].build(make_order(event))))


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_the_longest_names_cover_no_other_text(layout: str) -> None:
    event = make_full_hall(layout)
    before = count_pages(render_pdf(LAYOUTS[layout].build(make_order(event))))
    give_names(event, LONGEST)
    give_long_titles(event)
    pdf = render_pdf(LAYOUTS[layout].build(make_order(event)))
    check_places(pdf)
    if layout in OF_ONE_SHEET_EACH:
        assert count_pages(pdf) == before


@pytest.mark.parametrize("games", [1, 3, 5])
def test_a_score_sheet_stays_one_sheet_whatever_the_names_and_games(
    games: int, settings: Settings, tmp_path: Path
) -> None:
    settings.ANCHOR_KEY_FILE = tmp_path / "anchor-key"

    event = make_hall(4, moment="first", match_format=best_of(games, "marafon"))
    give_names(event, LONGEST)
    give_long_titles(event)
    Event.objects.filter(pk=event.pk).update(visibility=Event.Visibility.LINK)
    make_anchor(event=event, key=load_signing_key(settings.ANCHOR_KEY_FILE), now=NOW)
    order = make_order(event)
    addresses = build_addresses(order.event, scheme="https", host="127.0.0.1:8000")
    document = LAYOUTS["sheets"].build(replace(order, addresses=addresses))
    assert isinstance(document, SheetsDocument)
    assert document.paper.anchor is not None
    pdf = render_pdf(document)
    check_places(pdf)
    assert count_pages(pdf) == len(document.sheets) == 2


@pytest.mark.parametrize("layout", ["check_in", "receipts", "cards"])
def test_a_warning_about_the_host_covers_no_name(layout: str) -> None:
    event = make_full_hall(layout)
    before = count_pages(render_pdf(LAYOUTS[layout].build(make_order(event))))
    give_names(event, LONGEST)
    give_long_titles(event)
    addresses = replace(ADDRESSES, unreachable="sala.example.org:8000")
    pdf = render_pdf(LAYOUTS[layout].build(make_order(event, addresses=addresses)))
    check_places(pdf)
    assert count_pages(pdf) == before


def test_names_of_the_largest_square_of_a_group_cover_no_other_text() -> None:
    event = make_hall(14, moment="first", format="round_robin")
    give_names(event, ORDINARY)
    check_places(render_pdf(LAYOUTS["groups"].build(make_order(event))))


def test_names_of_a_large_bracket_cover_no_other_text() -> None:
    event = make_hall(64, moment="first", format="double_elimination")
    give_names(event, [*ORDINARY, *LONGEST])
    check_places(render_pdf(LAYOUTS["bracket"].build(make_order(event))))


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Zoffoli" * 4, ["ZoffoliZoffoliZo", "ffoliZoffoli"]),
        # Neither a letter with its accent, nor a picture of several signs, nor a joined word.
        ("e\u0301" * 20, ["e\u0301" * 16, "e\u0301" * 4]),
        ("👩‍👩‍👧‍👦" * 18, ["👩‍👩‍👧‍👦" * 16, "👩‍👩‍👧‍👦" * 2]),
        ("محمد" * 5, ["محمد" * 5]),
        ("Domenico Domenico Domenico", ["Domenico Domenico Domenico"]),
    ],
)
def test_a_word_is_broken_between_letters_alone(word: str, parts: list[str]) -> None:
    quoted = json.dumps(word, ensure_ascii=False)
    main = f'#import "{COMMON}": soften\n#metadata(soften({quoted})) <it>'
    files = {
        "main.typ": main.encode(),
        COMMON: (FOLDER / COMMON).read_bytes(),
        "document.json": b'{"part": 0, "paper": {"anchor": null}}',
    }
    # The stubs of typst do not know that files can be given in a dictionary.
    compiler = typst.Compiler(files, font_paths=load_fonts(), ignore_system_fonts=True)  # type: ignore[type-var]
    (found,) = json.loads(compiler.query("<it>"))
    assert found["value"].split("\u200b") == parts


def test_the_text_of_a_pdf_is_where_it_was_set() -> None:
    """The reader of these tests: a text covers itself, and no other one of a sheet that is as it
    should be."""
    event = make_hall(8, moment="first")
    page, *_others = read_placed_pages(render_pdf(LAYOUTS["pairings"].build(make_order(event))))
    assert all(text.covers(text) for text in page.texts if text.text.strip())
    title = max(page.texts, key=lambda each: each.top)
    assert title.left == pytest.approx(12 / 25.4 * 72, abs=1)
    assert title.top > page.height * 0.9
