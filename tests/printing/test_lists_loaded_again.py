"""A list of entries that was saved for a spreadsheet says what the event has: loaded again, it
changes nothing, and it fills an empty event with the same entries."""

import string
from dataclasses import dataclass
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import translation
from django.utils.formats import get_format
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from printing.spreadsheets import write_csv, write_workbook
from printing.tables import tabulate_entries
from scoring.core.format import best_of
from tests.factories import NOW, make_club, owner_of
from tests.printing.halls import make_order
from tournaments.models import Club, Entry, EntryImport, EntryPlayer, Event, Payment, Player
from tournaments.selectors.registration.imports import (
    Preview,
    digest_preview,
    load_import_preview,
)
from tournaments.services.events.events import EventPlan, create_event, open_entries
from tournaments.services.registration.entries import enter
from tournaments.services.registration.imports import (
    read_import,
    store_import,
    upload,
    write_import,
)
from tournaments.services.registration.payments import give_refund, take_payment
from tournaments.services.registration.withdrawals import withdraw

pytestmark = pytest.mark.django_db
FEE = 1000
SURNAMES = ("Rossi", "ROSSI", "De Luca", "Dall'Ara", "Calò", "D’Amico", "Zoffoli")
FIRST_NAMES = ("Mario", "Maria Grazia", "IVO", "LORIS", "Nicolò", "G. Battista", "")
BIRTH_YEARS = (None, 1900, 1951, 1984, 2100)
AMOUNTS = (None, 100, 350, 1000, 1250, -50)
"""Payments in cents, None for all that is missing; below zero what was given back."""
CONTACTS = ("0547 21234", "+39 333 1234567", "ivo@example.org", "")
SIGNS = f"{string.ascii_letters}è +-,.;'\"\n"


@dataclass(frozen=True)
class ListedPair:
    """An entry of an event that is exported: as it enters, what it pays, whether it leaves."""

    details: EntryDetails
    payments: tuple[int | None, ...]
    leaves: bool


@st.composite
def draw_pairs(draw: st.DrawFn, size: int) -> list[ListedPair]:
    names = st.builds(
        Name, st.sampled_from(FIRST_NAMES), st.sampled_from(SURNAMES), st.sampled_from(BIRTH_YEARS)
    )
    texts = st.text(SIGNS, max_size=20).map(str.strip)
    players = st.lists(names, unique_by=lambda name: name.key, min_size=size, max_size=5 * size)
    drawn_players = draw(players)
    pairs: list[ListedPair] = []
    for start in range(0, len(drawn_players) - size + 1, size):
        details = EntryDetails(
            players=tuple(drawn_players[start : start + size]),
            club_name=draw(texts),
            seed=draw(st.sampled_from((None, start + 1))),
            group=draw(st.sampled_from((None, 1))),
            phone=", ".join(draw(st.lists(st.sampled_from(CONTACTS), max_size=3))),
            notes=draw(texts),
        )
        payments = draw(st.lists(st.sampled_from(AMOUNTS), max_size=3))
        leaves = draw(st.sampled_from((False, False, False, True)))
        pairs.append(ListedPair(details, tuple(payments), leaves))
    return pairs


PLANS = st.fixed_dictionaries(
    {
        "fee_cents": st.sampled_from((None, FEE)),
        "names": st.sampled_from(Event.Names.values),
        "capacity": st.sampled_from((None, 2)),
    }
)


def open_event(club: Club, size: int, plan: dict[str, Any]) -> Event:
    actor = owner_of(club)
    kinds: dict[int, dict[str, Any]] = {
        1: {
            "match_format": {"games": [{"game": "trionfo", "hands": 10}], "wins": None},
            "format": "sittings",
            "options": {"rounds": 2},
        },
        2: {"match_format": best_of(3, "marafon"), "format": "round_robin"},
    }
    full_plan = EventPlan(name="Santa Lucia", date=NOW.date(), **kinds[size], **plan)
    event = create_event(club=club, plan=full_plan, actor=actor, now=NOW)
    return open_entries(event=event, actor=actor, now=NOW)


def enter_pairs(event: Event, pairs: list[ListedPair]) -> None:
    actor = owner_of(event.club)
    for pair in pairs:
        entry = enter(event=event, form=pair.details, actor=actor, now=NOW)
        for cents in pair.payments:
            if cents is None or cents > 0:
                take_payment(entry=entry, cents=cents, actor=actor, now=NOW)
            elif (entry.paid_cents or 0) >= -cents:
                give_refund(entry=entry, cents=-cents, reason="", actor=actor, now=NOW)
        if pair.leaves:
            withdraw(entry=entry, reason="malato", actor=actor, now=NOW)


def save_list(event: Event, language: str, kind: str) -> bytes:
    """The list of entries as the page "Print" saves it."""
    with translation.override(language):
        table = tabulate_entries(make_order(event))
        if kind == "csv":
            return write_csv(table, decimal=get_format("DECIMAL_SEPARATOR"))
        return write_workbook([table])


def load_list(event: Event, content: bytes) -> Preview:
    """Enters a list as it is, without a correction; returns what its page has shown."""
    actor = owner_of(event.club)
    entry_import, _job = upload(event=event, name="", content=content, actor=actor, now=NOW)
    arguments = {"import": str(entry_import.pk), "sheet": ""}
    store_import(arguments, read_import(arguments))
    entry_import = EntryImport.objects.get(pk=entry_import.pk)
    preview = load_import_preview(entry_import)
    write_import(entry_import=entry_import, seen=digest_preview(preview), actor=actor, now=NOW)
    return preview


def read_rows_of_event(event: Event) -> list[list[dict[str, Any]]]:
    """All that a list could change."""
    tables: tuple[QuerySet[Any], ...] = (
        Event.objects.filter(pk=event.pk),
        event.entries.all(),
        EntryPlayer.objects.filter(event=event),
        Payment.objects.filter(entry__event=event),
        Player.objects.filter(club=event.club),
    )
    return [list(table.order_by("pk").values()) for table in tables]


def read_entered(event: Event) -> list[dict[str, Any]]:
    """What a list says of the entries that have a place, by whom they are."""
    rows: list[dict[str, Any]] = []
    for entry in event.entries.filter(state=Entry.State.ENTERED):
        names: list[Any] = []
        for member in entry.members.select_related("player").order_by("position"):
            player = member.player
            names.append(Name(player.first_name, player.last_name, player.birth_year).key)
        row = {
            "players": names,
            "club_name": " ".join(entry.club_name.split()),
            "notes": " ".join(entry.notes.split()),
            "contacts": sorted(filter(None, map(str.strip, entry.phone.split(",")))),
            "seed": entry.seed,
            "group": entry.group,
            "paid": entry.paid,
        }
        # Of who has paid the list says no amount; nothing at all was paid, or given back.
        if not entry.paid:
            row["paid_cents"] = entry.paid_cents or 0
        rows.append(row)
    return sorted(rows, key=str)


@settings(max_examples=30, phases=[Phase.generate])
@given(st.data())
def test_a_saved_list_changes_nothing_and_fills_an_empty_event(data: st.DataObject) -> None:
    size = data.draw(st.sampled_from((1, 2)))
    plan = data.draw(PLANS)
    event = open_event(make_club(), size, plan)
    enter_pairs(event, data.draw(draw_pairs(size)))
    language = data.draw(st.sampled_from(("it", "en")))
    content = save_list(event, language, data.draw(st.sampled_from(("csv", "xlsx"))))
    rows_before = read_rows_of_event(event)
    preview = load_list(event, content)
    assert not [row.faults for row in preview.rows if row.faults]
    assert read_rows_of_event(event) == rows_before

    # There, who waits finds a free place; and without a fee nobody owes what was given back.
    waiting = event.entries.filter(state=Entry.State.WAITLISTED)
    if plan["fee_cents"] is not None and not waiting.exists():
        empty_event = open_event(make_club(), size, plan)
        load_list(empty_event, content)
        assert read_entered(empty_event) == read_entered(event)
