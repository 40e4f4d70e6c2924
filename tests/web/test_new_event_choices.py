"""What a new event is like: ready-made ones, the last one, templates of the club."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client

from competition.presets import PRESETS
from tests.factories import make_event, owner_of
from tests.web.pages import text_of
from tests.web.test_new_event import FORM
from tournaments.models import Club, Event
from tournaments.services.club.clubs import add_venue


def address(club: Club) -> str:
    return f"/desk/clubs/{club.slug}/new/"


def questions(**changed: Any) -> dict[str, Any]:
    """What a browser sends of the part that is not folded, and of the folded facts."""
    return {
        "date": "2026-12-19",
        "start": "20:30",
        "tables": "8",
        "capacity": "",
        "name": "",
        "venue": "Circolo del Savio",
        "visibility": "PUBLIC",
        "names": "FULL",
        **changed,
    }


def read_form(desk: Client, club: Club, query: str = "") -> dict[str, Any]:
    """All fields as a browser sends them when nothing is changed."""
    return read_form_of(desk.get(address(club) + query))


def read_form_of(page: Any) -> dict[str, Any]:
    """The same of a page that was answered."""
    wizard = page.context["wizard"]
    sent: dict[str, Any] = {"preset": wizard.code, "preset_of": wizard.code}
    sent |= {"options_of": wizard.book.name, "format_of": wizard.format.name}
    parts = [part.form for part in wizard.unfinished.parts]
    for form in (wizard.form, wizard.facts, wizard.options, wizard.format_options, *parts):
        for name in form.fields:
            value = form[name].value()
            if value is True:
                sent[form[name].html_name] = "on"
            elif value not in (None, False):
                sent[form[name].html_name] = str(value)
    return sent


@pytest.mark.parametrize("code", PRESETS)
def test_a_ready_made_event_is_taken_as_it_is_though_another_was_shown(
    desk: Client, club: Club, code: str
) -> None:
    sent = {**FORM, **questions(), "preset": code, "preset_of": "own"}
    answer = desk.post(address(club), sent)
    event = Event.objects.get()
    assert answer["Location"] == f"/desk/events/{event.pk}/"
    shape = PRESETS[code]
    assert event.match_format == shape.match
    assert [stage.format for stage in event.stages.order_by("number")] == [
        stage.format for stage in shape.stages
    ]
    assert (event.name, event.rules["start"]) == ("Saturday 19 December 2026", "20:30")


def read_questions(page: Any) -> list[str]:
    """The names of the fields that stand below "Three questions"."""
    html = page.content.decode()
    asked = html[html.index('id="three"') : html.index('class="actions"')]
    return re.findall(r'<(?:input|select|textarea)[^>]* name="([a-z_]+)"', asked)


def test_three_questions_are_asked_and_the_hour_is_folded_away(desk: Client, club: Club) -> None:
    page = desk.get(address(club))
    assert read_questions(page) == ["date", "tables", "capacity"]
    folded = page.content.decode().partition('id="folded"')[2]
    assert 'name="start" value="20:30"' in folded
    assert "20:30" in text_of(page).partition("Name, place, hour")[2][:80]
    desk.post(address(club), read_form(desk, club))
    assert Event.objects.get().rules["start"] == "20:30"


def test_an_hour_that_is_not_one_is_refused_on_its_field(desk: Client, club: Club) -> None:
    answer = desk.post(address(club), {**read_form(desk, club), "start": "venti"})
    assert answer.status_code == 422
    assert answer.context["wizard"].facts.errors.keys() == {"start"}


def test_the_hour_of_the_last_event_comes_along(desk: Client, club: Club, saturday: Event) -> None:
    saturday.rules = {**saturday.rules, "start": "15:00"}
    saturday.save(update_fields=["rules"])
    assert read_form(desk, club)["start"] == "15:00"
    sent = {**read_form(desk, club), "preset": "danese", "look": "1"}
    assert desk.post(address(club), sent).context["wizard"].facts["start"].value() == "20:30"
    sent = {**FORM, **questions(), "preset": "same", "preset_of": "danese"}
    desk.post(address(club), sent)
    assert Event.objects.exclude(pk=saturday.pk).get().rules["start"] == "15:00"


def test_the_first_choice_is_created_as_the_page_stands(desk: Client, club: Club) -> None:
    desk.post(address(club), read_form(desk, club))
    event = Event.objects.get()
    assert event.match_format == PRESETS["knock_out"].match
    assert event.stages.get().options == PRESETS["knock_out"].stages[0].options
    assert event.date.weekday() == 5


def test_what_is_changed_in_the_folded_part_counts(desk: Client, club: Club) -> None:
    desk.post(address(club), {**read_form(desk, club), "games": "3"})
    event = Event.objects.get()
    assert (len(event.match_format["games"]), event.match_format["wins"]) == (3, 2)
    assert event.stages.get().format == "consolation"


def test_the_folded_part_follows_the_choice(desk: Client, club: Club) -> None:
    sent = {**FORM, **questions(), "preset": "danese", "preset_of": "knock_out", "look": "1"}
    page = desk.post(address(club), sent)
    wizard = page.context["wizard"]
    assert page.status_code == 200
    assert (wizard.code, wizard.format.name) == ("danese", "danese")
    assert wizard.format_options["rounds"].value() == 6
    assert 'name="preset_of" value="danese"' in page.content.decode()
    assert not Event.objects.exists()


@pytest.fixture
def saturday(club: Club) -> Event:
    venue = add_venue(club=club, name="Palestra", address="", actor=owner_of(club))
    return make_event(
        club=club,
        pairs=2,
        drawn=False,
        tables=5,
        venue=venue,
        date=date(2026, 11, 21),
        match_format={
            "games": [
                {"game": "marafon", "options": {"target": 31}},
                {"game": "marafon", "options": {"target": 31}},
                {"game": "marafon", "options": {"target": 41}},
            ],
            "wins": 2,
        },
        fee_cents=1250,
        contact="Iole",
    )


def test_like_last_saturday_comes_first_and_loses_nothing(
    desk: Client, club: Club, saturday: Event
) -> None:
    page = desk.get(address(club)).content.decode()
    assert "Like last Saturday" in page
    desk.post(address(club), read_form(desk, club))
    again = Event.objects.exclude(pk=saturday.pk).get()
    assert again.match_format == saturday.match_format
    assert (again.venue, again.contact) == (saturday.venue, "Iole")
    assert (again.rules["fee_cents"], again.tables.count()) == (1250, 5)
    assert not again.entries.exists()


def test_the_facts_of_the_last_event_come_along_when_it_is_chosen_later(
    desk: Client, club: Club, saturday: Event
) -> None:
    sent = {**FORM, **questions(), "preset": "same", "preset_of": "knock_out"}
    desk.post(address(club), sent)
    again = Event.objects.exclude(pk=saturday.pk).get()
    assert (again.venue, again.rules["fee_cents"], again.contact) == (saturday.venue, 1250, "Iole")
    assert again.tables.count() == 8


def test_any_event_of_the_club_can_be_copied(desk: Client, club: Club, saturday: Event) -> None:
    make_event(club=club, pairs=2, drawn=False, date=date(2026, 11, 28))
    page = desk.get(f"{address(club)}?like={saturday.pk}")
    assert page.context["wizard"].choices[0].shape.contact == "Iole"
    other = desk.get(f"{address(club)}?like=nonsense")
    assert other.context["wizard"].choices[0].shape.contact == ""


def test_a_template_is_kept_chosen_and_deleted(desk: Client, club: Club, saturday: Event) -> None:
    keep = f"/desk/events/{saturday.pk}/template/"
    assert desk.post(keep, {"template": "Il sabato"}).status_code == 302
    assert desk.post(keep, {"template": " "}).status_code == 422
    template = club.event_templates.get()
    code = f"template-{template.pk}"
    assert "Il sabato" in desk.get(address(club)).content.decode()
    sent = {**FORM, **questions(), "preset": code, "preset_of": "knock_out"}
    assert desk.post(address(club), sent).status_code == 302
    again = Event.objects.exclude(pk=saturday.pk).get()
    assert again.match_format == saturday.match_format
    gone = desk.post(f"/desk/clubs/{club.slug}/templates/{template.pk}/delete/")
    assert gone.status_code == 302
    assert not club.event_templates.exists()


def test_a_double_click_on_a_choice_creates_one_event(desk: Client, club: Club) -> None:
    sent = read_form(desk, club)
    answers = [desk.post(address(club), sent) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert Event.objects.get().stages.count() == 1


def test_what_a_ready_made_event_brings_is_in_its_fields(desk: Client, club: Club) -> None:
    """Places and fee of the Mondiale: the fields follow the choice where nobody has typed."""
    sent = {**read_form(desk, club), "preset": "sarsina", "look": "1"}
    facts = desk.post(address(club), sent).context["wizard"].facts
    assert (facts["capacity"].value(), facts["fee_cents"].value()) == ("128", "20")
    del sent["look"]
    desk.post(address(club), sent)
    event = Event.objects.get()
    assert (event.capacity, event.rules["fee_cents"]) == (128, 2000)


def test_what_was_typed_stays_when_another_kind_is_chosen(desk: Client, club: Club) -> None:
    sent = {**read_form(desk, club), "capacity": "48", "fee_cents": "15", "preset": "sarsina"}
    facts = desk.post(address(club), {**sent, "look": "1"}).context["wizard"].facts
    assert (facts["capacity"].value(), facts["fee_cents"].value()) == ("48", "15")


def test_otherwise_takes_back_what_the_kind_before_had_set(desk: Client, club: Club) -> None:
    sent = {**read_form(desk, club), "preset": "sarsina", "look": "1"}
    page = desk.post(address(club), sent)
    facts = page.context["wizard"].facts
    shown = {**read_form_of(page), "preset": "own", "preset_of": "sarsina", "look": "1"}
    assert facts["capacity"].value() == "128"
    wizard = desk.post(address(club), shown).context["wizard"]
    assert (wizard.facts["capacity"].value(), wizard.facts["fee_cents"].value()) == ("", "")
    usual = desk.post(address(club), {"preset": "own", "look": "1"}).context["wizard"]
    assert wizard.format.name == usual.format.name
    assert wizard.form["games"].value() == 3
    assert not wizard.form["hands"].value()
    assert wizard.options["count"].value() == "points"


def test_otherwise_is_not_created_before_its_fields_were_seen(desk: Client, club: Club) -> None:
    sent = {**read_form(desk, club), "preset": "own"}
    answer = desk.post(address(club), sent)
    assert answer.status_code == 422
    assert "Look at how it is played" in answer.content.decode()
    assert not Event.objects.exists()
    again = {**read_form_of(answer), "preset": "own", "preset_of": "own"}
    assert desk.post(address(club), again).status_code == 302
    assert Event.objects.get().stages.get().format == "single_elimination"


def test_each_choice_says_when_it_would_end(desk: Client, club: Club) -> None:
    sent = {**read_form(desk, club), "capacity": "64", "tables": "32", "look": "1"}
    page = desk.post(address(club), {**sent, "start": "20:30"})
    ends = {each.choice.code: each.end for each in page.context["choices"]}
    assert ends["knock_out"].startswith("Ends about ")
    assert "between" in ends["knock_out"]
    assert "more than one evening" in ends["groups"]
    # The world championship takes two evenings: what is played on the second is not added.
    assert ends["sarsina"].startswith("First evening. Ends about 22:")
    page = desk.post(address(club), {**sent, "start": ""})
    ends = {each.choice.code: each.end for each in page.context["choices"]}
    assert ends["knock_out"].startswith("Lasts about ")
    assert f'id="end-knock_out">{ends["knock_out"]}<' in page.content.decode()


@pytest.mark.parametrize(
    "changed",
    [{"capacity": ""}, {"capacity": "x"}, {"capacity": "4000"}, {"tables": "0"}, {"tables": ""}],
)
def test_without_pairs_and_tables_there_is_no_end(
    desk: Client, club: Club, changed: dict[str, str]
) -> None:
    sent = {**read_form(desk, club), "capacity": "64", "tables": "32", "look": "1", **changed}
    page = desk.post(address(club), sent)
    assert {each.end for each in page.context["choices"]} == {""}


def test_an_event_that_is_called_by_its_day_is_named_once(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2)
    Event.objects.filter(pk=event.pk).update(name="Saturday 5 December 2026", date="2026-12-05")
    page = text_of(desk.get(address(club)))
    assert "Saturday 5 December 2026: its settings" in page
    Event.objects.filter(pk=event.pk).update(name="Maraffa")
    assert "Maraffa, 5 December 2026: its settings" in text_of(desk.get(address(club)))
