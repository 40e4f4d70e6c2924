"""The pairs that do not come: withdrawn, or their place given to who waits, and taken back."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from competition.regulation import HouseRules
from tests.factories import NOW, draw_now, make_event, owner_of, pair
from tests.tournaments.steps import QUICK, pairing, write
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Entry, Event
from tournaments.selectors.registration.no_shows import load_no_shows
from tournaments.services.events.events import start_play
from tournaments.services.registration.arrivals import set_present
from tournaments.services.registration.entries import import_entries
from tournaments.services.registration.payments import take_payment

TOKEN = re.compile(r'name="token" value="([^"]+)"')


@pytest.fixture
def event(club: Club) -> Event:
    """Full; the first pair is there, the second is not, and a third waits."""
    event = make_event(
        club=club, pairs=2, drawn=False, capacity=2, match_format=QUICK, date=timezone.localdate()
    )
    actor = owner_of(club)
    import_entries(event=event, forms=[pair(8)], actor=actor, now=NOW)
    first, _absent, _waiting = event.entries.order_by("pk")
    set_present(entry=first, present=True, actor=actor, now=NOW)
    return event


def absent_of(event: Event) -> Entry:
    return event.entries.order_by("pk")[1]


def page_of(event: Event) -> str:
    return f"/desk/events/{event.pk}/entries/absent/"


def remove(desk: Client, entry: Entry, act: str = "withdraw") -> Any:
    return desk.post(f"/desk/entries/{entry.pk}/absent/", {"act": act}, follow=True)


def take_back(desk: Client, event: Event, page: Any) -> Any:
    found = TOKEN.search(html_of(page))
    assert found
    return desk.post(f"/desk/events/{event.pk}/undo/", {"token": found[1]}, follow=True)


def states(event: Event) -> list[str]:
    return list(event.entries.order_by("pk").values_list("state", flat=True))


def set_rules(event: Event, **rules: Any) -> Event:
    document = HouseRules(**rules).model_dump(mode="json", exclude_defaults=True)
    Event.objects.filter(pk=event.pk).update(rules=document)
    return Event.objects.get(pk=event.pk)


def test_those_who_are_not_there_are_listed_with_who_waits(desk: Client, event: Event) -> None:
    page = text_of(desk.get(page_of(event)))
    assert "1 pair is not here" in page
    assert "Zoffoli1 – Casadei1" in page
    assert "Zoffoli0" not in page
    assert "Next on the waiting list: Zoffoli8 – Casadei8" in page


def test_it_is_due_at_the_check_in_hour_else_at_the_start(event: Event) -> None:
    assert load_no_shows(event).due_at is None
    starts = load_no_shows(set_rules(event, start="20:45")).due_at
    checks = load_no_shows(set_rules(event, check_in="20:15", start="20:45")).due_at
    assert starts is not None
    assert checks == starts - timedelta(minutes=30)


def test_before_the_draw_the_next_that_waits_moves_up(desk: Client, event: Event) -> None:
    page = remove(desk, absent_of(event))
    assert states(event) == ["ENTERED", "WITHDRAWN", "ENTERED"]
    assert "From the waiting list: Zoffoli8 – Casadei8" in text_of(page)
    take_back(desk, event, page)
    assert states(event) == ["ENTERED", "ENTERED", "WAITLISTED"]


def test_a_second_tap_takes_nobody_else_out(desk: Client, event: Event) -> None:
    absent = absent_of(event)
    for _ in range(2):
        remove(desk, absent)
    assert states(event) == ["ENTERED", "WITHDRAWN", "ENTERED"]


def test_who_has_come_meanwhile_keeps_its_place(desk: Client, event: Event) -> None:
    absent = absent_of(event)
    set_present(entry=absent, present=True, actor=owner_of(event.club), now=NOW)
    for act in ("withdraw", "replace"):
        page = remove(desk, absent, act)
        assert page.status_code == 422
        assert "They are here by now" in text_of(page)


def test_who_comes_is_ticked_off_in_the_same_list(desk: Client, event: Event) -> None:
    path = f"/desk/entries/{absent_of(event).pk}/present/"
    page = desk.post(path, {"present": "1", "back": "absent"}, follow=True)
    assert page.redirect_chain[-1][0] == page_of(event)
    assert "Everybody is here." in text_of(page)


def test_after_the_draw_who_waits_plays_in_the_place_of_the_absent(
    desk: Client, event: Event
) -> None:
    waiting = event.entries.latest("pk")
    code = waiting.check_in_code
    take_payment(entry=waiting, cents=700, actor=owner_of(event.club), now=NOW)
    event = draw_now(event)
    absent = absent_of(event)
    slot = absent.slots.get()
    page = remove(desk, absent, "replace")
    new = event.entries.get(state=Entry.State.ENTERED, check_in_code=code)
    slot.refresh_from_db()
    assert slot.entry == new
    assert new.moved_up_at is not None
    assert new.paid_cents == 700
    assert "Somebody else plays in the place of Zoffoli1 – Casadei1" in text_of(page)

    take_back(desk, event, page)
    slot.refresh_from_db()
    back = event.entries.get(check_in_code=code)
    assert slot.entry == absent
    assert states(event) == ["ENTERED", "ENTERED", "WAITLISTED"]
    assert (back.pk, back.paid_cents, back.entered_at) == (waiting.pk, 700, waiting.entered_at)
    assert back.members.count() == 2
    assert absent.members.filter(counts=True).count() == 2


def test_a_pair_that_has_begun_to_play_is_not_sent_back_to_wait(desk: Client, event: Event) -> None:
    event = start_play(event=draw_now(event), actor=owner_of(event.club), now=NOW)
    page = remove(desk, absent_of(event), "replace")
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    assert "Something else has happened since" in text_of(take_back(desk, event, page))
    assert states(event)[1] == "REPLACED"


def test_where_nobody_waits_the_pair_is_withdrawn(desk: Client, event: Event) -> None:
    event.entries.latest("pk").delete()
    event = draw_now(event)
    assert "Give the place away" not in text_of(desk.get(page_of(event)))
    assert remove(desk, absent_of(event), "replace").status_code == 422
    remove(desk, absent_of(event))
    assert states(event) == ["ENTERED", "WITHDRAWN"]


def test_today_names_them_once_they_are_due(desk: Client, event: Event) -> None:
    path = f"/desk/events/{event.pk}/"
    assert "is not here" not in text_of(desk.get(path))
    set_rules(event, start="00:00")
    page = desk.get(path)
    assert "1 pair is not here" in text_of(page)
    assert f'href="{page_of(event)}"' in html_of(page)


def test_where_nobody_is_ticked_off_nobody_is_missed(desk: Client, event: Event) -> None:
    set_rules(event, start="00:00")
    event.entries.update(present_at=None, present_by_kind="", present_by_id="")
    assert "not here" not in text_of(desk.get(f"/desk/events/{event.pk}/"))
