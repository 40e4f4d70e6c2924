"""The regulation on the desk and on the public page."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from competition.formats.swiss import Swiss, SwissOptions
from competition.regulation import (
    USUAL_PENALTIES,
    ClubArticle,
    HouseRules,
    PenaltyRule,
)
from scoring.core.format import best_of
from tests.factories import NOW, draw_now, first_match, make_event, owner_of
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event
from tournaments.selectors.regulation.regulation import get_house_rules, list_articles
from tournaments.services.regulation.regulations import set_articles, set_house_rules
from wording.formats import FORMATS, word_match_format
from wording.stages import describe_ranking

OPTIONS = re.compile(r'<option value="(\d[^"]*)"></option>')
RULES: dict[str, Any] = {
    "part": "rules",
    "count": "0",
    "rule-open_to": "everybody",
    "rule-fee_per": "entry",
    "rule-substitutes": "on",
    "rule-claims_until": "signature",
    "rule-claims_minutes": "15",
    "rule-appeal": "none",
}


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, drawn=False)


def address(event: Event) -> str:
    return f"/desk/events/{event.pk}/regulation/"


def send(desk: Client, event: Event, **data: Any) -> Any:
    return desk.post(address(event), {**RULES, **data}, follow=True)


def with_penalty(**fields: str) -> dict[str, str]:
    usual = {"offence": "signs", "text": "", "sanction": "points", "points": "11", **fields}
    return {"count": "1", **{f"p0-{name}": value for name, value in usual.items()}}


def test_the_form_as_it_stands_changes_nothing(desk: Client, event: Event) -> None:
    assert send(desk, event).status_code == 200
    event.refresh_from_db()
    assert (get_house_rules(event), event.regulations.count()) == (HouseRules(), 1)


def test_rules_are_written_and_printed(desk: Client, anybody: Client, event: Event) -> None:
    changed = {
        "rule-start": "20:30",
        "rule-fee_cents": "20",
        "rule-late_match": "20",
        "rule-referee": "Secondo Ravaioli",
        **with_penalty(),
    }
    page = send(desk, event, **changed)
    assert "The regulation is saved." in text_of(page)
    event.refresh_from_db()
    assert get_house_rules(event) == HouseRules(
        start="20:30",
        fee_cents=2000,
        late_match=20,
        referee="Secondo Ravaioli",
        penalties=(PenaltyRule(offence="signs", sanction="points", points=11),),
    )
    told = text_of(anybody.get(f"/events/{event.pk}/regulation/"))
    for words in ("Play starts at 20:30.", "20 euros", "20 minutes after the call", "Ravaioli"):
        assert words in told
    assert "Words or signals to the partner that are not allowed: 11 points off the game." in told


@pytest.mark.parametrize(
    ("typed", "cents", "shown"),
    [("7,5", 750, "7.50"), ("7.05", 705, "7.05"), ("0", 0, "0"), ("", None, "")],
)
def test_the_fee_is_typed_in_euros(
    desk: Client, event: Event, typed: str, cents: int | None, shown: str
) -> None:
    page = send(desk, event, **{"rule-fee_cents": typed})
    event.refresh_from_db()
    assert get_house_rules(event).fee_cents == cents
    field = page.context["page"].rules["fee_cents"]
    assert (field.value() or "") == shown


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"rule-late_game": "20", "rule-late_match": "10"}, "the match needs the longer time"),
        ({"rule-start": "half past eight"}, "Enter a valid value"),
        ({"rule-fee_cents": "7,505"}, "Enter a valid value"),
        (with_penalty(points=""), "write how many points"),
        (with_penalty(offence="other"), "describe the offence"),
        (with_penalty(points="1000"), "999"),
        ({"count": "500"}, "The regulation"),
    ],
)
def test_rules_that_cannot_be_change_nothing(
    desk: Client, event: Event, data: dict[str, str], said: str
) -> None:
    page = send(desk, event, **data)
    assert page.status_code == 422
    assert said in text_of(page)
    event.refresh_from_db()
    assert get_house_rules(event) == HouseRules()


def test_the_usual_penalties_are_offered_and_not_yet_written(desk: Client, event: Event) -> None:
    page = send(desk, event, usual="1", **with_penalty(points="5"))
    assert page.status_code == 200
    rows = page.context["page"].penalty_rows
    offences = [row.initial.get("offence") for row in rows if row.initial]
    others = [penalty.offence for penalty in USUAL_PENALTIES if penalty.offence != "signs"]
    assert offences == ["signs", *others]
    event.refresh_from_db()
    assert get_house_rules(event) == HouseRules()


def test_articles_are_written_in_their_chapter_and_emptied_rows_are_gone(
    desk: Client, anybody: Client, event: Event
) -> None:
    rows = {
        "part": "articles",
        "count": "2",
        "a0-chapter": "entries",
        "a0-text": "Si paga al\nbar.",
        "a0-text_en": "Pay at the bar.",
        "a1-chapter": "club",
        "a1-text": "",
        "a1-text_en": "",
    }
    desk.post(address(event), rows)
    kept = ClubArticle(chapter="entries", text="Si paga al bar.", text_en="Pay at the bar.")
    assert list_articles(event) == [kept]
    assert "Pay at the bar." in text_of(anybody.get(f"/events/{event.pk}/regulation/"))
    italian = Client(headers={"accept-language": "it"})
    assert "Si paga al bar." in text_of(italian.get(f"/events/{event.pk}/regulation/"))
    desk.post(address(event), {**rows, "a0-text": ""})
    assert list_articles(event) == []


def test_after_the_start_a_reason_is_asked_for_and_stands_there(
    desk: Client, anybody: Client, club: Club
) -> None:
    event = make_event(club=club)
    assert "Why the regulation changes after the start" in text_of(desk.get(address(event)))
    page = send(desk, event, **{"rule-late_match": "20"})
    assert page.status_code == 422
    assert "Write why" in text_of(page)
    send(desk, event, **{"rule-late_match": "20", "rule-amendment": "si fa tardi"})
    public = f"/events/{event.pk}/regulation/"
    told = text_of(anybody.get(public))
    assert "Version 2," in told
    assert "si fa tardi" in told
    assert "20 minutes after the call" in told
    first = text_of(anybody.get(f"{public}?version=1"))
    assert "20 minutes after the call" not in first
    assert "In force when play began." in first
    assert "It is no longer in force." in first


def test_a_version_that_is_not_there_is_not_found(anybody: Client, event: Event) -> None:
    assert anybody.get(f"/events/{event.pk}/regulation/?version=9").status_code == 404
    assert anybody.get(f"/events/{event.pk}/regulation/?version=abc").status_code == 200


def test_before_the_start_no_reason_is_asked_for(desk: Client, event: Event) -> None:
    assert "Why the regulation changes" not in text_of(desk.get(address(event)))


def test_forms_of_rulings_offer_the_articles(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, running=False)
    owner = owner_of(club)
    set_house_rules(event=event, rules=HouseRules(penalties=USUAL_PENALTIES), actor=owner, now=NOW)
    own = ClubArticle(chapter="entries", text="Si paga al bar.")
    set_articles(event=event, articles=[own], actor=owner, now=NOW)
    desk.post(f"/desk/events/{event.pk}/start/")
    pages = (
        f"/desk/events/{event.pk}/disqualify/",
        f"/desk/matches/{first_match(event)}/",
    )
    for page in pages:
        offered = OPTIONS.findall(html_of(desk.get(page)))
        assert any("Revoke" in article for article in offered), page
        assert any("Si paga al bar" in article for article in offered), page
        assert all(len(article) <= 120 for article in offered)


@pytest.mark.parametrize("language", ["it", "en"])
def test_regulation_wizard_sheet_and_ranking_say_the_same(
    desk: Client, club: Club, language: str
) -> None:
    """The match and the order of criteria, in one wording on every page."""
    match_format = best_of(3, "marafon", {"target": 31}, {"target": 31}, {"target": 41})
    event = make_event(club=club, format="swiss", options={"rounds": 2}, match_format=match_format)
    desk.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    with translation.override(language):
        match, ranked = word_match_format(match_format), describe_ranking(Swiss.metrics)
        rounds = FORMATS["swiss"].rules["rounds"](SwissOptions(rounds=2))
    regulation = text_of(desk.get(f"/events/{event.pk}/regulation/"))
    for said in (match, ranked, rounds):
        assert said in regulation
    assert match in text_of(desk.get(f"/matches/{first_match(event)}/"))
    assert match in text_of(desk.get(f"/desk/matches/{first_match(event)}/"))
    assert ranked in text_of(desk.get(f"/events/{event.pk}/stages/1/ranking/"))
    chosen = {
        "look": "1",
        "games": "3",
        "option-target": "31",
        "bella_target": "41",
        "format": "swiss",
        "format_of": "swiss",
        "format-rounds": "2",
        "format-first": "fold",
        "format-accelerated": "0",
        "format-club_level": "5",
        "format-groups": "1",
        "format-grouping": "drawn",
        "option-count": "points",
        "option-marafona_points": "3",
        "option-marafona_who": "any",
        "option-both_reach": "higher",
        "option-announcements": "busso",
        "option-claims": "on",
        "option-marafona_in_claim": "on",
        "option-marafona_must_declare": "on",
        "option-false_announcements": "on",
    }
    wizard = text_of(desk.post(f"/desk/clubs/{club.slug}/new/", chosen))
    for said in (match, ranked, rounds):
        assert said in wizard


def test_a_sheet_tells_the_match_of_its_own_stage(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    stage = event.stages.get()
    stage.match_format = best_of(5, "marafon")
    stage.save()
    event = draw_now(event)
    page = text_of(anybody.get(f"/matches/{first_match(event)}/"))
    assert "Best of five games to 41." in page
    assert "Best of three games" not in page


def test_the_public_page_costs_the_same_whatever_stands_in_it(
    anybody: Client, event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page = f"/events/{event.pk}/regulation/"
    anybody.get(page)
    with django_assert_num_queries(2):
        anybody.get(page)
    articles = [ClubArticle(text=f"Articolo {number}.") for number in range(20)]
    set_articles(event=event, articles=articles, actor=owner_of(event.club), now=NOW)
    with django_assert_num_queries(2):
        anybody.get(page)


def test_the_public_page_names_deadline_fee_contact_and_notes(
    anybody: Client, event: Event
) -> None:
    rules = HouseRules(fee_cents=2000)
    set_house_rules(event=event, rules=rules, actor=owner_of(event.club), now=NOW)
    here = f"/events/{event.pk}/regulation/"
    before = text_of(anybody.get(here))
    assert "For questions" not in before
    Event.objects.filter(pk=event.pk).update(
        entries_close_at=NOW, contact="Iole, 0543 1234", notes="Si mangia <b>alle 19</b>."
    )
    page = anybody.get(here)
    said = text_of(page)
    assert "Fee €20" in said
    assert "Entries close 13 December 2026, 20:00" in said
    assert "For questions Iole, 0543 1234" in said
    assert "Si mangia &lt;b&gt;alle 19" in html_of(page)
