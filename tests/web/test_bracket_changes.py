"""A drawn bracket changed by hand, on the desk; and what everybody reads of it."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from competition.documents.draws import verify
from tests.factories import NOW, make_event, owner_of, pair
from tests.tournaments.steps import QUICK, entry_in, pairing, win
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Draw, DrawChange, Entry, Event
from tournaments.services.registration.entries import import_entries


@pytest.fixture
def event(club: Club) -> Event:
    """A knock-out of five: three have a bye."""
    return make_event(club=club, pairs=5, match_format=QUICK, format="single_elimination")


def address(event: Event, page: str = "") -> str:
    return f"/desk/events/{event.pk}/stages/1/bracket/{page}"


def send(desk: Client, event: Event, page: str, **data: Any) -> Any:
    """Sends a form twice, as somebody who looks at the preview and goes on."""
    data = {"version": event.stages.get().version, "reason": "vengono insieme", **data}
    preview = desk.post(address(event, page), data)
    seen = re.search(r'name="seen" value="([0-9a-f]+)"', html_of(preview))
    assert seen is not None, text_of(preview)
    return desk.post(address(event, page), {**data, "seen": seen[1]})


def test_a_swap_is_shown_then_agreed_to_then_made(desk: Client, event: Event) -> None:
    one, other = entry_in(event, "main-1-1", 0), entry_in(event, "main-1-2", 0)
    assert "Swap two pairs" in text_of(desk.get(address(event)))
    swap = {"first": one, "second": other}
    answer = send(desk, event, "swap/", **swap)
    assert answer.status_code == 422
    assert "gets the bye" in text_of(answer)
    assert not DrawChange.objects.exists()
    assert send(desk, event, "swap/", **swap, agreed="on").status_code == 302
    assert entry_in(event, "main-1-1", 0) == other
    page = text_of(desk.get(address(event)))
    assert "Swap decided by the organizer at" in page
    assert "vengono insieme" in page


def test_a_preview_of_other_pairs_is_not_enough(desk: Client, event: Event) -> None:
    one, other = entry_in(event, "main-1-1", 0), entry_in(event, "main-1-3", 0)
    data = {"version": event.stages.get().version, "reason": "perché sì", "agreed": "on"}
    preview = desk.post(address(event, "swap/"), {**data, "first": one, "second": other})
    seen = re.search(r'name="seen" value="([0-9a-f]+)"', html_of(preview))
    assert seen is not None
    third = entry_in(event, "main-1-2", 1)
    desk.post(address(event, "swap/"), {**data, "first": one, "second": third, "seen": seen[1]})
    assert not DrawChange.objects.exists()


def test_everybody_reads_the_change_and_checks_the_draw_with_it(
    desk: Client, anybody: Client, event: Event
) -> None:
    one, other = entry_in(event, "main-1-1", 0), entry_in(event, "main-1-2", 0)
    send(desk, event, "swap/", first=one, second=other, agreed="on")
    for page in ("bracket/", "draws/", "decisions/"):
        assert "Swap decided by the organizer at" in text_of(
            anybody.get(f"/events/{event.pk}/{page}")
        ), page
    draw = Draw.objects.get()
    record = json.loads(anybody.get(f"/draws/{draw.pk}/record.json").content)
    assert record["changes"] == [{"kind": "swap", "entries": [one, other]}]
    assert verify(record)["valid"]
    record["pairings"][0]["slots"].reverse()
    assert verify(record)["differs"] == ["pairings"]


def test_a_late_pair_is_entered_from_the_desk(desk: Client, event: Event) -> None:
    resting = entry_in(event, "main-1-1", 0)
    late = {"player1": "Ines Fabbri", "player2": "Gino Ricci", "place": f"bye-{resting}"}
    assert send(desk, event, "late/", **late).status_code == 302
    entry = Entry.objects.latest("pk")
    assert entry_in(event, "main-1-1", 1) == entry.pk
    assert "came late" in text_of(desk.get(f"/desk/events/{event.pk}/bracket/"))


def test_a_pair_of_the_waiting_list_plays_a_preliminary_match(desk: Client, club: Club) -> None:
    event = make_event(
        club=club, pairs=4, match_format=QUICK, format="single_elimination", drawn=False, capacity=4
    )
    import_entries(event=event, forms=[pair(50)], actor=owner_of(club), now=NOW)
    waits = event.entries.get(state="WAITLISTED")
    from tests.factories import draw_now

    event = draw_now(event)
    against = entry_in(event, "main-1-1", 0)
    assert f"waiting={waits.pk}" in html_of(desk.get(f"/desk/events/{event.pk}/entries/"))
    data = {"entry": waits.pk, "place": f"preliminary-{against}"}
    assert send(desk, event, "waiting/", **data).status_code == 302
    waits.refresh_from_db()
    assert waits.state == "ENTERED"
    assert entry_in(event, "preliminary-1-1", 1) == waits.pk
    page = html_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    assert "Preliminary matches" in page
    assert 'title="winner of preliminary match 1"' in page


def test_a_swap_is_taken_back_with_a_reason(desk: Client, event: Event) -> None:
    one, other = entry_in(event, "main-1-1", 0), entry_in(event, "main-1-3", 0)
    send(desk, event, "swap/", first=one, second=other, agreed="on")
    change = DrawChange.objects.get()
    answer = desk.post(f"/desk/changes/{change.pk}/undo/", {"reason": "sbagliato coppia"})
    assert answer.status_code == 302
    assert entry_in(event, "main-1-1", 0) == one
    assert "Swap taken back by the organizer" in text_of(desk.get(address(event)))


def test_a_match_that_has_begun_is_named_with_its_pairs(desk: Client, event: Event) -> None:
    played = next(row for row in event.pairings.filter(round__number=1) if row.match_id)
    one, other = entry_in(event, played.code, 0), entry_in(event, "main-1-1", 0)
    version = event.stages.get().version
    win(pairing(event, played.code))
    data = {"first": one, "second": other, "version": version, "reason": "tardi"}
    page = text_of(desk.post(address(event, "swap/"), data))
    assert one is not None
    assert "Choose one of these entries." in page, "a pair that has begun is not offered any more"


def test_a_late_pair_can_join_a_bracket_with_losers(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=6, format="consolation")
    page = text_of(desk.get(f"/desk/events/{event.pk}/stages/1/bracket/"))
    assert "A late pair joins" in page
    assert "can only replace one that has not begun" not in page


def test_why_a_late_pair_cannot_join_is_the_reason_of_this_event(desk: Client, club: Club) -> None:
    plain = make_event(club=club, pairs=2, match_format=QUICK)
    win(plain.pairings.get())
    page = text_of(desk.get(f"/desk/events/{plain.pk}/stages/1/bracket/"))
    assert "No first match is left that has not begun" in page
