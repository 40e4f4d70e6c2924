"""The webhooks of a club: created with a secret that is shown once, tested, stopped, deleted."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.factories import NOW, make_club, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Role
from tournaments.services.events.events import EventPlan, create_event, delete_draft
from webhooks.delivery import SendRules, send_next_batch
from webhooks.models import WebhookDelivery, WebhookEndpoint
from webhooks.secret_keys import decrypt_secret

SECRET = re.compile(r'<code class="long-code secret">(whsec_[^<]+)</code>')
DAY = timedelta(days=1)
URL = "https://hooks.example.org/club"


def create(desk: Client, club: Club, **form: Any) -> Any:
    body = {"key": str(uuid4()), "name": "Sito", "url": URL, "types": ["match.decided"], **form}
    return desk.post(f"/desk/clubs/{club.slug}/webhooks/", body)


@pytest.fixture
def endpoint(desk: Client, club: Club) -> WebhookEndpoint:
    create(desk, club)
    return WebhookEndpoint.objects.get()


def act(desk: Client, endpoint: WebhookEndpoint, name: str) -> Any:
    return desk.post(f"/desk/webhooks/{endpoint.pk}/{name}/", follow=True)


def test_a_secret_is_shown_once(desk: Client, club: Club) -> None:
    found = SECRET.search(html_of(create(desk, club)))
    assert found is not None
    endpoint = WebhookEndpoint.objects.get()
    assert decrypt_secret(endpoint.secret) == found.group(1)
    for path in (f"/desk/clubs/{club.slug}/webhooks/", f"/desk/webhooks/{endpoint.pk}/"):
        page = desk.get(path)
        assert "Sito" in text_of(page)
        assert "whsec_" not in html_of(page)
        assert "no-store" in page["Cache-Control"]


def test_a_form_that_is_sent_twice_makes_one_webhook(desk: Client, club: Club) -> None:
    key = str(uuid4())
    first, second = create(desk, club, key=key), create(desk, club, key=key)
    assert SECRET.findall(html_of(first)) == SECRET.findall(html_of(second))
    assert WebhookEndpoint.objects.count() == 1


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"url": "http://hooks.example.org/"}, "must begin with https"),
        ({"url": "https://10.0.0.1/"}, "cannot be reached from the internet"),
        ({"types": []}, "Choose at least one change."),
    ],
)
def test_what_cannot_be_is_said_on_the_form(
    desk: Client, club: Club, form: dict[str, Any], said: str
) -> None:
    page = create(desk, club, **form)
    assert page.status_code == 422
    assert said in text_of(page)
    assert not WebhookEndpoint.objects.exists()


def test_a_webhook_may_be_for_one_event_only(desk: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    create(desk, club, event=str(event.pk))
    assert WebhookEndpoint.objects.get().event_id == event.pk
    elsewhere = make_event(club=make_club("Circolo del Rubicone"), drawn=False)
    assert create(desk, club, event=str(elsewhere.pk)).status_code == 422


def test_the_webhook_of_a_deleted_draft_says_so(desk: Client, club: Club) -> None:
    plan = EventPlan(name="Errore", date=NOW.date(), match_format=QUICK)
    draft = create_event(club=club, plan=plan, actor=owner_of(club), now=NOW)
    create(desk, club, event=str(draft.pk))
    endpoint = WebhookEndpoint.objects.get()
    delete_draft(event=draft, actor=owner_of(club), now=NOW)
    said = "Its event was deleted"
    for path in (f"/desk/clubs/{club.slug}/webhooks/", f"/desk/webhooks/{endpoint.pk}/"):
        assert said in text_of(desk.get(path))


def test_a_webhook_is_changed(desk: Client, endpoint: WebhookEndpoint) -> None:
    form = {"key": str(uuid4()), "name": "Tabellone", "url": URL, "types": ["draw.published"]}
    desk.post(f"/desk/webhooks/{endpoint.pk}/", form)
    endpoint.refresh_from_db()
    assert endpoint.name == "Tabellone"
    assert list(endpoint.subscriptions.values_list("type", flat=True)) == ["draw.published"]


def test_a_test_stands_in_the_log(desk: Client, endpoint: WebhookEndpoint) -> None:
    page = act(desk, endpoint, "test")
    assert "A test is on its way" in text_of(page)
    assert "webhook.test" in html_of(page)

    def resolve(_host: str, _port: int) -> list[str]:
        return ["10.0.0.1"]

    send_next_batch(SendRules(False, lambda: 0.5, timezone.now, resolve))
    page = desk.get(f"/desk/webhooks/{endpoint.pk}/")
    assert "address inside a private network" in text_of(page)


def test_a_delivery_is_sent_again(desk: Client, endpoint: WebhookEndpoint) -> None:
    act(desk, endpoint, "test")
    delivery = WebhookDelivery.objects.get()
    desk.post(f"/desk/deliveries/{delivery.pk}/resend/")
    assert WebhookDelivery.objects.filter(message=delivery.message).count() == 2


def test_a_paused_webhook_says_so_and_goes_on(desk: Client, endpoint: WebhookEndpoint) -> None:
    assert "changes are not kept for it" in text_of(act(desk, endpoint, "pause"))
    assert act(desk, endpoint, "test").status_code == 409
    assert "Send a test" in text_of(act(desk, endpoint, "resume"))


def test_a_new_secret_is_shown_once_and_the_old_one_is_good_for_a_day(
    desk: Client, endpoint: WebhookEndpoint
) -> None:
    page = act(desk, endpoint, "rotate")
    assert len(SECRET.findall(html_of(page))) == 1
    again = desk.get(f"/desk/webhooks/{endpoint.pk}/")
    assert "The old secret is valid until" in text_of(again)
    assert "whsec_" not in html_of(again)


def test_deleting_asks_first(desk: Client, club: Club, endpoint: WebhookEndpoint) -> None:
    path = f"/desk/webhooks/{endpoint.pk}/delete/"
    assert "Delete the webhook “Sito”?" in text_of(desk.get(path))
    assert WebhookEndpoint.objects.exists()
    assert desk.post(path)["Location"] == f"/desk/clubs/{club.slug}/webhooks/"
    assert not WebhookEndpoint.objects.exists()


def test_those_who_manage_the_club_see_that_a_webhook_was_stopped(
    desk: Client, endpoint: WebhookEndpoint, club: Club
) -> None:
    WebhookEndpoint.objects.update(state="STOPPED", stopped_at=timezone.now())
    said = "The webhook “Sito” of Circolo del Savio was stopped."
    assert said in text_of(desk.get("/desk/"))
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    assert "Sito" not in text_of(referee.get("/desk/"))
    assert "Repair the receiver" in text_of(desk.get(f"/desk/webhooks/{endpoint.pk}/"))


@pytest.mark.parametrize(
    ("status", "cause"),
    [
        (410, "the receiver answered that it wants no more changes (410)"),
        (500, "nothing could be delivered for a day"),
        (None, "nothing could be delivered for a day"),
    ],
)
def test_a_stopped_webhook_says_why(
    desk: Client, endpoint: WebhookEndpoint, status: int | None, cause: str
) -> None:
    act(desk, endpoint, "test")
    act(desk, endpoint, "test")
    old, last = endpoint.deliveries.order_by("pk")
    now = timezone.now()
    # An earlier stop after 410, which was resumed, is not the cause of this one.
    for delivery, attempted_at, answered in ((old, now - DAY, 410), (last, now, status)):
        endpoint.deliveries.filter(pk=delivery.pk).update(
            state="FAILED", attempted_at=attempted_at, status=answered
        )
    WebhookEndpoint.objects.update(state="STOPPED", stopped_at=now)
    page = text_of(desk.get(f"/desk/webhooks/{endpoint.pk}/"))
    assert cause in page
    assert "for a day" not in text_of(desk.get("/desk/"))
    endpoint.deliveries.all().delete()
    page = text_of(desk.get(f"/desk/webhooks/{endpoint.pk}/"))
    assert "Stopped on" in page
    assert cause not in page


def test_a_referee_and_a_stranger_see_no_webhooks(
    endpoint: WebhookEndpoint, club: Club, owner: User
) -> None:
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    stranger = signed_in(make_member(make_club("Circolo del Rubicone"), Role.Kind.OWNER))
    for path in (f"/desk/clubs/{club.slug}/webhooks/", f"/desk/webhooks/{endpoint.pk}/"):
        assert referee.get(path).status_code == 403
        assert stranger.get(path).status_code == 404


def test_the_log_is_cut_into_pages(
    desk: Client, endpoint: WebhookEndpoint, django_assert_max_num_queries: Any
) -> None:
    for _ in range(26):
        act(desk, endpoint, "test")
    with django_assert_max_num_queries(20):
        page = desk.get(f"/desk/webhooks/{endpoint.pk}/")
    assert html_of(page).count('<code class="type"') == 25
    assert (
        html_of(desk.get(f"/desk/webhooks/{endpoint.pk}/?page=1")).count('<code class="type"') == 1
    )
