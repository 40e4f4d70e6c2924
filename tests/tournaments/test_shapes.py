"""Events created from shapes: from another event, from a ready-made one, from a template."""

from datetime import date
from typing import Any

import pytest

from competition.event_shape import StageShape
from competition.presets import PRESETS
from competition.prizes import PrizeBand
from competition.regulation import ClubArticle, HouseRules
from tests.factories import NOW, draw_now, make_club, make_event, owner_of, pair
from tests.tournaments.steps import QUICK
from tournaments.models import Club, Event, EventTemplate
from tournaments.refusals import NotAllowed, NotFound, TemplateRefused
from tournaments.selectors.events.shapes import (
    find_last_event,
    get_template,
    read_shape,
    unpack_template_shape,
)
from tournaments.services.events import shapes
from tournaments.services.events.events import EventPlan, open_entries, start_play
from tournaments.services.events.halls import add_hall
from tournaments.services.events.shapes import create_from_shape, delete_template, save_template
from tournaments.services.events.stages import GroupPlan, StagePlan, add_stage, set_group
from tournaments.services.registration.entries import import_entries
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.regulation.regulations import set_articles, set_house_rules

pytestmark = pytest.mark.django_db

NEXT = date(2026, 12, 19)


def plan_of(shape: Any, **changed: Any) -> EventPlan:
    first = shape.stages[0]
    return EventPlan(
        **{
            "name": "Sabato",
            "date": NEXT,
            "match_format": shape.match,
            "format": first.format,
            "options": first.options,
            "constraints": first.constraints,
            "venue_name": shape.venue,
            "tables": shape.tables,
            "start": shape.rules.start,
            "fee_cents": shape.rules.fee_cents,
            "capacity": shape.capacity,
            **changed,
        }
    )


def copy(event: Event, **changed: Any) -> Event:
    shape = read_shape(Event.objects.select_related("venue", "club").get(pk=event.pk))
    return create(event.club, shape, **changed)


def create(club: Club, shape: Any, **changed: Any) -> Event:
    plan = plan_of(shape, **changed)
    return create_from_shape(club=club, shape=shape, plan=plan, actor=owner_of(club), now=NOW)


@pytest.fixture
def saturday() -> Event:
    """An event with everything that another can take over, and entries."""
    event = make_event(
        pairs=8,
        drawn=False,
        tables=12,
        match_format=QUICK,
        format="qualifying",
        options={"groups": 2},
        venue_name="Circolo",
    )
    actor = owner_of(event.club)
    add_hall(event=event, name="Palestra", tables=4, actor=actor, now=NOW)
    hall = event.halls.get()
    stage = event.stages.get()
    group = GroupPlan(name="Palestra", venue=hall.venue)
    set_group(stage=stage, number=2, plan=group, actor=actor, now=NOW)
    final = StagePlan(
        "single_elimination", {"take": "places", "stage": 1, "last": 4}, name="Finale"
    )
    add_stage(event=event, plan=final, actor=actor, now=NOW)
    rules = HouseRules(check_in="20:00", start="20:30", fee_cents=2000, late_game=10)
    set_house_rules(event=event, rules=rules, actor=actor, now=NOW)
    set_prizes(event=event, bands=[PrizeBand(1, 1, "Prosciutto")], actor=actor, now=NOW)
    set_articles(event=event, articles=[ClubArticle(text="Non si fuma.")], actor=actor, now=NOW)
    event.refresh_from_db()
    return event


def test_a_copy_has_the_shape_of_its_model_and_none_of_its_entries(saturday: Event) -> None:
    again = copy(saturday)
    assert read_shape(again) == read_shape(saturday)
    assert (again.state, again.date, again.entries.count()) == ("DRAFT", NEXT, 0)
    assert not again.pairings.exists()
    assert again.halls.get().first_table == 13
    assert again.stages.count() == 2


def test_a_copy_of_a_copy_is_the_same(saturday: Event) -> None:
    assert read_shape(copy(copy(saturday))) == read_shape(saturday)


def test_a_copy_of_a_running_event_takes_no_results() -> None:
    event = make_event(pairs=4, tables=2, match_format=QUICK)
    again = copy(event)
    assert (again.state, again.tables.count()) == ("DRAFT", 2)
    assert not again.pairings.exists()


def test_fewer_tables_leave_out_the_halls_and_ranges_that_no_longer_fit(saturday: Event) -> None:
    again = copy(saturday, tables=4)
    assert (again.tables.count(), again.halls.count()) == (4, 0)
    group = again.stages.get(number=1).groups.get(number=2)
    assert (group.name, group.first_table) == ("Palestra", None)


def test_an_earlier_start_drops_the_check_in_of_the_other_evening(saturday: Event) -> None:
    again = copy(saturday, start="15:00")
    assert again.rules == {"start": "15:00", "fee_cents": 2000, "late_game": 10}


def test_entries_that_were_chosen_by_hand_become_the_best() -> None:
    event = make_event(pairs=4, drawn=False)
    chosen = list(event.entries.values_list("pk", flat=True))[:2]
    cut = {"take": "chosen", "stage": 1, "entries": chosen, "reason": "sono di casa"}
    plan = StagePlan("single_elimination", cut)
    stage = add_stage(event=event, plan=plan, actor=owner_of(event.club), now=NOW)
    stage.cut = cut
    assert read_shape(event).stages[1].cut == {"take": "places", "stage": 1, "last": 2}


@pytest.mark.parametrize("code", PRESETS)
def test_a_ready_made_event_is_created_drawn_and_played(code: str) -> None:
    club = make_club()
    actor, shape = owner_of(club), PRESETS[code]
    event = create(club, shape)
    open_entries(event=event, actor=actor, now=NOW)
    forms = [pair(number) for number in range(16)]
    if code == "trionfo":
        # Trionfo is played by single players.
        forms = [form.__class__(players=form.players[:1]) for form in forms[:15]]
        forms = [
            form.__class__(players=(pair(number).players[0],)) for number, form in enumerate(forms)
        ]
    import_entries(event=event, forms=forms, actor=actor, now=NOW)
    draw_now(event)
    event.refresh_from_db()
    start_play(event=event, actor=actor, now=NOW)
    assert event.pairings.filter(state="CALLED").exists()
    assert event.stages.count() == len(shape.stages)


def test_a_template_is_kept_replaced_and_deleted(saturday: Event) -> None:
    actor, club = owner_of(saturday.club), saturday.club
    template = save_template(event=saturday, name="Il sabato", actor=actor, now=NOW)
    assert unpack_template_shape(template) == read_shape(saturday)
    other = make_event(club=club, pairs=0, drawn=False, tables=3)
    again = save_template(event=other, name="IL SABATO", actor=actor, now=NOW)
    assert EventTemplate.objects.get() == again
    assert unpack_template_shape(again).tables == 3
    event = create(club, unpack_template_shape(again))
    delete_template(template=again, actor=actor)
    assert not EventTemplate.objects.exists()
    assert Event.objects.filter(pk=event.pk).exists()


def test_a_template_is_of_its_club_alone(saturday: Event) -> None:
    actor = owner_of(saturday.club)
    template = save_template(event=saturday, name="Il sabato", actor=actor, now=NOW)
    stranger = make_club("Bar Fiume")
    with pytest.raises(NotFound):
        get_template(stranger, template.pk)
    with pytest.raises(NotAllowed):
        delete_template(template=template, actor=owner_of(stranger))
    with pytest.raises(NotAllowed):
        save_template(event=saturday, name="x", actor=owner_of(stranger), now=NOW)


def test_a_club_keeps_no_more_templates_than_the_limit(
    saturday: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shapes, "MOST_TEMPLATES", 1)
    actor = owner_of(saturday.club)
    save_template(event=saturday, name="Il sabato", actor=actor, now=NOW)
    save_template(event=saturday, name="Il sabato", actor=actor, now=NOW)
    with pytest.raises(TemplateRefused):
        save_template(event=saturday, name="La domenica", actor=actor, now=NOW)


def test_the_last_event_is_the_latest_that_was_on_show() -> None:
    club = make_club()
    assert find_last_event(club) is None
    make_event(club=club, pairs=2, drawn=False, date=date(2026, 11, 14))
    latest = make_event(club=club, pairs=2, drawn=False, date=date(2026, 11, 21))
    draft = make_event(club=club, pairs=0, drawn=False, date=date(2026, 11, 28))
    Event.objects.filter(pk=draft.pk).update(state="DRAFT")
    assert find_last_event(club) == latest


def test_a_template_of_before_that_names_lots_first_is_read_with_lots_last() -> None:
    shape = StageShape(format="swiss", metrics=["lots", "wins", "points_for"])
    assert shape.metrics == ["wins", "points_for", "lots"]
