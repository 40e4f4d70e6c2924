"""Every layout is a valid PDF, or says why it has nothing to print, at every moment of an event."""

import re
from dataclasses import asdict, replace
from typing import Any

import pytest
from django.utils import translation

from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from competition.prizes import PrizeBand
from competition.regulation import HouseRules
from printing.catalog import LAYOUTS
from printing.documents import (
    CheckInDocument,
    ListDocument,
    PosterDocument,
    ReceiptsDocument,
    RegulationPaper,
    SheetsDocument,
)
from printing.orders import TILES, PaperAddresses, PrintChoices
from printing.refusals import CannotPrint
from printing.rendering import count_pages, render_images, render_pdf
from scoring.core.format import best_of
from tests.factories import NOW, draw_now, make_club, make_event, owner_of
from tests.printing.halls import ADDRESSES, make_hall, make_order, play, texts_in
from tests.printing.pdf_text import read_pdf_text, read_placed_pages
from tests.tournaments.steps import win, write
from tournaments.models import Entry, Event
from tournaments.services.club.clubs import add_venue
from tournaments.services.events.events import start_play
from tournaments.services.events.halls import add_hall
from tournaments.services.hall.table_codes import make_codes
from tournaments.services.registration.arrivals import set_paid
from tournaments.services.registration.entries import import_entries
from tournaments.services.registration.payments import take_payment
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.regulation.regulations import set_house_rules

pytestmark = pytest.mark.django_db
PRIZES = [PrizeBand(1, 1, "coppa"), PrizeBand(2, 2, "prosciutto"), PrizeBand(3, 4, "salame")]
NOTHING_YET = {
    "empty": {
        "pairings": "print_not_drawn",
        "names": "print_not_drawn",
        "sheets": "print_not_drawn",
        "round": "print_not_drawn",
        "bracket": "print_not_drawn",
        "groups": "print_no_groups",
        "entries": "print_no_entries",
        "cash": "print_no_entries",
        "check_in": "print_no_entries",
        "cards": "print_no_codes",
        "standings": "print_not_drawn",
        "prizes": "print_no_prizes",
        "certificates": "print_no_prizes",
        "receipts": "print_no_entries",
    },
    "entered": {
        "pairings": "print_not_drawn",
        "names": "print_not_drawn",
        "sheets": "print_not_drawn",
        "round": "print_not_drawn",
        "bracket": "print_not_drawn",
        "groups": "print_no_groups",
        "cards": "print_no_codes",
        "standings": "print_not_drawn",
        "prizes": "print_no_prizes",
        "certificates": "print_no_prizes",
        "receipts": "print_no_fee",
    },
    "first": {
        "groups": "print_no_groups",
        "cards": "print_no_codes",
        "prizes": "print_no_prizes",
        "certificates": "print_no_prizes",
        "receipts": "print_no_fee",
    },
    "middle": {
        "groups": "print_no_groups",
        "cards": "print_no_codes",
        "prizes": "print_no_prizes",
        "certificates": "print_no_prizes",
        "receipts": "print_no_fee",
    },
    "last": {
        "pairings": "print_no_round",
        "names": "print_no_round",
        "sheets": "print_no_round",
        "round": "print_no_round",
        "groups": "print_no_groups",
        "cards": "print_no_codes",
        "prizes": "print_no_prizes",
        "certificates": "print_no_prizes",
        "receipts": "print_no_fee",
    },
}


def find_reason(event: Event, layout: str) -> str:
    """Why the layout cannot be printed; empty if its PDF was made."""
    try:
        document = LAYOUTS[layout].build(make_order(event))
    except CannotPrint as refused:
        return refused.code
    pdf = render_pdf(document)
    assert pdf.startswith(b"%PDF-")
    assert count_pages(pdf) >= 1
    return ""


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("moment", NOTHING_YET)
def test_every_layout_is_a_pdf_or_says_why_not(moment: str, language: str) -> None:
    event = make_hall(8, moment=moment)
    with translation.override(language):
        found = {layout: find_reason(event, layout) for layout in LAYOUTS}
    assert {layout: why for layout, why in found.items() if why} == NOTHING_YET[moment]


@pytest.mark.parametrize(
    "plan",
    [
        {"format": "consolation", "options": {"places": 4}},
        {"format": "double_elimination"},
        {"format": "swiss", "options": {"rounds": 3}},
        {"format": "groups", "options": {"group_size": 4}},
        {"format": "single_elimination", "options": {"third_place": True, "groups": 2}},
    ],
    ids=lambda plan: plan["format"],
)
def test_every_format_of_play_can_be_printed(plan: dict[str, Any]) -> None:
    # The second round of a Swiss stage is not paired by itself.
    moment = "first" if plan["format"] == "swiss" else "middle"
    event = make_hall(16, moment=moment, **plan)
    needed = {"pairings", "names", "sheets", "standings", "entries", "regulation"}
    has_bracket = plan["format"] not in ("swiss", "groups")
    needed.add("bracket" if has_bracket else "standings")
    if plan["format"] == "groups":
        needed.add("groups")
    assert {layout: find_reason(event, layout) for layout in needed} == dict.fromkeys(needed, "")


def test_players_at_one_table_each_have_a_column() -> None:
    event = make_event(
        pairs=0,
        drawn=False,
        format="sittings",
        options={"rounds": 2},
        tables=2,
        match_format={"games": [{"game": "trionfo", "hands": 5}], "wins": None},
    )
    forms = [EntryDetails(players=(Name("Ugo", f"Neri{number}"),)) for number in range(10)]
    import_entries(event=event, forms=forms, actor=owner_of(event.club), now=NOW)
    event = start_play(event=draw_now(event), actor=owner_of(event.club), now=NOW)
    document = LAYOUTS["sheets"].build(make_order(event))
    assert isinstance(document, SheetsDocument)
    assert {len(sheet.sides) for sheet in document.sheets} == {5}
    assert count_pages(render_pdf(document)) == len(document.sheets)
    assert find_reason(event, "pairings") == ""


def test_what_was_settled_is_on_paper() -> None:
    event = make_hall(8, moment="last")
    actor = owner_of(event.club)
    set_prizes(event=event, bands=PRIZES, actor=actor, now=NOW, reason="sponsor")
    prizes = LAYOUTS["prizes"].build(make_order(event))
    certificates = LAYOUTS["certificates"].build(make_order(event))
    assert isinstance(prizes, ListDocument)
    assert len(prizes.sections[0].rows) == 4
    assert count_pages(render_pdf(certificates)) == 4
    assert count_pages(render_pdf(prizes)) == 1


def test_receipts_are_for_those_who_have_paid() -> None:
    event = make_hall(8, moment="entered")
    set_house_rules(
        event=event,
        rules=HouseRules(fee_cents=1050, fee_per="player"),
        actor=owner_of(event.club),
        now=NOW,
    )
    Entry.objects.filter(event=event).update(paid=False)
    assert find_reason(event, "receipts") == "print_nobody_paid"
    first, second, *_rest = event.entries.order_by("pk")
    Entry.objects.filter(pk__in=[first.pk, second.pk]).update(paid=True)
    with translation.override("en"):
        document = LAYOUTS["receipts"].build(make_order(event))
    assert texts_in(asdict(document)).count("€21") == 2


def test_cash_is_summed_on_each_sheet() -> None:
    event = make_hall(40, moment="entered")
    set_house_rules(
        event=event, rules=HouseRules(fee_cents=2000), actor=owner_of(event.club), now=NOW
    )
    Entry.objects.filter(event=event).update(paid=True)
    with translation.override("en"):
        document = LAYOUTS["cash"].build(make_order(event))
    assert isinstance(document, ListDocument)
    sheets = document.sections[:2]
    assert [len(section.rows) for section in sheets] == [32, 8]
    assert [section.total[2].text for section in sheets] == ["€640", "€800"]
    assert count_pages(render_pdf(document)) == 2


@pytest.mark.parametrize(
    ("layout", "pages"),
    [("pairings", 1), ("names", 1), ("sheets", 32), ("bracket", 1), ("entries", 2), ("cash", 2)],
)
def test_sixty_four_pairs_take_these_sheets(layout: str, pages: int) -> None:
    event = make_hall(64, moment="first")
    document = LAYOUTS[layout].build(make_order(event))
    assert count_pages(render_pdf(document)) == pages


def test_a_poster_is_divided_into_sheets_that_are_glued() -> None:
    event = make_hall(64, moment="first")
    tiles = LAYOUTS["bracket"].build(make_order(event, PrintChoices(None, TILES)))
    assert count_pages(render_pdf(tiles)) == 4


def test_a_poster_grows_with_the_paper() -> None:
    event = make_hall(8, moment="first")

    def width_of(paper: str) -> int:
        document = LAYOUTS["bracket"].build(make_order(event, PrintChoices(None, paper)))
        (image,) = render_images(document, ppi=20)
        return int.from_bytes(image[16:20])

    assert width_of("a4") == width_of("") < width_of("a3") < width_of("a2") < width_of("a1")


@pytest.mark.parametrize(("paper", "size"), [("a4", (297, 210)), ("a3", (420, 297))])
def test_a_poster_and_a_tall_diagram_are_sheets_of_the_chosen_size(
    paper: str, size: tuple[int, int]
) -> None:
    event = make_hall(8, moment="first", format="double_elimination")
    document = LAYOUTS["bracket"].build(make_order(event, PrintChoices(None, paper)))
    assert isinstance(document, PosterDocument)
    # As high as the losers' bracket of 256 pairs, which is on no sheet of a printer.
    tall = [replace(diagram, width=841, height=963) for diagram in document.diagrams]
    pdf = render_pdf(replace(document, diagrams=tuple(tall)))
    pages = read_placed_pages(pdf)
    assert len(pages) == len(document.posters) + len(document.diagrams)
    for page in pages:
        assert (round(page.width / 72 * 25.4), round(page.height / 72 * 25.4)) == size
        assert page.list_outside() == []


def test_names_are_in_one_alphabetical_order_whatever_their_accents() -> None:
    event = make_hall(0, moment="empty", format="swiss", options={"rounds": 2})
    surnames = ["Zoli", "Àlvarez", "Bosi", "Éboli", "Casadei"]
    forms = [
        EntryDetails(players=(Name("Ugo", surname), Name("Ivo", f"Neri{surname}")))
        for surname in surnames
    ]
    import_entries(event=event, forms=forms, actor=owner_of(event.club), now=NOW)
    event = start_play(event=draw_now(event), actor=owner_of(event.club), now=NOW)
    in_order = ["Àlvarez", "Bosi", "Casadei", "Éboli", "Zoli"]
    # Five pairs: one of them has a bye, and stands where its name belongs.
    assert event.pairings.filter(state="BYE").exists()
    for layout, column in (("names", 0), ("entries", 1)):
        document = LAYOUTS[layout].build(make_order(event))
        assert isinstance(document, ListDocument)
        names = [row[column].text.partition(" – ")[0] for row in document.sections[0].rows]
        assert names == in_order


def test_a_poster_shows_the_winners_and_their_scores() -> None:
    event = make_hall(8, moment="last")
    document = LAYOUTS["bracket"].build(make_order(event))
    assert isinstance(document, PosterDocument)
    (poster,) = document.posters
    assert [len(round_.slots) for round_ in poster.rounds] == [8, 4, 2]
    assert poster.winner in [slot.name for slot in poster.rounds[-1].slots]
    assert {slot.score for slot in poster.rounds[1].slots} == {"11–0"}


@pytest.mark.parametrize(
    ("format_name", "goal"),
    [("double_elimination", "On to the grand final"), ("single_elimination", "Winners")],
)
def test_winners_of_the_winners_bracket_have_not_won_the_event(format_name: str, goal: str) -> None:
    event = make_hall(4, moment="last", format=format_name)
    with translation.override("en"):
        document = LAYOUTS["bracket"].build(make_order(event))
    assert isinstance(document, PosterDocument)
    assert [poster.goal for poster in document.posters] == [goal]


def test_matches_have_the_numbers_of_the_bracket_on_the_screen() -> None:
    event = make_hall(8, moment="first", format="consolation")
    with translation.override("en"):
        document = LAYOUTS["bracket"].build(make_order(event))
    assert isinstance(document, PosterDocument)
    assert [round_.numbers for round_ in document.posters[0].rounds] == [
        (1, 2, 3, 4),
        (5, 6),
        (7,),
    ]
    boxes = [box for round_ in document.diagrams[0].rounds for box in round_.boxes]
    assert [box.number for box in boxes[:2]] == [8, 9]
    assert [side.name for side in boxes[0].sides] == ["loser 1", "loser 2"]


@pytest.mark.parametrize(
    ("pairs", "format_name"),
    [
        (6, "double_elimination"),
        (8, "double_elimination"),
        (9, "double_elimination"),
        (6, "consolation"),
        (8, "consolation"),
    ],
)
def test_every_number_that_a_match_waits_for_is_on_the_paper(pairs: int, format_name: str) -> None:
    event = make_hall(pairs, moment="first", format=format_name)
    with translation.override("en"):
        document = LAYOUTS["bracket"].build(make_order(event))
    lines = read_pdf_text(render_pdf(document)).splitlines()
    waited_for = {
        found[1] for line in lines if (found := re.fullmatch(r"(?:winner|loser) (\d+)", line))
    }
    assert waited_for
    assert waited_for <= {line for line in lines if line.isdecimal()}


def test_a_match_of_which_only_the_games_are_known_shows_no_points() -> None:
    event = make_hall(4, moment="first", match_format=best_of(1, "marafon"))
    write(event.pairings.filter(match__isnull=False).order_by("pk")[0], "games", {"wins": [0, 1]})
    document = LAYOUTS["bracket"].build(make_order(event))
    assert isinstance(document, PosterDocument)
    scores = [slot.score for slot in document.posters[0].rounds[1].slots]
    assert sorted(scores) == ["", "1–0"]


def test_only_matches_to_be_played_are_in_the_lists_of_the_hall() -> None:
    event = make_hall(8, moment="first", tables=2)
    (pairing, *_others) = event.pairings.filter(state="CALLED").order_by("pk")
    win(pairing)
    rows: dict[tuple[str, int | None], int] = {}
    for layout in ("names", "pairings"):
        for round_id in (None, pairing.round_id):
            document = LAYOUTS[layout].build(make_order(event, PrintChoices(round_id)))
            assert isinstance(document, ListDocument)
            rows[layout, round_id] = sum(len(section.rows) for section in document.sections)
    assert rows == {
        ("names", None): 6,
        ("names", pairing.round_id): 8,
        ("pairings", None): 3,
        ("pairings", pairing.round_id): 4,
    }


def test_a_round_that_is_at_tables_already_is_in_the_lists_of_the_hall() -> None:
    event = make_hall(8, moment="first", tables=2)
    for code in ("main-1-1", "main-1-2", "main-1-3"):
        win(event.pairings.get(code=code))
    called = event.pairings.filter(state="CALLED").values_list("code", flat=True)
    assert set(called) == {"main-1-4", "main-2-1"}
    document = LAYOUTS["pairings"].build(make_order(event))
    assert isinstance(document, ListDocument)
    assert [len(section.rows) for section in document.sections] == [1, 1]


def test_a_sheet_has_the_qr_and_the_address_of_its_match() -> None:
    event = make_hall(4, moment="first")
    document = LAYOUTS["sheets"].build(make_order(event))
    assert isinstance(document, SheetsDocument)
    addresses = {f"192.168.1.20:8080/matches/{p.match_id}/" for p in event.pairings.all()}
    assert {sheet.address for sheet in document.sheets} < addresses
    assert all("<svg" in sheet.qr for sheet in document.sheets)


def test_a_sheet_says_when_phones_cannot_reach_its_address() -> None:
    event = make_hall(4, moment="first")
    here = PaperAddresses(ADDRESSES.board, ADDRESSES.pad, ADDRESSES.match, "127.0.0.1:8000")
    for layout in ("sheets", "bracket"):
        document = LAYOUTS[layout].build(make_order(event, addresses=here))
        assert "127.0.0.1:8000" in document.paper.warning
        render_pdf(document)


def test_only_matches_still_to_be_played_get_a_sheet_unless_a_round_is_chosen() -> None:
    event = make_hall(8, moment="first")
    first_round = event.pairings.order_by("pk")[0].round_id
    play(event, most=1)
    now = LAYOUTS["sheets"].build(make_order(event))
    chosen = LAYOUTS["sheets"].build(make_order(event, PrintChoices(first_round)))
    assert isinstance(now, SheetsDocument)
    assert isinstance(chosen, SheetsDocument)
    assert (len(now.sheets), len(chosen.sheets)) == (3, 4)


def test_cards_are_for_the_codes_in_force() -> None:
    event = make_hall(8, moment="first")
    codes = make_codes(event=event, actor=owner_of(event.club), now=NOW)
    document = LAYOUTS["cards"].build(make_order(event))
    assert len(codes) == 4
    assert count_pages(render_pdf(document)) == 2


@pytest.mark.parametrize("games", [1, 3, 5])
def test_sheets_have_the_games_of_the_match(games: int) -> None:
    event = make_hall(4, moment="first", match_format=best_of(games, "marafon"))
    for layout in ("sheets", "blank"):
        document = LAYOUTS[layout].build(make_order(event))
        assert isinstance(document, SheetsDocument)
        assert len(document.sheets[0].games) == games
        assert count_pages(render_pdf(document)) == len(document.sheets)


def test_the_regulation_names_deadline_fee_contact_and_notes() -> None:
    event = make_hall(4, moment="entered")
    rules = HouseRules(fee_cents=1050, fee_per="player")
    set_house_rules(event=event, rules=rules, actor=owner_of(event.club), now=NOW)
    Event.objects.filter(pk=event.pk).update(
        entries_close_at=NOW, contact="Iole, 0543 1234", notes="Si mangia alle 19.\n\n#panic(1)"
    )
    with translation.override("en"):
        document = LAYOUTS["regulation"].build(make_order(event))
    assert isinstance(document, RegulationPaper)
    values = {fact.name: fact.value for fact in document.facts}
    assert values["Fee"] == "€10.50 per player"
    assert values["Entries close"] == "13 December 2026, 20:00"
    assert values["For questions"] == "Iole, 0543 1234"
    assert document.notes == ("Si mangia alle 19.", "#panic(1)")
    assert render_pdf(document).startswith(b"%PDF-")


def test_a_regulation_without_deadline_fee_contact_and_notes_leaves_them_out() -> None:
    event = make_hall(4, moment="entered")
    with translation.override("en"):
        document = LAYOUTS["regulation"].build(make_order(event))
    assert isinstance(document, RegulationPaper)
    assert {fact.name for fact in document.facts} == {"Matches", "Format"}
    assert document.notes == ()


def test_every_pair_that_plays_or_waits_has_a_check_in_card() -> None:
    event = make_hall(12, moment="entered")
    first, second, *_rest = event.entries.order_by("pk")
    Entry.objects.filter(pk=first.pk).update(state=Entry.State.WITHDRAWN)
    Entry.objects.filter(pk=second.pk).update(state=Entry.State.WAITLISTED)
    document = LAYOUTS["check_in"].build(make_order(event))
    assert isinstance(document, CheckInDocument)
    codes = set(event.entries.exclude(pk=first.pk).values_list("check_in_code", flat=True))
    assert {card.code for card in document.cards} == codes
    assert all(card.qr.startswith("<svg") for card in document.cards)
    assert count_pages(render_pdf(document)) == 2


def test_a_code_that_phones_cannot_reach_says_so() -> None:
    event = make_hall(4, moment="entered")
    addresses = replace(ADDRESSES, unreachable="localhost:8000")
    document = LAYOUTS["check_in"].build(make_order(event, addresses=addresses))
    assert isinstance(document, CheckInDocument)
    assert "localhost:8000" in document.paper.warning
    render_pdf(document)


def test_a_receipt_has_what_was_paid_and_the_code_of_its_pair() -> None:
    event = make_hall(4, moment="entered")
    set_house_rules(
        event=event, rules=HouseRules(fee_cents=2000), actor=owner_of(event.club), now=NOW
    )
    for entry in event.entries.all():
        set_paid(entry=entry, paid=False, actor=owner_of(event.club), now=NOW)
    first = event.entries.earliest("pk")
    take_payment(entry=first, cents=500, actor=owner_of(event.club), now=NOW)
    with translation.override("en"):
        document = LAYOUTS["receipts"].build(make_order(event))
    assert isinstance(document, ReceiptsDocument)
    (receipt,) = document.receipts
    assert receipt.amount == "€5"
    assert receipt.qr.startswith("<svg")
    assert count_pages(render_pdf(document)) == 1


def test_the_cash_list_says_who_has_the_money() -> None:
    event = make_hall(4, moment="entered")
    owner = owner_of(event.club)
    set_house_rules(event=event, rules=HouseRules(fee_cents=2000), actor=owner, now=NOW)
    for entry in event.entries.all():
        set_paid(entry=entry, paid=False, actor=owner, now=NOW)
    first, second, *_rest = event.entries.order_by("pk")
    take_payment(entry=first, cents=500, actor=owner, now=NOW)
    take_payment(entry=second, cents=None, actor=owner, now=NOW)
    with translation.override("en"):
        document = LAYOUTS["cash"].build(make_order(event))
    assert isinstance(document, ListDocument)
    entries, collectors = document.sections
    assert sorted(row[3].text for row in entries.rows) == ["", "", "€20", "€5"]
    assert [cell.text for cell in entries.total][2:5] == ["€25", "", "of €80, €55 missing"]
    (total,) = collectors.rows
    assert total[1].text == "€25"
    assert count_pages(render_pdf(document)) == 1


@pytest.mark.parametrize("layout", ["pairings", "names", "sheets", "cards"])
def test_paper_names_the_hall_of_each_table_where_there_are_several(layout: str) -> None:
    club = make_club()
    actor = owner_of(club)
    bar = add_venue(club=club, name="Bar Fiume", address="", actor=actor)
    event = make_event(club=club, pairs=8, tables=2, venue=bar)
    add_hall(event=event, name="Palestra", tables=2, actor=actor, now=NOW, reason="x")
    make_codes(event=event, actor=actor, now=NOW)
    texts = texts_in(asdict(LAYOUTS[layout].build(make_order(event))))
    in_gym = sum("Palestra" in text for text in texts)
    # Of the two matches in the gym; the other two are where the event is.
    assert in_gym == {"pairings": 2, "names": 4, "sheets": 2, "cards": 2}[layout]
    assert any("Bar Fiume" in text for text in texts)


def test_paper_of_one_hall_does_not_name_it_at_each_table() -> None:
    event = make_hall(8, moment="first")
    texts = texts_in(asdict(LAYOUTS["pairings"].build(make_order(event))))
    assert "Hall" not in texts
