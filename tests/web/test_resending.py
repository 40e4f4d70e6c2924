"""Forms that are sent twice, sent again after a step back in the browser, or sent after somebody
else has changed what they replace."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Token, User
from tests.factories import make_event, make_member, owner_of
from tests.tournaments.steps import QUICK
from tests.tournaments.test_rounds import swiss
from tests.web.pages import html_of, signed_in, text_of
from tests.web.sent_forms import Sent, read_sent_form
from tests.web.test_stages_page import STAGE
from tournaments.models import (
    Club,
    Draw,
    Event,
    Group,
    Invitation,
    Penalty,
    Player,
    Protest,
    Role,
)
from tournaments.refusals import InvitationRefused
from tournaments.selectors.events.embedding import list_allowed_origins
from tournaments.selectors.hall.halls import digest_hall_name
from tournaments.selectors.regulation.prizes import list_prizes
from tournaments.selectors.regulation.regulation import list_articles
from tournaments.services.club.invitations import accept, accept_as_new_user
from tournaments.services.events.stages import StagePlan, change_stage
from webhooks.models import WebhookEndpoint

SENT_BEFORE = "This was sent once already"
CHANGED = "Somebody has changed this since you opened the page"


def open_form(desk: Client, address: str, having: str) -> Sent:
    return read_sent_form(desk.get(address), having=having)


def send_again(desk: Client, address: str, refused: Any, having: str) -> Any:
    """Sends the form of the page that a refusal has answered with."""
    return desk.post(address, read_sent_form(refused, having=having), follow=True)


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, drawn=False)


@pytest.fixture
def groups(club: Club) -> Event:
    options = {"group_size": 4}
    return make_event(
        club=club,
        pairs=8,
        drawn=False,
        format="groups",
        options=options,
        match_format=QUICK,
        tables=4,
    )


# sent twice


def test_a_penalty_sent_twice_takes_the_points_off_once(desk: Client, club: Club) -> None:
    event = swiss(4, club=club)
    address = f"/desk/events/{event.pk}/penalties/"
    form = open_form(desk, address, "points")
    form |= {"entry": event.entries.earliest("pk").pk, "points": "2", "reason": "segni"}
    for _tap in range(2):
        assert desk.post(address, form).status_code == 302
    assert Penalty.objects.count() == 1

    # A new page is another penalty, also in the same words.
    another = {**form, "key": open_form(desk, address, "points")["key"]}
    assert desk.post(address, another).status_code == 302
    assert Penalty.objects.count() == 2


def test_a_stage_sent_twice_is_one_stage(desk: Client, groups: Event) -> None:
    address = f"/desk/events/{groups.pk}/stages/new/"
    form = {**STAGE, "seen": open_form(desk, address, "take")["seen"]}
    for _tap in range(2):
        assert desk.post(address, form).status_code == 302
    assert groups.stages.count() == 2


def test_another_stage_of_the_same_number_is_asked_about(desk: Client, groups: Event) -> None:
    address = f"/desk/events/{groups.pk}/stages/new/"
    form = {**STAGE, "seen": open_form(desk, address, "take")["seen"]}
    assert desk.post(address, form).status_code == 302
    refused = desk.post(address, {**form, "name": "Consolazione", "first": "5", "last": "8"})
    assert (refused.status_code, groups.stages.count()) == (409, 2)
    assert CHANGED in text_of(refused)
    seen = read_sent_form(refused, having="take")["seen"]
    again = {**form, "name": "Consolazione", "first": "5", "last": "8", "seen": seen}
    assert desk.post(address, again).status_code == 302
    assert groups.stages.get(number=3).name == "Consolazione"


def test_an_invitation_sent_twice_is_one_and_shows_its_link_again(desk: Client, club: Club) -> None:
    address = f"/desk/clubs/{club.slug}/people/"
    form = open_form(desk, address, "kind") | {"kind": "REFEREE", "note": "Gino"}
    pages = [html_of(desk.post(address, form)) for _tap in range(2)]
    links = {page.partition("/desk/invitations/")[2].partition('"')[0][:32] for page in pages}
    assert len(links) == 1
    assert links != {""}
    assert Invitation.objects.count() == 1

    refused = desk.post(address, {**form, "note": "Pino"})
    assert refused.status_code == 422
    assert SENT_BEFORE in text_of(refused)
    assert send_again(desk, address, refused, "kind").status_code == 200
    assert {row.note for row in Invitation.objects.all()} == {"Gino", "Pino"}


def test_an_invitation_that_was_withdrawn_does_not_come_back(desk: Client, club: Club) -> None:
    address = f"/desk/clubs/{club.slug}/people/"
    form = open_form(desk, address, "kind") | {"kind": "REFEREE"}
    desk.post(address, form)
    invitation = Invitation.objects.get()
    desk.post(f"/desk/clubs/{club.slug}/invitations/{invitation.pk}/call-back/")
    assert desk.post(address, form).status_code == 422


# done already


def test_a_second_tap_ends_where_the_first_one_did(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=6, drawn=False, tables=4, match_format=QUICK)
    desk.post(f"/desk/events/{event.pk}/draw/", {"reason": ""})
    running = swiss(4, club=club)
    entry = running.entries.earliest("pk")
    penalties = f"/desk/events/{running.pk}/penalties/"
    desk.post(penalties, {"entry": entry.pk, "off": "1:match_points", "points": "2", "reason": "x"})
    desk.post(f"/desk/events/{running.pk}/protests/", {"entry": entry.pk, "text": "x"})
    acts: list[tuple[str, Sent]] = [
        (f"/desk/draws/{Draw.objects.get(stage__event=event).pk}/call-off/", {"reason": "errore"}),
        (f"/desk/entries/{event.entries.earliest('pk').pk}/withdraw/", {"reason": "febbre"}),
        (f"/desk/penalties/{Penalty.objects.get().pk}/cancel/", {"reason": "non era lui"}),
        (f"/desk/protests/{Protest.objects.get().pk}/", {"decision": "UPHELD", "reason": "r"}),
        (
            f"/desk/events/{running.pk}/disqualify/",
            {"entry": entry.pk, "voids": "0", "reason": "insulti"},
        ),
    ]
    for address, form in acts:
        first, second = desk.post(address, form), desk.post(address, form)
        assert first.status_code == 302, address
        assert (second.status_code, second["Location"]) == (302, first["Location"]), address
    assert Penalty.objects.filter(kind="DISQUALIFIED").count() == 1


def test_another_decision_than_the_one_that_was_taken_is_refused(desk: Client, club: Club) -> None:
    event = swiss(4, club=club)
    entry = event.entries.earliest("pk")
    desk.post(f"/desk/events/{event.pk}/protests/", {"entry": entry.pk, "text": "x"})
    address = f"/desk/protests/{Protest.objects.get().pk}/"
    desk.post(address, {"decision": "UPHELD", "reason": "r"})
    assert desk.post(address, {"decision": "REJECTED", "reason": "r"}).status_code == 409
    out = f"/desk/events/{event.pk}/disqualify/"
    desk.post(out, {"entry": entry.pk, "voids": "0", "reason": "insulti"})
    refused = desk.post(out, {"entry": entry.pk, "voids": "1", "reason": "insulti"})
    assert refused.status_code == 422
    assert Penalty.objects.get().voids is False


# back in the browser, something changed, sent again


def test_a_payment_changed_after_a_step_back_is_asked_about(desk: Client, event: Event) -> None:
    entry = event.entries.earliest("pk")
    address = f"/desk/entries/{entry.pk}/payments/"
    form = open_form(desk, address, "cents") | {"act": "take", "cents": "5"}
    for _tap in range(2):
        assert desk.post(address, form).status_code == 302
    refused = desk.post(address, {**form, "cents": "7"})
    assert refused.status_code == 422
    assert SENT_BEFORE in text_of(refused)
    assert [payment.cents for payment in entry.payments.all()] == [500]
    send_again(desk, address, refused, "cents")
    assert sorted(payment.cents or 0 for payment in entry.payments.all()) == [500, 700]


def test_a_payment_that_was_cancelled_is_not_swallowed_when_it_is_noted_again(
    desk: Client, event: Event
) -> None:
    entry = event.entries.earliest("pk")
    address = f"/desk/entries/{entry.pk}/payments/"
    form = open_form(desk, address, "cents") | {"act": "take", "cents": "5"}
    desk.post(address, form)
    desk.post(f"/desk/payments/{entry.payments.get().pk}/cancel/")
    refused = desk.post(address, form)
    assert refused.status_code == 422
    send_again(desk, address, refused, "cents")
    assert entry.payments.filter(cancelled_at=None, cents=500).count() == 1


def test_a_new_event_changed_after_a_step_back_is_asked_about(desk: Client, club: Club) -> None:
    address = f"/desk/clubs/{club.slug}/new/"
    form = open_form(desk, address, "event_id") | {"name": "Prima", "date": "2026-12-13"}
    for _tap in range(2):
        assert desk.post(address, form).status_code == 302
    refused = desk.post(address, {**form, "name": "Seconda", "date": "2026-12-20"})
    assert refused.status_code == 422
    assert SENT_BEFORE in text_of(refused)
    assert [event.name for event in club.events.all()] == ["Prima"]
    send_again(desk, address, refused, "event_id")
    assert {event.name for event in club.events.all()} == {"Prima", "Seconda"}


def test_another_kind_of_event_after_a_step_back_is_asked_about(desk: Client, club: Club) -> None:
    address = f"/desk/clubs/{club.slug}/new/"
    form = open_form(desk, address, "event_id") | {"name": "Prima", "date": "2026-12-13"}
    desk.post(address, form | {"preset": "danese"})
    refused = desk.post(address, form | {"preset": "groups"})
    assert refused.status_code == 422
    assert SENT_BEFORE in text_of(refused)
    send_again(desk, address, refused, "event_id")
    formats = {stage.format for event in club.events.all() for stage in event.stages.all()}
    assert formats == {"danese", "groups", "single_elimination"}


def test_the_form_of_an_event_that_was_changed_is_asked_about(desk: Client, club: Club) -> None:
    address = f"/desk/clubs/{club.slug}/new/"
    form = open_form(desk, address, "event_id") | {"date": "2026-12-13"}
    desk.post(address, form)
    event = club.events.get()
    desk.post(
        f"/desk/events/{event.pk}/stages/new/",
        {**STAGE, "seen": str(event.stages.count() + 1), "stage": str(event.stages.count())},
    )
    event.refresh_from_db()
    added = event.stages.count()
    refused = desk.post(address, form)
    assert refused.status_code == 422
    assert event.stages.count() == added


def test_a_token_changed_after_a_step_back_is_asked_about(desk: Client, owner: User) -> None:
    form = open_form(desk, "/desk/tokens/", "lasts") | {"name": "Proiettore"}
    for _tap in range(2):
        assert "long-code" in html_of(desk.post("/desk/tokens/", form))
    refused = desk.post("/desk/tokens/", {**form, "access": "ORGANIZE"})
    assert refused.status_code == 422
    assert SENT_BEFORE in text_of(refused)
    assert "long-code" not in html_of(refused)
    assert desk.post("/desk/tokens/", {**form, "lasts": "never"}).status_code == 422
    send_again(desk, "/desk/tokens/", refused, "lasts")
    tokens = Token.objects.filter(user=owner).order_by("created")
    assert [token.access for token in tokens] == ["READ", "ORGANIZE"]


def test_a_webhook_changed_after_a_step_back_is_asked_about(desk: Client, club: Club) -> None:
    address = f"/desk/clubs/{club.slug}/webhooks/"
    form = open_form(desk, address, "url") | {"name": "Sito", "url": "https://93.184.215.14/a"}
    for _tap in range(2):
        assert desk.post(address, form).status_code == 200
    refused = desk.post(address, {**form, "url": "https://93.184.215.14/b"})
    assert refused.status_code == 422
    assert SENT_BEFORE in text_of(refused)
    send_again(desk, address, refused, "url")
    assert {row.url[-1] for row in WebhookEndpoint.objects.all()} == {"a", "b"}


# two organizers


def save_over(
    desk: Client, address: str, having: str, mine: Sent, yours: Sent
) -> tuple[Any, Client]:
    """Two people open a page; one saves, then the other sends what he has changed. Returns the
    answer to the second one."""
    colleague = signed_in(make_member(Club.objects.get()))
    first, second = open_form(desk, address, having), open_form(colleague, address, having)
    assert desk.post(address, first | mine).status_code == 302
    return colleague.post(address, second | yours), colleague


def test_house_rules_do_not_undo_what_was_saved_in_the_settings(desk: Client, event: Event) -> None:
    address = f"/desk/events/{event.pk}/regulation/"
    form = open_form(desk, address, "rule-appeal") | {"rule-organizer": "Gino"}
    settings = open_form(desk, f"/desk/events/{event.pk}/settings/", "capacity")
    desk.post(f"/desk/events/{event.pk}/settings/", settings | {"start": "21:15"})
    refused = desk.post(address, form)
    event.refresh_from_db()
    assert (refused.status_code, event.rules.get("start")) == (409, "21:15")
    assert CHANGED in text_of(refused)
    assert "By now this is: 21:15." in text_of(refused)
    typed = read_sent_form(refused, having="rule-appeal")
    assert typed["rule-organizer"] == ["Gino"]
    desk.post(address, typed | {"rule-start": "21:15"})
    event.refresh_from_db()
    assert (event.rules["organizer"], event.rules["start"]) == ("Gino", "21:15")


def test_the_articles_of_somebody_else_are_not_overwritten_unseen(
    desk: Client, event: Event
) -> None:
    address = f"/desk/events/{event.pk}/regulation/"
    mine, yours = {"a0-text": "Articolo di Anna"}, {"a0-text": "Articolo di Bruno"}
    refused, colleague = save_over(desk, address, "a0-text", mine, yours)
    assert refused.status_code == 409
    assert CHANGED in text_of(refused)
    assert [article.text for article in list_articles(event)] == ["Articolo di Anna"]
    send_again(colleague, address, refused, "a0-text")
    assert [article.text for article in list_articles(event)] == ["Articolo di Bruno"]


def test_the_prizes_of_somebody_else_are_not_overwritten_unseen(desk: Client, event: Event) -> None:
    address = f"/desk/events/{event.pk}/prizes/"
    mine, yours = {"0-first": "1", "0-text": "vino"}, {"0-first": "2", "0-text": "salame"}
    refused, colleague = save_over(desk, address, "0-first", mine, yours)
    assert refused.status_code == 409
    assert [prize.text for prize in list_prizes(event)] == ["vino"]
    # More rows are added to what was typed, and it is still known what the page showed.
    form = read_sent_form(refused, having="0-first")
    assert form["0-text"] == ["salame"]
    stale = {**form, "seen": "0" * 64}
    more = colleague.post(address, {**stale, "more": "1"})
    assert read_sent_form(more, having="0-first")["seen"] == ["0" * 64]
    send_again(colleague, address, refused, "0-first")
    assert [prize.text for prize in list_prizes(event)] == ["salame"]


def test_two_who_type_the_same_do_not_contradict_each_other(desk: Client, event: Event) -> None:
    address = f"/desk/events/{event.pk}/prizes/"
    same = {"0-first": "1", "0-text": "vino"}
    second, _colleague = save_over(desk, address, "0-first", same, same)
    assert second.status_code == 302


def test_a_group_keeps_the_name_that_somebody_else_has_given_it(
    desk: Client, groups: Event
) -> None:
    page = f"/desk/events/{groups.pk}/stages/"
    address = f"{page}1/groups/1/"
    stale = open_form(desk, page, "new_venue")
    desk.post(address, stale | {"name": "Verde"})
    refused = desk.post(address, stale | {"first": "1", "last": "2"})
    assert refused.status_code == 409
    assert Group.objects.get(number=1).name == "Verde"
    assert "By now this is: Verde." in text_of(refused)
    typed = read_sent_form(refused, having="new_venue")
    assert typed["last"] == ["2"]
    assert desk.post(address, typed).status_code == 302


def test_a_player_keeps_the_name_that_somebody_else_has_corrected(
    desk: Client, event: Event
) -> None:
    player = Player.objects.earliest("pk")
    address = f"/desk/players/{player.pk}/"
    mine, yours = {"last_name": "Giusto"}, {"birth_year": "1960"}
    refused, _colleague = save_over(desk, address, "birth_year", mine, yours)
    player.refresh_from_db()
    assert (refused.status_code, player.last_name, player.birth_year) == (409, "Giusto", None)
    assert "By now this is: Giusto." in text_of(refused)
    assert "By now this is empty." in text_of(refused)


def test_a_stage_keeps_what_somebody_else_has_changed(desk: Client, groups: Event) -> None:
    address = f"/desk/events/{groups.pk}/stages/1/"
    form = open_form(desk, address, "games")
    stage = groups.stages.get()
    plan = StagePlan(format=stage.format, cut=None, name="Mattina", options=stage.options)
    change_stage(stage=stage, plan=plan, actor=owner_of(groups.club), now=groups.created_at)
    refused = desk.post(address, form | {"name": "Pomeriggio"})
    stage.refresh_from_db()
    assert (refused.status_code, stage.name) == (409, "Mattina")
    seen = read_sent_form(refused, having="games")["seen"]
    assert desk.post(address, form | {"name": "Pomeriggio", "seen": seen}).status_code == 302
    stage.refresh_from_db()
    assert stage.name == "Pomeriggio"


def test_a_webhook_keeps_what_somebody_else_has_changed(desk: Client, club: Club) -> None:
    form = open_form(desk, f"/desk/clubs/{club.slug}/webhooks/", "url")
    form |= {"name": "Sito", "url": "https://93.184.215.14/a", "types": ["match.decided"]}
    desk.post(f"/desk/clubs/{club.slug}/webhooks/", form)
    endpoint = WebhookEndpoint.objects.get()
    address = f"/desk/webhooks/{endpoint.pk}/"
    mine, yours = {"types": ["draw.published", "match.decided"]}, {"name": "Radio"}
    refused, colleague = save_over(desk, address, "url", mine, yours)
    endpoint.refresh_from_db()
    assert (refused.status_code, endpoint.name, endpoint.subscriptions.count()) == (409, "Sito", 2)
    assert CHANGED in text_of(refused)
    assert "By now this is: A draw is held, A match has its result." in text_of(refused)
    send_again(colleague, address, refused, "url")
    endpoint.refresh_from_db()
    assert (endpoint.name, endpoint.subscriptions.count()) == ("Radio", 1)


def test_the_allowed_sites_of_somebody_else_are_not_removed_unseen(
    desk: Client, event: Event
) -> None:
    address = f"/desk/events/{event.pk}/site/"
    stale = open_form(desk, address, "sites")
    assert desk.post(address, stale | {"sites": "https://circolo.example"}).status_code == 302
    refused = desk.post(address, stale | {"sites": "https://bar.example"})
    assert refused.status_code == 409
    assert "By now this is: https://circolo.example." in text_of(refused)
    assert list_allowed_origins(event.club_id) == ["https://circolo.example"]
    send_again(desk, address, refused, "sites")
    assert list_allowed_origins(event.club_id) == ["https://bar.example"]


def test_a_hall_keeps_the_name_that_somebody_else_has_given_it(desk: Client, event: Event) -> None:
    page = f"/desk/events/{event.pk}/settings/"
    hall_fields = {"hall": "Teatro", "hall_tables": "2"}
    desk.post(f"/desk/events/{event.pk}/halls/", hall_fields)
    hall = event.halls.get()
    address = f"/desk/events/{event.pk}/halls/{hall.pk}/rename/"
    # The settings have a field "name" of their own, whose form has more fields.
    stale = {"name": "Palestra", "seen": digest_hall_name(hall)}
    assert f'value="{stale["seen"]}"' in html_of(desk.get(page))
    assert desk.post(address, stale | {"name": "Arena"}).status_code == 302
    refused = desk.post(address, stale)
    hall.refresh_from_db()
    assert (refused.status_code, hall.venue.name) == (409, "Arena")
    assert "By now this is: Arena." in text_of(refused)
    assert desk.post(address, stale | {"seen": digest_hall_name(hall)}).status_code == 302


def test_a_template_that_somebody_else_has_just_saved_is_not_replaced_unseen(
    desk: Client, event: Event
) -> None:
    page, address = f"/desk/events/{event.pk}/settings/", f"/desk/events/{event.pk}/template/"
    stale = open_form(desk, page, "template") | {"template": "Del martedì"}
    colleague = signed_in(make_member(event.club))
    other_event = make_event(club=event.club, pairs=4, drawn=False, tables=7)
    other_page = f"/desk/events/{other_event.pk}/settings/"
    form = open_form(colleague, other_page, "template") | {"template": "del Martedì"}
    for _tap in range(2):
        assert colleague.post(f"/desk/events/{other_event.pk}/template/", form).status_code == 302
    refused = desk.post(address, stale)
    template = event.club.event_templates.get()
    assert (refused.status_code, template.name) == (409, "del Martedì")
    assert CHANGED in text_of(refused)
    send_again(desk, address, refused, "template")
    template.refresh_from_db()
    assert template.name == "Del martedì"


# two who open one link


def test_who_comes_second_gets_no_account_without_a_role(desk: Client, club: Club) -> None:
    page = html_of(desk.post(f"/desk/clubs/{club.slug}/people/", {"kind": "REFEREE"}))
    secret = page.partition("/desk/invitations/")[2].partition("/")[0]
    now = Invitation.objects.get().made_at
    accept(secret=secret, user=make_member(club), now=now)
    with pytest.raises(InvitationRefused):
        accept_as_new_user(
            secret=secret,
            first_name="Secondo",
            last_name="Ravaioli",
            email="secondo@example.com",
            password="carte-e-sangiovese",
            now=now,
        )
    assert not User.objects.filter(email="secondo@example.com").exists()
    assert Role.objects.filter(club=club, kind="REFEREE").count() == 1
