"""What needs the organizer comes in the order in which somebody waits for it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from api.authentication import make_device_actor
from competition.regulation import HouseRules
from tests.factories import NOW, make_event, make_member, owner_of
from tests.tournaments.sittings import make_sittings
from tests.tournaments.steps import QUICK, pairing, win, write
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import (
    Club,
    Event,
    Pairing,
    PendingDecision,
    Protest,
    Role,
    SheetConflict,
    TableCode,
)
from tournaments.services.decisions.protests import decide_protest, file_protest
from tournaments.services.hall.devices import admit
from tournaments.services.hall.referee_calls import call_referee
from tournaments.services.hall.table_codes import make_codes

DECISION = "protest waits for a decision"
CONFLICT = "a phone has something else"
CALL = "calls the referee"
UNSIGNED = "is not signed"
SLOW = "has been playing for"
UNPAID = "have not paid"


@pytest.fixture
def event(club: Club) -> Event:
    """Four tables, of which each has something, and nobody has paid."""
    event = make_event(club=club, pairs=8, tables=4, match_format=QUICK)
    actor = owner_of(club)
    rules = HouseRules(fee_cents=2000).model_dump(mode="json", exclude_defaults=True)
    Event.objects.filter(pk=event.pk).update(rules=rules)
    make_codes(event=event, actor=actor, now=NOW)
    codes = {code.table.number: code for code in TableCode.objects.select_related("table")}
    phone = admit(code=codes[1].code, now=NOW).device
    call_referee(actor=make_device_actor(phone), now=NOW)
    first, second, third, _ = event.pairings.filter(table__isnull=False).order_by("table__number")
    assert first.match is not None
    SheetConflict.objects.create(match=first.match, device=str(phone.pk), version=1, met_at=NOW)
    admit(code=codes[2].code, now=NOW)
    win(second)
    Pairing.objects.filter(pk=second.pk).update(holds_table=True)
    write(third, "hand", {"points": [5, None]})
    third.match.lines.update(arrived_at=timezone.now() - timedelta(minutes=40))
    entry_in_first = event.entries.get(slots__pairing=first, slots__position=0)
    file_protest(entry=entry_in_first, pairing=None, article="", text="x", actor=actor, now=NOW)
    return event


def queue_of(desk: Client, event: Event) -> str:
    page = html_of(desk.get(f"/desk/events/{event.pk}/"))
    return page[page.index('id="todo"') : page.index("</section>", page.index('id="todo"'))]


def test_the_order_is_that_of_urgency(desk: Client, event: Event) -> None:
    shown = queue_of(desk, event)
    found = [shown.find(part) for part in (DECISION, CONFLICT, CALL, UNSIGNED, SLOW, UNPAID)]
    assert -1 not in found, found
    assert found == sorted(found)


def test_five_have_a_button_and_the_rest_is_named(desk: Client, event: Event) -> None:
    shown = queue_of(desk, event)
    assert shown.count("<li") == 5
    assert UNPAID in shown[shown.index("Then:") :]


def test_a_referee_is_told_of_no_payments(event: Event) -> None:
    shown = queue_of(signed_in(make_member(event.club, Role.Kind.REFEREE)), event)
    assert SLOW in shown
    assert UNPAID not in shown


def test_a_protest_leaves_the_queue_once_it_is_decided(desk: Client, event: Event) -> None:
    (protest,) = event.protests.all()
    assert f'href="/desk/events/{event.pk}/protests/"' in queue_of(desk, event)
    decide_protest(
        protest=protest,
        decision=Protest.Decision.REJECTED,
        reason="x",
        actor=owner_of(event.club),
        now=NOW,
    )
    assert DECISION not in queue_of(desk, event)


def test_an_event_is_closed_with_its_open_protests_in_sight(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, match_format=QUICK)
    entry = event.entries.all()[0]
    file_protest(entry=entry, pairing=None, article="", text="x", actor=owner_of(club), now=NOW)
    win(pairing(event, "main-1-1"))
    page = text_of(desk.get(f"/desk/events/{event.pk}/"))
    assert "Close the event" in page
    assert "1 protest still waits for a decision" in page


def test_a_decision_comes_before_a_protest(desk: Client, event: Event) -> None:
    PendingDecision.objects.create(event=event, kind="PRIZES_MOVED", asked_at=NOW)
    shown = queue_of(desk, event)
    assert shown.index("/desk/questions/") < shown.index(DECISION)


def test_a_free_table_is_nothing_to_do_while_the_players_are_at_others(
    desk: Client, club: Club
) -> None:
    event = make_sittings(club, players=13, tables=3)
    assert event.pairings.filter(state="CALLED").count() == 2
    assert event.pairings.filter(state="READY").exists()
    assert "1 free table" not in text_of(desk.get(f"/desk/events/{event.pk}/"))
