"""Names that look like markup, run backwards, have no letter of ours, or do not end: every layout
prints them as they are, on as many pages as before, with as many queries."""

from dataclasses import asdict
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from competition.prizes import PrizeBand
from competition.regulation import HouseRules
from printing.catalog import LAYOUTS
from printing.rendering import count_pages, render_pdf
from tests.factories import NOW, owner_of
from tests.printing.halls import make_hall, make_order, texts_in
from tournaments.models import Entry, EntryPlayer, Event
from tournaments.services.hall.table_codes import make_codes
from tournaments.services.registration.entries import import_entries
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.regulation.regulations import set_house_rules

pytestmark = pytest.mark.django_db
HOSTILE = (
    '#set page(paper: "a8")',
    "*_$ #panic(1)",
    "$ x^2 $ \\ ` ```",
    "<label> @ref // /* */",
    '#import "@preview/x:1.0.0"',
    ']]]] #eval("1")',
    "= Titolo",
    "- lista + 1. /t: x",
    '"#}{" ~ --- ...',
    "{n} {m} {pair} {number} {match}",
    "محمد بن عبد الله",
    "שלום עליכם",
    "🂡🏆👩‍👩‍👧‍👦 🇮🇹",
    "\u202erovescio",
    "𝔐𝔞𝔯𝔞 名前 🂡",
    "n\u0303" * 20,
    "Domeniconi" * 6,
)
PRIZES = [PrizeBand(1, 1, "#pagebreak() *coppa*"), PrizeBand(2, 4, "salame $x$ " * 8)]


def make_full_hall(layout: str, pairs: int = 8) -> Event:
    """An event of which this layout has something to print."""
    plan: dict[str, Any] = {}
    if layout == "groups":
        plan = {"format": "groups", "options": {"group_size": 4}}
    moment = "last" if layout in ("prizes", "certificates") else "middle"
    event = make_hall(pairs, moment=moment, **plan)
    actor = owner_of(event.club)
    set_prizes(event=event, bands=PRIZES, actor=actor, now=NOW, reason="sponsor")
    rules = HouseRules(fee_cents=2000)
    set_house_rules(event=event, rules=rules, actor=actor, now=NOW, reason="sponsor")
    if layout in ("cards", "round"):
        make_codes(event=event, actor=actor, now=NOW)
    Entry.objects.filter(event=event).update(paid=True)
    return event


def give_hostile_names(event: Event) -> None:
    for number, member in enumerate(EntryPlayer.objects.filter(event=event)):
        member.player.last_name = f"{HOSTILE[number % len(HOSTILE)][:40]}{number}"
        member.player.first_name = "#pagebreak()"
        member.player.save()
    Entry.objects.filter(event=event).update(club_name='#panic("club")')
    Event.objects.filter(pk=event.pk).update(name='#set page("a8") *_$ =')
    type(event.club).objects.filter(pk=event.club_id).update(name="*_$ `#panic(1)`")


def test_no_name_is_read_as_markup() -> None:
    event = make_hall(0, moment="empty")
    forms = [
        EntryDetails(players=(Name("Ugo", name), Name("#pagebreak()", f"Neri{number}")))
        for number, name in enumerate(HOSTILE)
    ]
    import_entries(event=event, forms=forms, actor=owner_of(event.club), now=NOW)
    document = LAYOUTS["entries"].build(make_order(event))
    pdf = render_pdf(document)
    assert count_pages(pdf) == 1
    shown = texts_in(asdict(document))
    assert any("#set page" in text for text in shown)


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_hostile_names_change_no_page_of_any_layout(layout: str) -> None:
    event = make_full_hall(layout)
    before = count_pages(render_pdf(LAYOUTS[layout].build(make_order(event))))
    give_hostile_names(event)
    assert count_pages(render_pdf(LAYOUTS[layout].build(make_order(event)))) == before


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_queries_do_not_depend_on_the_size(layout: str) -> None:
    def count_queries(pairs: int) -> int:
        order = make_order(make_full_hall(layout, pairs))
        with CaptureQueriesContext(connection) as queries:
            LAYOUTS[layout].build(order)
        return len(queries)

    few = count_queries(8)
    assert few == count_queries(32)
    assert few <= 20
