"""The regulation of an event: published, frozen at the start, changed later with a reason."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from competition.prizes import PrizeBand
from competition.regulation import (
    MOST_ARTICLES,
    USUAL_PENALTIES,
    ClubArticle,
    HouseRules,
    PenaltyRule,
)
from tests.factories import NOW, actor_of, draw_now, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK, pairing, win
from tournaments.models import Event, RegulationVersion, Role, Venue
from tournaments.refusals import (
    EventStateRefused,
    NotAllowed,
    ReasonMissing,
    RegulationRefused,
)
from tournaments.selectors.regulation.regulation import (
    get_house_rules,
    list_articles,
    list_regulation_versions,
    load_regulation_in_force,
    read_facts,
    read_version,
)
from tournaments.services.events.changes import change_event
from tournaments.services.events.events import finish_event, open_entries, start_play
from tournaments.services.events.stages import (
    GroupPlan,
    StagePlan,
    add_stage,
    change_stage,
    remove_stage,
    set_group,
)
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.regulation.regulations import set_articles, set_house_rules

pytestmark = pytest.mark.django_db
LATE = HouseRules(late_game=10, late_match=20)
SMOKE = ClubArticle(text="In sala non si fuma.")
FINAL = StagePlan("single_elimination", {"take": "places", "stage": 1, "last": 2})


def numbers(event: Event) -> list[int]:
    return [version.number for version in list_regulation_versions(event)]


def test_entries_open_with_a_first_version() -> None:
    event = make_event(drawn=False)
    assert numbers(event) == [1]
    assert load_regulation_in_force(event).facts == read_facts(event)


def test_a_draft_has_no_version_and_shows_its_settings() -> None:
    event = make_event(drawn=False)
    event.regulations.all().delete()
    Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    event.refresh_from_db()
    owner = owner_of(event.club)
    set_house_rules(event=event, rules=LATE, actor=owner, now=NOW)
    shown = load_regulation_in_force(event)
    assert (shown.number, shown.facts.rules) == (0, LATE)
    open_entries(event=event, actor=owner, now=NOW)
    assert load_regulation_in_force(event).number == 1


def _change_rules(event: Event, reason: str) -> None:
    set_house_rules(event=event, rules=LATE, actor=owner_of(event.club), now=NOW, reason=reason)


def _change_articles(event: Event, reason: str) -> None:
    set_articles(event=event, articles=[SMOKE], actor=owner_of(event.club), now=NOW, reason=reason)


def _change_prizes(event: Event, reason: str) -> None:
    set_prizes(
        event=event,
        bands=[PrizeBand(1, 1, "coppa")],
        actor=owner_of(event.club),
        now=NOW,
        reason=reason,
    )


def _add_stage(event: Event, reason: str) -> None:
    add_stage(event=event, plan=FINAL, actor=owner_of(event.club), now=NOW, reason=reason)


def _move_day(event: Event, reason: str) -> None:
    changes = {"date": event.date + timedelta(days=1)}
    change_event(event=event, changes=changes, actor=owner_of(event.club), now=NOW, reason=reason)


def _move_group(event: Event, reason: str) -> None:
    venue, _ = Venue.objects.get_or_create(club=event.club, name="Bar Rita")
    set_group(
        stage=event.stages.get(number=1),
        number=1,
        plan=GroupPlan(venue=venue),
        actor=owner_of(event.club),
        now=NOW,
        reason=reason,
    )


CHANGES = [_change_rules, _change_articles, _change_prizes, _add_stage, _move_day, _move_group]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_before_the_start_is_a_new_version(change: Callable[[Event, str], None]) -> None:
    event = make_event(drawn=False)
    change(event, "")
    assert numbers(event) == [2, 1]
    first, second = (read_version(version) for version in list_regulation_versions(event)[::-1])
    assert first.facts != second.facts == read_facts(event)
    assert (second.reason, second.frozen_at) == ("", None)


@pytest.mark.parametrize("change", CHANGES)
def test_after_the_start_a_change_needs_a_reason_and_both_versions_stay(
    change: Callable[[Event, str], None],
) -> None:
    event = make_event()
    before = read_facts(event)
    (frozen,) = list_regulation_versions(event)
    assert frozen.frozen_at == NOW
    with pytest.raises(ReasonMissing):
        change(event, "  ")
    assert read_facts(event) == before
    change(event, "piove")
    event.refresh_from_db()
    new, old = list_regulation_versions(event)
    assert (new.number, new.reason, new.frozen_at) == (2, "piove", None)
    assert read_version(old).facts == before
    assert read_version(new).facts == read_facts(event) != before


def test_a_stage_is_changed_and_taken_away_after_the_start_with_a_reason() -> None:
    event = make_event()
    owner = owner_of(event.club)
    stage = add_stage(event=event, plan=FINAL, actor=owner, now=NOW, reason="piove")
    other = StagePlan("single_elimination", {"take": "places", "stage": 1, "last": 4})
    with pytest.raises(ReasonMissing):
        change_stage(stage=stage, plan=other, actor=owner, now=NOW)
    change_stage(stage=stage, plan=other, actor=owner, now=NOW, reason="piove ancora")
    with pytest.raises(ReasonMissing):
        remove_stage(stage=event.stages.get(number=2), actor=owner, now=NOW)
    remove_stage(stage=event.stages.get(number=2), actor=owner, now=NOW, reason="non piove più")
    assert [version.reason for version in list_regulation_versions(event)] == [
        "non piove più",
        "piove ancora",
        "piove",
        "",
    ]


def test_what_the_regulation_does_not_tell_needs_no_reason() -> None:
    event = make_event()
    owner = owner_of(event.club)
    change_event(event=event, changes={"name": "Maraffa di Natale"}, actor=owner, now=NOW)
    _change_rules_to_the_same(event)
    assert numbers(event) == [1]


def _change_rules_to_the_same(event: Event) -> None:
    rules = get_house_rules(event)
    set_house_rules(event=event, rules=rules, actor=owner_of(event.club), now=NOW)


def test_one_version_is_the_one_that_play_began_by() -> None:
    event = make_event(drawn=False)
    _change_rules(event, "")
    event = draw_now(event)
    start_play(event=event, actor=owner_of(event.club), now=NOW)
    _change_articles(event, "lo chiede il sindaco")
    assert [bool(version.frozen_at) for version in list_regulation_versions(event)] == [
        False,
        True,
        False,
    ]
    with pytest.raises(IntegrityError), transaction.atomic():
        RegulationVersion.objects.filter(event=event).update(frozen_at=NOW)


def test_a_start_that_is_refused_freezes_nothing() -> None:
    event = make_event(running=False)
    referee = actor_of(make_member(event.club, Role.Kind.REFEREE))
    with pytest.raises(NotAllowed):
        start_play(event=event, actor=referee, now=NOW)
    assert not event.regulations.filter(frozen_at__isnull=False).exists()


def test_rules_and_articles_are_kept_and_read_as_they_were_written() -> None:
    event = make_event(drawn=False)
    owner = owner_of(event.club)
    rules = HouseRules(
        start="20:30", fee_cents=2000, referee=" Secondo ", penalties=USUAL_PENALTIES
    )
    set_house_rules(event=event, rules=rules, actor=owner, now=NOW)
    articles = [SMOKE, ClubArticle(chapter="prizes", text="Un prosciutto.", text_en="A ham.")]
    set_articles(event=event, articles=articles, actor=owner, now=NOW)
    event.refresh_from_db()
    assert get_house_rules(event) == rules
    assert list_articles(event) == articles
    set_articles(event=event, articles=articles[1:], actor=owner, now=NOW)
    assert list_articles(event) == articles[1:]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (HouseRules(late_game=20, late_match=10), "late_match_before_game"),
        (HouseRules(check_in="20:30", start="20:15"), "start_before_check_in"),
        (HouseRules(penalties=(PenaltyRule(offence="other"),)), "offence_without_text"),
        (
            HouseRules(penalties=(PenaltyRule(offence="signs", text="gridare"),)),
            "offence_without_text",
        ),
        (
            HouseRules(penalties=(PenaltyRule(offence="signs", sanction="points"),)),
            "penalty_without_points",
        ),
        (HouseRules(penalties=(PenaltyRule(offence="signs", points=3),)), "penalty_without_points"),
    ],
)
def test_rules_at_odds_are_refused(rules: HouseRules, code: str) -> None:
    event = make_event(drawn=False)
    with pytest.raises(RegulationRefused) as refused:
        set_house_rules(event=event, rules=rules, actor=owner_of(event.club), now=NOW)
    assert [fault.code for fault in refused.value.violations] == [code]
    event.refresh_from_db()
    assert get_house_rules(event) == HouseRules()


def test_there_are_not_more_articles_than_fit() -> None:
    event = make_event(drawn=False)
    owner = owner_of(event.club)
    with pytest.raises(RegulationRefused):
        set_articles(event=event, articles=[SMOKE] * (MOST_ARTICLES + 1), actor=owner, now=NOW)
    set_articles(event=event, articles=[SMOKE] * MOST_ARTICLES, actor=owner, now=NOW)
    assert len(list_articles(event)) == MOST_ARTICLES


def test_only_who_manages_changes_the_regulation_and_never_in_an_archive() -> None:
    event = make_event(drawn=False)
    referee = actor_of(make_member(event.club, Role.Kind.REFEREE))
    with pytest.raises(NotAllowed):
        set_house_rules(event=event, rules=LATE, actor=referee, now=NOW)
    with pytest.raises(NotAllowed):
        set_articles(event=event, articles=[SMOKE], actor=referee, now=NOW)
    Event.objects.filter(pk=event.pk).update(state=Event.State.ARCHIVED)
    with pytest.raises(EventStateRefused):
        _change_rules(event, "piove")
    with pytest.raises(EventStateRefused):
        _change_articles(event, "piove")


def test_a_finished_event_keeps_its_regulation_unless_a_reason_is_given() -> None:
    event = make_event(pairs=2, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    event = finish_event(event=event, actor=owner_of(event.club), now=NOW)
    with pytest.raises(ReasonMissing):
        _change_prizes(event, "")
    _change_prizes(event, "lo sponsor ha aggiunto una coppa")
    assert numbers(event) == [2, 1]


def test_whom_the_organizer_has_chosen_is_no_rule() -> None:
    event = make_event(drawn=False)
    entries = list(event.entries.order_by("pk").values_list("pk", flat=True))
    owner = owner_of(event.club)
    cut = {"take": "chosen", "stage": 1, "entries": entries[:2], "reason": "per invito"}
    stage = add_stage(event=event, plan=StagePlan("single_elimination", cut), actor=owner, now=NOW)
    assert numbers(event) == [2, 1]
    cut = {**cut, "entries": entries[1:3]}
    change_stage(stage=stage, plan=StagePlan("single_elimination", cut), actor=owner, now=NOW)
    assert numbers(event) == [2, 1]
    assert "entries" not in (read_facts(event).stages[1].cut or {})
