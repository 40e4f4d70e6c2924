"""Lists as CSV and Excel: what is in them, and that no name becomes a formula."""

import csv
import io
from decimal import Decimal

import pytest
from django.utils import translation
from openpyxl import load_workbook  # type: ignore[import-untyped]

from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from competition.prizes import PrizeBand
from competition.regulation import HouseRules
from printing.refusals import CannotPrint
from printing.spreadsheets import write_csv, write_workbook
from printing.tables import TABULATORS, PlainTable, tabulate_event
from tests.factories import NOW, owner_of
from tests.printing.halls import make_hall, make_order
from tournaments.models import Entry, Event
from tournaments.services.registration.entries import import_entries
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.regulation.regulations import set_house_rules

DANGEROUS = ("=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx")


def read_csv(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))


@pytest.mark.parametrize("text", DANGEROUS)
def test_a_text_is_no_formula_in_csv(text: str) -> None:
    rows = read_csv(write_csv(PlainTable("a", ("head",), ((text,),)), decimal=","))
    assert rows[1][0].startswith("'")


@pytest.mark.parametrize("text", DANGEROUS)
def test_a_text_is_no_formula_in_excel(text: str) -> None:
    content = write_workbook([PlainTable("a", ("head",), ((text,),))])
    cell = load_workbook(io.BytesIO(content)).worksheets[0]["A2"]
    assert cell.data_type == "s"


def test_numbers_stay_numbers() -> None:
    table = PlainTable("a", ("n", "euro", "none"), ((-3, Decimal("20.50"), None),))
    assert read_csv(write_csv(table, decimal=",")) == [["n", "euro", "none"], ["-3", "20,50", ""]]
    sheet = load_workbook(io.BytesIO(write_workbook([table]))).worksheets[0]
    assert [cell.value for cell in sheet[2]] == [-3, 20.5, None]


def test_characters_that_excel_refuses_are_left_out() -> None:
    content = write_workbook([PlainTable("a/b:c", ("head",), (("Ne\x00ri\x0b",),))])
    sheet = load_workbook(io.BytesIO(content)).worksheets[0]
    assert (sheet.title, sheet["A2"].value) == ("abc", "Neri")


@pytest.mark.django_db
def test_a_pair_with_a_formula_as_its_name_stays_a_text() -> None:
    event = make_hall(0, moment="empty")
    form = EntryDetails(players=(Name("Ugo", "=HYPERLINK(1)"), Name("Ivo", "@Neri")))
    import_entries(event=event, forms=[form], actor=owner_of(event.club), now=NOW)
    table = TABULATORS["entries"](make_order(event))
    assert all(
        not cell.startswith(("=", "@")) for cell in read_csv(write_csv(table, decimal=","))[1]
    )


@pytest.mark.django_db
def test_the_cash_is_in_euros_with_its_sum() -> None:
    event = make_hall(4, moment="entered")
    rules = HouseRules(fee_cents=1050)
    set_house_rules(event=event, rules=rules, actor=owner_of(event.club), now=NOW)
    Entry.objects.filter(event=event).update(paid=True)
    table = TABULATORS["cash"](make_order(event))
    listed, (collector, *_others) = table.rows[:5], table.rows[5:]
    assert [row[1] for row in listed] == [Decimal("10.50")] * 4 + [None]
    assert [row[3] for row in listed] == [Decimal("10.50")] * 4 + [Decimal("42.00")]
    assert collector[4].startswith("Iole Amaducci")


@pytest.mark.django_db
def test_results_have_a_row_for_each_match() -> None:
    event = make_hall(8, moment="last")
    with translation.override("en"):
        table = TABULATORS["results"](make_order(event))
    assert len(table.rows) == 7
    winners = [row[table.heads.index("Winner")] for row in table.rows]
    assert all(winners)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("moment", "sheets"), [("empty", 1), ("entered", 3), ("first", 5), ("middle", 5), ("last", 5)]
)
def test_the_archive_has_every_list_that_has_something(moment: str, sheets: int) -> None:
    event = make_hall(8, moment=moment)
    if moment != "empty" and moment != "entered":
        bands = [PrizeBand(1, 1, "coppa")]
        actor = owner_of(event.club)
        set_prizes(event=event, bands=bands, actor=actor, now=NOW, reason="sponsor")
    content = write_workbook(tabulate_event(make_order(event)))
    workbook = load_workbook(io.BytesIO(content))
    assert len(workbook.worksheets) == sheets + (moment not in ("empty", "entered"))


@pytest.mark.django_db
def test_a_list_without_rows_says_why() -> None:
    event = make_hall(0, moment="empty")
    with pytest.raises(CannotPrint):
        TABULATORS["entries"](make_order(event))
    assert isinstance(event, Event)


def column(table: PlainTable, head: str) -> list[object]:
    at = table.heads.index(head)
    return [row[at] for row in table.rows]


@pytest.mark.django_db
def test_entries_have_what_is_kept_of_them() -> None:
    event = make_hall(2, moment="entered")
    first = event.entries.order_by("pk")[0]
    kept = {"phone": "+39 333 1234567, ugo@example.org", "notes": "=vegano", "seed": 1, "group": 2}
    event.entries.filter(pk=first.pk).update(**kept, paid=True)
    with translation.override("en"):
        table = TABULATORS["entries"](make_order(event))
    row = column(table, "Seed").index(1)
    found = {
        head: column(table, head)[row] for head in ("Group", "Paid", "Phone", "E-mail", "Notes")
    }
    assert found == {
        "Group": "Group B",
        "Paid": "yes",
        "Phone": "+39 333 1234567",
        "E-mail": "ugo@example.org",
        "Notes": "=vegano",
    }
    # Read back, neither the phone nor the note is a formula.
    sheet = load_workbook(io.BytesIO(write_workbook([table]))).worksheets[0]
    assert all(cell.data_type != "f" for cells in sheet.iter_rows() for cell in cells)
    csv_row = read_csv(write_csv(table, decimal=","))[row + 1]
    assert csv_row[-3:] == ["'+39 333 1234567", "ugo@example.org", "'=vegano"]


@pytest.mark.django_db
def test_results_have_the_points_of_each_game() -> None:
    event = make_hall(4, moment="last")
    with translation.override("en"):
        table = TABULATORS["results"](make_order(event))
    assert set(column(table, "Points of each game")) <= {"11–0", "0–11"}
    content = write_workbook([table])
    sheet = load_workbook(io.BytesIO(content)).worksheets[0]
    at = table.heads.index("Points of each game")
    assert [row[at] for row in sheet.iter_rows(min_row=2, values_only=True)] == column(
        table, "Points of each game"
    )


@pytest.mark.django_db
def test_standings_have_their_tie_breaks_as_numbers() -> None:
    event = make_hall(4, moment="last", format="round_robin")
    order = make_order(event)
    with translation.override("en"):
        table = TABULATORS["standings"](order)
    assert len(table.heads) > 5
    sheet = load_workbook(io.BytesIO(write_workbook([table]))).worksheets[0]
    numbers = [cell for cell in sheet[2][4:-1] if cell.value is not None]
    assert numbers
    assert all(cell.data_type == "n" for cell in numbers)


@pytest.mark.django_db
def test_the_archive_has_all_of_it() -> None:
    event = make_hall(4, moment="last", format="round_robin")
    actor = owner_of(event.club)
    rules = HouseRules(fee_cents=1000)
    set_house_rules(event=event, rules=rules, actor=actor, now=NOW, reason="quota")
    set_prizes(
        event=event, bands=[PrizeBand(1, 1, "coppa")], actor=actor, now=NOW, reason="sponsor"
    )
    with translation.override("en"):
        workbook = load_workbook(io.BytesIO(write_workbook(tabulate_event(make_order(event)))))
    heads = {sheet.title: [cell.value for cell in sheet[1]] for sheet in workbook.worksheets}
    assert list(heads)[1:] == ["Entries", "Results", "Standings", "Prizes", "Cash"]
    assert {"Phone", "E-mail", "Notes", "Seed", "Group", "Paid"} <= set(heads["Entries"])
    assert "Points of each game" in heads["Results"]
    assert {"Prize", "Pair"} <= set(heads["Prizes"])
    assert {"Fee", "Paid", "Collector"} <= set(heads["Cash"])
