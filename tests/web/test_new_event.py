"""Creating an event."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client

from rules.registry import AnyRulebook, rulebooks
from scoring.core.format import best_of
from tests.factories import NOW, make_club, make_event, make_member, owner_of
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Event, Role
from tournaments.services.events.stages import StagePlan, add_stage

FORM: dict[str, Any] = {
    "name": "Maraffa di Santa Lucia",
    "date": "2026-12-13",
    "venue": "Circolo del Savio",
    "games": "3",
    "tables": "8",
    "clubs_apart": "on",
    "visibility": "PUBLIC",
    "names": "FULL",
    "option-count": "points",
    "option-target": "41",
    "option-claims": "on",
    "option-marafona_in_claim": "on",
    "option-marafona_points": "3",
    "option-marafona_who": "any",
    "option-marafona_must_declare": "on",
    "option-both_reach": "higher",
    "option-announcements": "busso, volo, striscio",
    "option-false_announcements": "on",
}


def create(desk: Client, club: Club, **changed: Any) -> Any:
    form = {name: value for name, value in {**FORM, **changed}.items() if value is not None}
    return desk.post(f"/desk/clubs/{club.slug}/new/", form)


def test_an_event_as_the_form_stands_is_a_draft_with_the_defaults(desk: Client, club: Club) -> None:
    response = create(desk, club)
    event = Event.objects.get()
    assert (response.status_code, response["Location"]) == (302, f"/desk/events/{event.pk}/")
    assert (event.state, event.name, event.tables.count()) == ("DRAFT", FORM["name"], 8)
    assert event.match_format == {"games": [{"game": "marafon", "options": {}}] * 3, "wins": 2}


def test_an_event_without_a_name_shows_its_day_once(desk: Client, club: Club) -> None:
    create(desk, club, name="", date="2026-12-04", venue="Palestra")
    event = Event.objects.get()
    assert event.name == "Friday 4 December 2026"
    page = desk.get(f"/desk/events/{event.pk}/")
    head = html_of(page).partition("<h1>")[2].partition("</div>")[0]
    assert head.count("4 December 2026") == 1
    assert "Palestra. " in head
    # Its name stays, so another day is shown next to it.
    Event.objects.update(date=date(2026, 12, 11))
    page = desk.get(f"/desk/events/{event.pk}/")
    assert "Friday 11 December 2026, " in text_of(page)


def test_the_form_itself_holds_the_defaults(desk: Client, club: Club) -> None:
    page = desk.get(f"/desk/clubs/{club.slug}/new/")
    form = page.context["wizard"].form.initial | {
        name: field.initial for name, field in page.context["wizard"].form.fields.items()
    }
    options = page.context["wizard"].options
    assert form["games"] == 3
    assert {name: field.initial for name, field in options.fields.items()}["target"] == 41


def test_a_double_click_creates_one_event(desk: Client, club: Club) -> None:
    page = desk.get(f"/desk/clubs/{club.slug}/new/").content.decode()
    (event_id,) = re.findall(r'name="event_id" value="([\w-]+)"', page)
    answers = [create(desk, club, event_id=event_id) for _ in range(2)]
    assert {answer["Location"] for answer in answers} == {f"/desk/events/{event_id}/"}
    assert Event.objects.get().tables.count() == 8


def test_the_id_of_another_clubs_event_is_of_no_use(desk: Client, club: Club) -> None:
    other = make_event(club=make_club("Bar Fiume"))
    assert create(desk, club, event_id=str(other.pk)).status_code == 404


def test_two_games_to_31_and_the_bella_to_41(desk: Client, club: Club) -> None:
    create(desk, club, **{"option-target": "31", "bella_target": "41"})
    games = Event.objects.get().match_format["games"]
    assert [game["options"]["target"] for game in games[:2]] == [31, 31]
    assert games[2]["options"].get("target", 41) == 41


def test_house_rules_are_kept(desk: Client, club: Club) -> None:
    create(
        desk, club, **{"option-count": "figure", "option-redeal": "on", "format-third_place": "on"}
    )
    event = Event.objects.get()
    assert event.match_format["games"][0]["options"] == {"count": "figure", "redeal": True}
    assert event.stages.get().options == {"third_place": True}


def test_options_at_odds_are_refused_with_all_that_was_typed(desk: Client, club: Club) -> None:
    response = create(desk, club, **{"option-claims": None, "option-claim_plus_figure": "on"})
    assert response.status_code == 422
    assert not Event.objects.exists()
    assert 'role="alert"' in response.content.decode()
    assert FORM["name"] in response.content.decode()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "x" * 2_000_000),
        ("date", "tomorrow"),
        ("date", ""),
        ("games", "4"),
        ("tables", "-1"),
        ("tables", "100000"),
        ("capacity", "1"),
        ("option-target", "5"),
        ("option-target", "999999999999999999999"),
        ("option-count", "float"),
        ("visibility", "SECRET"),
    ],
)
def test_what_cannot_be_stands_on_its_field(
    desk: Client, club: Club, field: str, value: str
) -> None:
    response = create(desk, club, **{field: value})
    assert response.status_code in (400, 422)
    assert not Event.objects.exists()


@pytest.mark.parametrize("book", rulebooks(), ids=lambda book: book.name)
def test_the_page_has_a_field_for_every_option_of_every_rulebook(
    desk: Client, club: Club, book: AnyRulebook
) -> None:
    asked = {"look": "1", "game": book.name, "options_of": "another"}
    page = desk.post(f"/desk/clubs/{club.slug}/new/", asked).content.decode()
    assert f'name="options_of" value="{book.name}"' in page
    for option, schema in book.options_model.model_json_schema().get("properties", {}).items():
        assert (f'name="option-{option}"' in page) == ("const" not in schema)


@pytest.mark.parametrize("book", rulebooks(), ids=lambda book: book.name)
def test_an_event_of_every_game_is_made_by_its_defaults(
    desk: Client, club: Club, book: AnyRulebook
) -> None:
    asked = {"look": "1", "game": book.name, "options_of": "another"}
    page = desk.post(f"/desk/clubs/{club.slug}/new/", asked)
    shown = {
        field.html_name: field.initial
        for field in page.context["wizard"].options
        if field.initial not in (False, None)
    }
    if book.target(book.read_options({})) is None:
        shown |= {"hands": 8, "format": "sittings", "format-table_size": book.sides}
    assert create(desk, club, game=book.name, options_of=book.name, **shown).status_code == 302
    event = Event.objects.get()
    assert {game["game"] for game in event.match_format["games"]} == {book.name}
    assert all(game["options"] == {} for game in event.match_format["games"])


def test_options_of_another_game_are_not_taken_for_those_of_this_one(
    desk: Client, club: Club
) -> None:
    page = create(desk, club, game="mariglia", options_of="marafon")
    assert page.status_code == 422
    assert "Look at the options of this game" in page.content.decode()
    assert not Event.objects.exists()


def test_a_match_may_mix_games(desk: Client, club: Club) -> None:
    create(desk, club, second_game="mariglia", bella_target="31")
    first, second, bella = Event.objects.get().match_format["games"]
    assert (first["game"], second["game"], bella["game"]) == ("marafon", "mariglia", "marafon")
    assert second["options"] == {}
    assert bella["options"]["target"] == 31


def test_who_keeps_sheets_only_creates_no_events(club: Club) -> None:
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    assert create(referee, club).status_code == 403
    assert not Event.objects.exists()


def test_another_clubs_organizer_finds_no_page(club: Club) -> None:
    stranger = signed_in(make_member(make_club("Bar Fiume"), Role.Kind.ORGANIZER))
    assert create(stranger, club).status_code == 404


def test_the_regulation_is_read_as_it_is_chosen_and_nothing_is_created(
    desk: Client, club: Club
) -> None:
    page = text_of(desk.get(f"/desk/clubs/{club.slug}/new/"))
    assert "One game to 41." in page
    answer = create(desk, club, look="1", games="1", **{"option-target": "31", "name": ""})
    assert answer.status_code == 200
    assert "One game to 31." in text_of(answer)
    assert not Event.objects.exists()
    at_odds = create(desk, club, look="1", **{"option-target": "5"})
    assert "These choices do not fit together yet" in text_of(at_odds)


def test_a_refused_event_leaves_no_venue_behind(desk: Client, club: Club) -> None:
    changed = {"venue": "Bar Nuovo", "option-claims": None, "option-claim_plus_figure": "on"}
    assert create(desk, club, **changed).status_code == 422
    assert not club.venues.filter(name="Bar Nuovo").exists()


def test_the_options_of_the_format_are_kept(desk: Client, club: Club) -> None:
    create(desk, club, **{"format-third_place": "on"})
    stage = Event.objects.get().stages.get()
    assert (stage.format, stage.options) == ("single_elimination", {"third_place": True})


def test_the_head_of_an_event_says_where_its_stages_are_played_otherwise(
    desk: Client, club: Club
) -> None:
    event = make_event(
        club=club, pairs=8, match_format=best_of(1, "marafon"), format="groups", drawn=False
    )
    first_head = text_of(desk.get(f"/desk/events/{event.pk}/")).split("Regulation")[0]
    assert "One game to 41" in first_head
    bracket = StagePlan(
        "single_elimination",
        {"take": "of_each", "stage": 1, "of_each": 2},
        match_format=best_of(3, "marafon"),
    )
    add_stage(event=event, plan=bracket, actor=owner_of(club), now=NOW)
    entry = event.entries.order_by("pk")[0].pk
    addresses = (f"/desk/events/{event.pk}/", f"/desk/entries/{entry}/withdraw/")
    for address in (*addresses, f"/events/{event.pk}/"):
        head = text_of(desk.get(address)).split("Regulation")[0]
        assert "Games and target depend on the stage" in head, address
        assert "One game to 41" not in head, address


def test_the_regulation_of_a_new_event_is_folded_and_says_when_it_cannot_be(
    desk: Client, club: Club
) -> None:
    page = html_of(desk.get(f"/desk/clubs/{club.slug}/new/"))
    fold = page.split('id="regulation"')[0].rpartition("<details")[2]
    assert fold.startswith(' class="fold">'), "it is closed"
    assert '<span class="soft" id="regulation-state"></span>' in page
