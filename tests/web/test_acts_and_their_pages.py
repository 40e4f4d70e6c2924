"""The addresses of the desk to which forms are only sent: who looks at one is led to a page."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_event
from tests.tournaments.steps import QUICK
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event
from web.desk.urls import urlpatterns


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, tables=4, match_format=QUICK)


def list_addresses(event: Event) -> Iterator[str]:
    """An address for each route of the desk. Most of what it is about is there."""
    entry, pairing = event.entries.earliest("pk"), event.pairings.earliest("pk")
    draw = event.stages.get().draws.get()
    known: dict[str, Any] = {
        "club_slug": event.club.slug,
        "event_id": event.pk,
        "number": 1,
        "entry_id": entry.pk,
        "pairing_id": pairing.pk,
        "draw_id": draw.pk,
        "import_id": event.pk,
        "job_id": event.pk,
        "layout": "entries",
        "table": "entries",
        "extension": "csv",
        "secret": "unknown",
        "key": "unknown",
    }
    for pattern in urlpatterns:
        parameters = {name: known.get(name, 1) for name in pattern.pattern.converters}
        yield reverse(f"desk:{pattern.name}", kwargs=parameters)


def test_every_address_can_be_looked_at(desk: Client, event: Event) -> None:
    refused = [path for path in list_addresses(event) if desk.get(path).status_code == 405]
    assert refused == []


@pytest.mark.parametrize(
    ("name", "arguments", "page"),
    [
        ("extra_time", (), "clocks/"),
        ("entries_list", (), "entries/"),
        ("entries_paste", (), "entries/"),
        ("hall_new", (), "settings/"),
        ("hall_rename", (1,), "settings/"),
        ("event_start", (), ""),
        ("round_pair", (1,), "stages/1/rounds/"),
        ("round_swap", (1,), "stages/1/rounds/"),
        ("calendar_move", (1,), "stages/1/calendar/"),
        ("stage_group", (1, 1), "stages/"),
        ("bracket_swap", (1,), "stages/1/bracket/"),
        ("paper_take_back", (), "results/"),
    ],
)
def test_an_act_is_looked_at_on_the_page_of_its_form(
    desk: Client, event: Event, name: str, arguments: tuple[int, ...], page: str
) -> None:
    answer = desk.get(reverse(f"desk:{name}", args=[event.pk, *arguments]))
    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        f"/desk/events/{event.pk}/{page}",
    )


def test_a_draw_is_looked_at_on_its_own_page(desk: Client, event: Event) -> None:
    draw = event.stages.get().draws.get()
    for name in ("draw_hold", "draw_call_off"):
        page = desk.get(reverse(f"desk:{name}", args=[draw.pk]), follow=True)
        assert page.status_code == 200
        assert page.redirect_chain[-1][0] == f"/desk/events/{event.pk}/draw/"


def test_nothing_is_done_by_looking(desk: Client, event: Event) -> None:
    entry = event.entries.earliest("pk")
    desk.get(reverse("desk:entry_present", args=[entry.pk]), {"present": "1"})
    entry.refresh_from_db()
    assert entry.present_at is None


def test_after_a_refused_form_the_offer_to_undo_works(desk: Client, event: Event) -> None:
    entry = event.entries.earliest("pk")
    desk.post(reverse("desk:entry_paid", args=[entry.pk]), {"paid": "1"})
    refused = desk.post(reverse("desk:entries_paste", args=[event.pk]), {"text": ""})
    assert refused.status_code == 422
    undo_path = reverse("desk:undo", args=[event.pk])
    form = html_of(refused).partition(f'action="{undo_path}"')[2].partition("</form>")[0]
    sent = dict(re.findall(r'name="(token|next)" value="([^"]+)"', form))
    page = desk.post(undo_path, sent, follow=True)
    assert page.status_code == 200
    assert "Taken back." in text_of(page)
    entry.refresh_from_db()
    assert not entry.paid


def test_the_language_of_a_refused_form_can_be_changed(desk: Client, event: Event) -> None:
    refused = desk.post(reverse("desk:extra_time", args=[event.pk]), {"table": "x"})
    chosen = html_of(refused).partition('action="/i18n/setlang/"')[2].partition("</form>")[0]
    found = re.search(r'name="next" value="([^"]+)"', chosen)
    assert found
    page = desk.post("/i18n/setlang/", {"language": "it", "next": found[1]}, follow=True)
    assert page.status_code == 200
    assert page.redirect_chain[-1][0] == reverse("desk:clocks", args=[event.pk])


def test_who_was_signed_out_is_led_to_the_page(anybody: Client, desk: Client, event: Event) -> None:
    path = reverse("desk:extra_time", args=[event.pk])
    answer = anybody.post(path, {"table": "1", "minutes": "5"})
    assert answer.headers["Location"] == f"/accounts/login/?next={path}"
    assert desk.get(path, follow=True).status_code == 200
