"""The cash on paper and as a table: both say the same as the cash page, also of who has left."""

import pytest
from django.utils import translation

from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from competition.regulation import HouseRules
from printing.availability import find_availability
from printing.catalog import LAYOUTS
from printing.documents import CheckInDocument, ListDocument, ReceiptsDocument
from printing.tables import PlainTable, tabulate_cash
from tests.factories import NOW, make_club, make_event, owner_of
from tests.printing.halls import make_order
from tournaments.models import Entry, Event
from tournaments.selectors.registration.payments import load_cash_by_collector
from tournaments.services.registration.payments import take_payment
from tournaments.services.registration.withdrawals import replace_entry, withdraw
from tournaments.services.regulation.regulations import set_house_rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Four pairs and a fee of 20 euros: three have paid, and one of these was replaced."""
    event = make_event(club=make_club(), pairs=4, tables=2)
    actor = owner_of(event.club)
    rules = HouseRules(fee_cents=2000)
    set_house_rules(event=event, rules=rules, actor=actor, now=NOW, reason="sponsor")
    entries = list(event.entries.order_by("pk"))
    for entry in entries[:3]:
        take_payment(entry=entry, cents=2000, actor=actor, now=NOW)
    form = EntryDetails(players=(Name("Ugo", "Neri"), Name("Ivo", "Bruni")))
    replace_entry(entry=entries[0], form=form, actor=actor, now=NOW, reason="malato")
    return event


def build_cash_paper(event: Event) -> ListDocument:
    with translation.override("en"):
        document = LAYOUTS["cash"].build(make_order(event))
    assert isinstance(document, ListDocument)
    return document


def build_cash_table(event: Event) -> PlainTable:
    with translation.override("en"):
        return tabulate_cash(make_order(event))


def test_money_of_an_entry_that_was_replaced_is_in_the_sum(event: Event) -> None:
    taken = sum(row.cents for row in load_cash_by_collector(event))
    assert taken == 6000
    paper, collectors = build_cash_paper(event).sections
    # What is due is what those who have entered owe, as the cash page counts it.
    assert [cell.text for cell in paper.total][2:5] == ["€60", "", "of €80, €40 missing"]
    assert [row[1].text for row in collectors.rows] == ["€60"]
    total, collector = build_cash_table(event).rows[-2:]
    assert total[3] == collector[3] == 60


def test_an_entry_that_has_left_is_listed_for_its_money_with_its_state(event: Event) -> None:
    paper = build_cash_paper(event).sections[0]
    states = {row[1].small: row[3].text for row in paper.rows if row[1].small}
    assert states == {"replaced": "€20"}
    assert len(paper.rows) == len(build_cash_table(event).rows) - 2 == 5


def test_its_receipt_is_printed_under_the_number_of_the_other_lists(event: Event) -> None:
    receipts = LAYOUTS["receipts"].build(make_order(event))
    cards = LAYOUTS["check_in"].build(make_order(event))
    assert isinstance(receipts, ReceiptsDocument)
    assert isinstance(cards, CheckInDocument)
    assert len(receipts.receipts) == 3
    cash_numbers = {row[1].text: row[0].text for row in build_cash_paper(event).sections[0].rows}
    for card in cards.cards:
        assert cash_numbers[card.name] == card.number
    of_receipts = {receipt.number for receipt in receipts.receipts}
    assert of_receipts <= set(cash_numbers.values())


def test_a_receipt_of_the_only_payment_is_offered_although_its_entry_was_replaced(
    event: Event,
) -> None:
    Entry.objects.filter(event=event).exclude(state=Entry.State.REPLACED).update(
        paid=False, paid_cents=None
    )
    assert find_availability(make_order(event).event).reasons["receipts"] == ""
    document = LAYOUTS["receipts"].build(make_order(event))
    assert isinstance(document, ReceiptsDocument)
    assert len(document.receipts) == 1


def test_without_a_fee_only_those_who_play_are_counted(event: Event) -> None:
    actor = owner_of(event.club)
    set_house_rules(event=event, rules=HouseRules(), actor=actor, now=NOW, reason="sponsor")
    *_others, withdrawn, waiting = event.entries.filter(paid=False).order_by("pk")
    withdraw(entry=withdrawn, reason="malato", actor=actor, now=NOW)
    Entry.objects.filter(pk=waiting.pk).update(state=Entry.State.WAITLISTED)
    paper = build_cash_paper(event).sections[0]
    assert paper.total[4].text == "2 of 2 have paid"
    # Who waits may pay on moving up; who has left without paying has no line.
    assert sorted(row[1].small for row in paper.rows) == ["", "", "on the waiting list", "replaced"]
