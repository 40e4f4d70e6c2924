"""The draws of an event for everybody: every state, the record, the ceremony."""

import json

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from competition.documents.draws import verify
from kernel.json_lines import answers
from tests.factories import NOW, WORD, draw_now, make_event, owner_of
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Draw, Event
from tournaments.services.draws.draws import call_off_draw, prepare_draw, say_word


def committed(event: Event) -> Draw:
    return prepare_draw(
        stage=event.stages.get(), reason="una in più", actor=owner_of(event.club), now=NOW
    )


def said(event: Event, word: str = WORD) -> Draw:
    return say_word(draw=committed(event), word=word, actor=owner_of(event.club), now=NOW)


def page_of(client: Client, event: Event) -> str:
    return html_of(client.get(f"/events/{event.pk}/draws/"))


def test_an_event_without_draws_says_so(anybody: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    assert "Nothing has been drawn yet" in page_of(anybody, event)


def test_a_committed_draw_shows_its_commitment_and_keeps_its_secret(
    anybody: Client, club: Club
) -> None:
    event = make_event(club=club, drawn=False)
    draw = committed(event)
    for path in ("draws/", f"draws/{draw.pk}/ceremony/"):
        page = html_of(anybody.get(f"/events/{event.pk}/{path}"))
        assert f"<b>{draw.commitment[:4]}</b>" in page
        assert draw.secret not in page
    assert "data-check" not in page_of(anybody, event)
    assert anybody.get(f"/draws/{draw.pk}/record.json").status_code == 404


def test_once_the_word_is_said_the_secret_and_the_seed_stand_there(
    anybody: Client, club: Club
) -> None:
    event = make_event(club=club, drawn=False)
    draw = said(event)
    page = page_of(anybody, event)
    assert draw.secret in page
    assert draw.seed in page
    assert "the order follows" in page
    ceremony = text_of(anybody.get(f"/events/{event.pk}/draws/{draw.pk}/ceremony/"))
    assert "The lots are being drawn" in ceremony


def test_a_held_draw_has_its_order_with_names_and_its_record(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=5, running=False)
    draw = Draw.objects.get()
    page = page_of(anybody, event)
    assert page.count("<li><b") == 5
    assert "Zoffoli0 – Casadei0" in page
    assert WORD in page
    assert f'id="record-{draw.pk}"' in page
    assert f'href="/draws/{draw.pk}/record.json"' in page
    assert "data-check" in page


def test_the_record_is_one_line_that_the_command_verifies(anybody: Client, club: Club) -> None:
    make_event(club=club, pairs=13, running=False)
    answer = anybody.get(f"/draws/{Draw.objects.get().pk}/record.json")
    assert answer["Content-Disposition"].startswith("attachment")
    (said,) = answers([answer.content], verify)
    assert json.loads(said) == {"id": None, "legal": True, "valid": True, "differs": []}


def test_a_draw_that_was_made_again_stays_on_show_with_the_reason(
    anybody: Client, club: Club
) -> None:
    event = make_event(club=club, running=False)
    first = Draw.objects.get()
    draw_now(event, reason="mancava una coppia")
    page = page_of(anybody, event)
    assert first.commitment in page
    assert "drawn again since" in page
    assert "mancava una coppia" in page


def test_a_draw_called_off_before_the_word_never_tells_its_secret(
    anybody: Client, club: Club
) -> None:
    event = make_event(club=club, drawn=False)
    draw = committed(event)
    _call_off(draw)
    page = page_of(anybody, event)
    assert "Its secret was never revealed" in page
    assert "manca Ivo" in page
    assert draw.secret not in page
    ceremony = text_of(anybody.get(f"/events/{event.pk}/draws/{draw.pk}/ceremony/"))
    assert "Called off manca Ivo" in ceremony


def test_a_draw_called_off_after_the_word_shows_what_it_would_have_been(
    anybody: Client, club: Club
) -> None:
    event = make_event(club=club, drawn=False)
    draw = said(event)
    _call_off(draw)
    page = page_of(anybody, event)
    assert draw.secret in page
    assert draw.seed in page
    assert 'data-what="seed"' in page
    assert 'data-what="order"' not in page


def _call_off(draw: Draw) -> None:
    actor = owner_of(draw.stage.event.club)
    call_off_draw(draw=draw, reason="manca Ivo", actor=actor, now=NOW)


def test_the_ceremony_shows_the_word_and_then_everybody(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=6, running=False)
    draw = Draw.objects.get()
    page = anybody.get(f"/events/{event.pk}/draws/{draw.pk}/ceremony/")
    assert html_of(page).count("<li data-lot") == 6
    assert WORD in text_of(page)


def test_groups_are_shown_one_by_one(anybody: Client, club: Club) -> None:
    event = make_event(
        club=club, pairs=6, running=False, format="groups", options={"group_size": 3}
    )
    page = page_of(anybody, event)
    assert "Group A" in page
    assert "Group B" in page
    assert page.count('<b class="num">3</b>') == 2


def test_names_are_shown_as_the_event_shows_them(anybody: Client, club: Club) -> None:
    event = make_event(club=club, running=False, names=Event.Names.INITIAL)
    page = page_of(anybody, event)
    assert "Loris Z. – Ivano C." in page
    assert "Zoffoli" not in page


def test_a_draw_is_of_its_event(anybody: Client, club: Club) -> None:
    event = make_event(club=club, running=False)
    other = make_event(club=club, drawn=False)
    draw = event.stages.get().draws.get()
    assert anybody.get(f"/events/{other.pk}/draws/{draw.pk}/ceremony/").status_code == 404


def test_what_is_not_on_show_shows_no_draw(anybody: Client, club: Club) -> None:
    event = make_event(club=club, running=False, visibility=Event.Visibility.CLUB)
    draw = Draw.objects.get()
    for path in (
        f"/events/{event.pk}/draws/",
        f"/events/{event.pk}/draws/part/",
        f"/events/{event.pk}/draws/{draw.pk}/ceremony/",
        f"/events/{event.pk}/draws/{draw.pk}/ceremony/part/",
        f"/draws/{draw.pk}/record.json",
    ):
        assert anybody.get(path).status_code == 404


def test_the_parts_are_sent_again_only_after_a_change(anybody: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    draw = committed(event)
    for part in ("draws/part/", f"draws/{draw.pk}/ceremony/part/"):
        path = f"/events/{event.pk}/{part}"
        tag = anybody.get(path)["ETag"]
        assert anybody.get(path, headers={"if-none-match": tag}).status_code == 304
    tags = {"if-none-match": tag}
    say_word(draw=draw, word=WORD, actor=owner_of(club), now=NOW)
    assert anybody.get(path, headers=tags).status_code == 200


def test_many_draws_cost_no_query_each(
    anybody: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = make_event(club=club, running=False)
    for number in range(4):
        draw_now(event, reason=f"prova {number}")
    with django_assert_max_num_queries(8):
        assert page_of(anybody, event).count("data-check hidden") == 5
