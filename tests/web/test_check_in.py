"""The check-in of a pair by its code: on a phone, and at the desk with a scanner."""

from math import ceil

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings
from structlog.testing import capture_logs

from accounts.limits import WINDOW
from competition.regulation import HouseRules
from tests.factories import make_club, make_event, make_member
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Entry, Event, Role
from web.board.check_in import GUESSES


@pytest.fixture(autouse=True)
def _no_guesses_yet() -> None:
    cache.clear()


@pytest.fixture
def event(club: Club) -> Event:
    event = make_event(club=club, pairs=3, drawn=False)
    rules = HouseRules(fee_cents=2000).model_dump(mode="json", exclude_defaults=True)
    Event.objects.filter(pk=event.pk).update(rules=rules)
    return event


@pytest.fixture
def entry(event: Event) -> Entry:
    Entry.objects.filter(event=event).update(club_name="Bar Fiume")
    return event.entries.earliest("pk")


def page_of(entry: Entry) -> str:
    return f"/desk/entries/{entry.pk}/check-in/"


def test_every_entry_has_a_code_of_its_own(event: Event) -> None:
    codes = set(event.entries.values_list("check_in_code", flat=True))
    assert len(codes) == 3
    assert {len(code) for code in codes} == {10}


def test_a_scanned_code_leads_an_organizer_to_the_pair(desk: Client, entry: Entry) -> None:
    answer = desk.get(f"/c/{entry.check_in_code}/")
    assert answer["Location"] == page_of(entry)
    page = text_of(desk.get(page_of(entry)))
    assert "Zoffoli0 – Casadei0" in page
    assert "Loris Zoffoli0, Ivano Casadei0" in page
    assert "No. in the lists 1" in page
    assert "Bar Fiume" in page
    assert "20 € to pay" in page
    assert "Present and paid 20 €" in page


def test_one_tap_notes_the_pair_as_present(desk: Client, entry: Entry) -> None:
    page = desk.post(page_of(entry), {"act": "present"}, follow=True)
    entry.refresh_from_db()
    assert entry.present_at is not None
    assert "Present since" in text_of(page)
    assert "noted by Iole Amaducci" in text_of(page)
    assert not entry.paid


def test_one_tap_notes_presence_and_fee(desk: Client, entry: Entry) -> None:
    page = desk.post(page_of(entry), {"act": "both"}, follow=True)
    entry.refresh_from_db()
    assert (entry.present_at is not None, entry.paid, entry.paid_cents) == (True, True, 2000)
    assert "to pay" not in text_of(page)


def test_a_double_tap_counts_once(desk: Client, entry: Entry) -> None:
    for _ in range(2):
        assert desk.post(page_of(entry), {"act": "both"}).status_code == 302
    assert entry.payments.count() == 1


def test_who_scans_it_again_sees_since_when_and_by_whom(
    desk: Client, club: Club, entry: Entry
) -> None:
    desk.post(page_of(entry), {"act": "present"})
    entry.refresh_from_db()
    first = entry.present_at
    colleague = signed_in(make_member(club))
    page = text_of(colleague.get(f"/c/{entry.check_in_code}/", follow=True))
    assert "Present since" in page
    assert "noted by Iole Amaducci" in page
    colleague.post(page_of(entry), {"act": "present"})
    entry.refresh_from_db()
    assert entry.present_at == first


def test_who_was_ticked_off_by_mistake_is_not_here_after_all(desk: Client, entry: Entry) -> None:
    desk.post(page_of(entry), {"act": "present"})
    desk.post(page_of(entry), {"act": "absent"})
    entry.refresh_from_db()
    assert entry.present_at is None


def test_a_part_that_was_paid_leaves_the_rest_on_the_button(desk: Client, entry: Entry) -> None:
    desk.post(f"/desk/entries/{entry.pk}/payments/", {"cents": "5", "key": "0" * 16})
    page = text_of(desk.get(page_of(entry)))
    assert "15 € to pay" in page
    assert "5 € of 20 € paid" in page
    assert "Present and paid 15 €" in page


def test_without_a_session_the_page_offers_the_sign_in_and_comes_back(
    anybody: Client, entry: Entry
) -> None:
    page = anybody.get(f"/c/{entry.check_in_code}/")
    assert page.status_code == 200
    assert "Show this at the desk" in text_of(page)
    assert f"/accounts/login/?next={page_of(entry)}" in html_of(page)
    assert "Zoffoli" not in html_of(page)


def test_the_code_is_in_no_address_that_follows(anybody: Client, entry: Entry) -> None:
    page = anybody.get(f"/c/{entry.check_in_code}/")
    assert entry.check_in_code not in html_of(page)
    assert page["Referrer-Policy"] == "no-referrer"
    assert "no-store" in page["Cache-Control"]
    assert anybody.get(page_of(entry))["Location"].startswith("/accounts/login/")


def test_who_does_not_organize_the_event_learns_nothing_of_the_pair(entry: Entry) -> None:
    stranger = signed_in(make_member(make_club("Circolo del Rubicone")))
    for path, status in ((f"/c/{entry.check_in_code}/", 200), (page_of(entry), 403)):
        page = stranger.get(path)
        assert page.status_code == status
        assert "Show this at the desk" in text_of(page)
        assert "Zoffoli" not in html_of(page)
    assert stranger.post(page_of(entry), {"act": "both"}).status_code == 403
    entry.refresh_from_db()
    assert (entry.present_at, entry.paid) == (None, False)


def test_a_referee_notes_nobody_as_present(club: Club, entry: Entry) -> None:
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    assert referee.post(page_of(entry), {"act": "present"}).status_code == 403


def test_a_code_of_no_pair_is_not_found(anybody: Client, entry: Entry) -> None:
    for code in ("AAAAAAAAAA", "no-code", "0"):
        assert anybody.get(f"/c/{code}/").status_code == 404


def test_who_guesses_waits_as_long_as_the_page_says(anybody: Client, entry: Entry) -> None:
    for _ in range(GUESSES.most):
        assert anybody.get("/c/AAAAAAAAAA/").status_code == 404
    page = anybody.get("/c/AAAAAAAAAA/")
    assert page.status_code == 429
    seconds = int(page["Retry-After"])
    assert seconds <= WINDOW
    minutes = ceil(seconds / 60)
    assert f"Wait {minutes} minute{'s' * (minutes > 1)}, then try again." in page.content.decode()
    assert anybody.get(f"/c/{entry.check_in_code}/").status_code == 429


@pytest.mark.parametrize(
    "typed",
    [
        "https://labella.example.org/c/{code}/",
        "httpsç--labella.example.org-c-{code}-",
        "HTTPS://LABELLA.EXAMPLE.ORG/C/{code}/",
        "{lower}",
    ],
)
def test_a_scanner_types_the_code_into_the_search_field(
    desk: Client, event: Event, entry: Entry, typed: str
) -> None:
    """Also one that is set to an American keyboard, on an Italian one."""
    code = entry.check_in_code
    sought = typed.format(code=code, lower=code.lower())
    answer = desk.get(f"/desk/events/{event.pk}/entries/", {"q": sought})
    assert answer["Location"] == f"{page_of(entry)}?from=desk"
    page = html_of(desk.get(answer["Location"]))
    assert "autofocus" in page, "the next code is scanned on this page"
    again = desk.post(answer["Location"], {"act": "present"})
    assert again["Location"] == answer["Location"]


def test_a_code_of_another_event_is_said_to_be_one(desk: Client, club: Club, event: Event) -> None:
    other = make_event(club=club, pairs=2, drawn=False).entries.earliest("pk")
    path = f"/desk/events/{event.pk}/entries/"
    assert "This code is of another event" in text_of(desk.get(path, {"q": other.check_in_code}))


def test_a_name_of_ten_letters_is_still_a_name(desk: Client, event: Event) -> None:
    page = desk.get(f"/desk/events/{event.pk}/entries/", {"q": "Marchetten"})
    assert page.status_code == 200


def test_a_pair_that_was_withdrawn_is_not_checked_in(desk: Client, entry: Entry) -> None:
    Entry.objects.filter(pk=entry.pk).update(state=Entry.State.WITHDRAWN)
    page = desk.get(page_of(entry))
    assert "Does not play: withdrawn" in text_of(page)
    assert 'value="present"' not in html_of(page)
    assert desk.post(page_of(entry), {"act": "present"}).status_code == 422


def test_a_pair_that_waits_is_present_without_a_place(desk: Client, entry: Entry) -> None:
    Entry.objects.filter(pk=entry.pk).update(state=Entry.State.WAITLISTED)
    assert "On the waiting list: no place is free yet" in text_of(desk.get(page_of(entry)))
    assert desk.post(page_of(entry), {"act": "present"}).status_code == 302


def test_the_log_has_the_route_and_not_the_code(
    desk: Client, entry: Entry, settings: Settings
) -> None:
    settings.LOG_REQUESTS = True
    with capture_logs() as logs:
        desk.get(f"/c/{entry.check_in_code}/")
    assert [line["route"] for line in logs] == ["c/<str:code>/"]
    assert entry.check_in_code not in str(logs)
