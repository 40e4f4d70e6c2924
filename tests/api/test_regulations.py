"""/events/{id}/regulation/, house-rules/ and articles/."""

from typing import Any

import pytest

from tests.api.client import Program, refused
from tests.factories import make_event
from tournaments.models import Club, Event


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, drawn=False)


def test_the_regulation_comes_in_chapters_with_numbers(anybody: Program, event: Event) -> None:
    told = anybody.read(f"events/{event.pk}/regulation/", accept_language="en")
    assert (told["version"], told["versions"], told["frozen_at"]) == (1, [1], None)
    assert [chapter["number"] for chapter in told["chapters"]] == [
        number + 1 for number in range(len(told["chapters"]))
    ]
    numbers = [row["number"] for chapter in told["chapters"] for row in chapter["articles"]]
    assert len(numbers) == len(set(numbers))
    assert "Best of three games to 41." in told["sentences"]


def test_house_rules_are_put_and_read(organizer: Program, anybody: Program, event: Event) -> None:
    address = f"events/{event.pk}/house-rules/"
    body = {
        "late_match": 20,
        "referee": "Secondo Ravaioli",
        "penalties": [{"offence": "signs", "sanction": "points", "points": 11}],
    }
    answer = organizer.put(address, body)
    assert answer.status_code == 200
    rules = anybody.read(address)["rules"]
    assert (rules["late_match"], rules["open_to"]) == (20, "everybody")
    assert anybody.read(f"events/{event.pk}/regulation/")["version"] == 2


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"late_match": 0}, 422, "body_refused"),
        ({"late_match": 1000}, 422, "body_refused"),
        ({"start": "25:00"}, 422, "body_refused"),
        ({"open_to": "nobody"}, 422, "body_refused"),
        ({"referee": "a\u0001b"}, 422, "body_refused"),
        ({"penalties": [{"offence": "other", "text": "x" * 121}]}, 422, "body_refused"),
        ({"colour": "red"}, 422, "body_refused"),
        ({"late_game": 20, "late_match": 10}, 422, "regulation_refused"),
        ({"penalties": [{"offence": "other"}]}, 422, "regulation_refused"),
    ],
)
def test_house_rules_that_cannot_be_are_refused(
    organizer: Program, event: Event, body: dict[str, Any], status: int, code: str
) -> None:
    refused(organizer.put(f"events/{event.pk}/house-rules/", body), status, code)


def test_articles_are_put_and_read(organizer: Program, anybody: Program, event: Event) -> None:
    address = f"events/{event.pk}/articles/"
    article = {"chapter": "entries", "text": "Si paga al bar.", "text_en": "Pay at the bar."}
    assert organizer.put(address, {"articles": [article]}).status_code == 200
    assert anybody.read(address)["articles"] == [article]
    told = anybody.read(f"events/{event.pk}/regulation/", accept_language="it")
    (own,) = (row for chapter in told["chapters"] for row in chapter["articles"] if row["own"])
    assert own["text"] == "Si paga al bar."


@pytest.mark.parametrize(
    "article",
    [
        {"text": ""},
        {"text": "x" * 1001},
        {"text": "a\u0001"},
        {"text": "a", "chapter": "nowhere"},
    ],
)
def test_articles_that_cannot_be_are_refused(
    organizer: Program, event: Event, article: dict[str, Any]
) -> None:
    refused(
        organizer.put(f"events/{event.pk}/articles/", {"articles": [article]}), 422, "body_refused"
    )


def test_more_articles_than_fit_are_refused(organizer: Program, event: Event) -> None:
    articles = [{"text": "a"}] * 41
    refused(
        organizer.put(f"events/{event.pk}/articles/", {"articles": articles}), 422, "body_refused"
    )


def test_after_the_start_the_body_says_why(
    organizer: Program, anybody: Program, club: Club
) -> None:
    event = make_event(club=club)
    address = f"events/{event.pk}/house-rules/"
    refused(organizer.put(address, {"late_match": 20}), 422, "reason_missing")
    assert organizer.put(address, {"late_match": 20, "reason": "si fa tardi"}).status_code == 200
    told = anybody.read(f"events/{event.pk}/regulation/")
    assert (told["version"], told["reason"], told["versions"]) == (2, "si fa tardi", [1, 2])
    first = anybody.read(f"events/{event.pk}/regulation/?version=1")
    assert (first["version"], bool(first["frozen_at"])) == (1, True)
    problem = refused(anybody.get(f"events/{event.pk}/regulation/?version=9"), 404, "not_found")
    assert [fault["params"] for fault in problem["violations"]] == [{"field": "version"}]
    refused(anybody.get(f"events/{event.pk}/regulation/?version=x"), 400, "query_refused")
