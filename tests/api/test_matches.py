"""GET /matches/{id}/: the match and its version."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from api.authentication import make_device_actor
from tests.api.client import Program, refused
from tests.factories import (
    NOW,
    draw_now,
    draw_stage_now,
    first_match,
    make_event,
    owner_of,
)
from tests.tournaments.steps import QUICK, act, win
from tests.tournaments.test_play_offs import entries_of, play_matches, turn_round
from tournaments.models import Club, Event, Pairing, Round
from tournaments.playing import play_out
from tournaments.selectors.registration.names import load_entry_names
from tournaments.services.events.events import start_play
from tournaments.services.events.stages import StagePlan, add_stage
from tournaments.services.hall.devices import admit
from tournaments.services.hall.table_codes import make_codes
from tournaments.services.hall.table_moves import free_table, hold_table, move_to_table
from tournaments.services.pairings.play_offs import call_play_offs
from tournaments.services.results.sheets import record_line
from tournaments.services.results.simulation import ServiceWriter
from tournaments.tasks import pair_here

HAND = {"points": [7, None]}


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, tables=2)


@pytest.fixture
def match(event: Event) -> int:
    return first_match(event)


def test_a_match_says_who_meets_where_and_how(event: Event, match: int, anybody: Program) -> None:
    told = anybody.read(f"matches/{match}/")
    pairing = event.pairings.get(match=match)
    assert (told["event"], told["pairing"], told["code"]) == (
        str(event.pk),
        pairing.pk,
        pairing.code,
    )
    assert told["table"] == 1
    rules = {"unfinished": told["format"]["unfinished"]}
    assert told["format"] == {**event.match_format, **rules}
    assert rules["unfinished"]["walkover"]["score"] == "completed"
    assert (told["status"], told["version"]) == ("OPEN", 0)
    assert told["state"]["next"][:2] == ["hand", "redeal"]
    names = load_entry_names(event)
    assert [side["entries"][0]["players"] for side in told["sides"]] == [
        list(names[slot.entry_id].players)  # type: ignore[index]
        for slot in pairing.slots.order_by("side")
    ]


def test_a_side_that_is_not_known_has_no_entries(event: Event, anybody: Program) -> None:
    final = event.pairings.get(round__order=1).match_id
    sides = anybody.read(f"matches/{final}/")["sides"]
    assert sides == [{"side": 0, "entries": []}, {"side": 1, "entries": []}]


def test_a_line_makes_a_new_version(match: int, organizer: Program, anybody: Program) -> None:
    tag = anybody.get(f"matches/{match}/")["ETag"]
    answer = anybody.get(f"matches/{match}/", if_none_match=f'"other", W/{tag}')
    assert (answer.status_code, answer["ETag"]) == (304, tag)
    organizer.line(match, 0, HAND)
    answer = anybody.get(f"matches/{match}/", if_none_match=tag)
    assert answer.status_code == 200
    assert answer.json()["state"]["games"][0]["totals"] == [7, 4]


def test_a_winner_who_moves_on_makes_a_new_version_of_the_next_match(
    event: Event, organizer: Program, anybody: Program
) -> None:
    final = event.pairings.get(round__order=1).match_id
    tag = anybody.get(f"matches/{final}/")["ETag"]
    forfeit = {"side": 1, "of": "match", "article": "3", "reason": "assenti"}
    organizer.line(first_match(event), 0, forfeit, kind="forfeit")
    answer = anybody.get(f"matches/{final}/", if_none_match=tag)
    assert [len(side["entries"]) for side in answer.json()["sides"]] == [1, 0]


@pytest.fixture
def waiting(club: Club) -> Pairing:
    """A match of a consolation that waits for the tables, where the final is played."""
    event = make_event(
        club=club,
        pairs=8,
        tables=2,
        match_format=QUICK,
        format="swiss",
        options={"rounds": 1},
        running=False,
    )
    owner = owner_of(club)
    final, consolation = [
        add_stage(
            event=event,
            plan=StagePlan(
                "swiss",
                {"take": "places", "stage": 1, "first": first, "last": first + 3},
                options={"rounds": 2},
            ),
            actor=owner,
            now=NOW,
        )
        for first in (1, 5)
    ]
    start_play(event=event, actor=owner, now=NOW)
    play_out(ServiceWriter(event.pk, owner), Random(3))
    for stage in (final, consolation):
        draw_stage_now(stage)
    waiting = Pairing.objects.filter(round__group__stage=consolation)
    assert not waiting.filter(state=Pairing.State.CALLED).exists()
    return waiting.earliest("pk")


def find_at_table(event: Event, number: int) -> Pairing:
    return event.pairings.get(state=Pairing.State.CALLED, table__number=number)


def test_a_match_that_another_stage_frees_a_table_for_has_a_new_version(
    waiting: Pairing, anybody: Program
) -> None:
    path = f"matches/{waiting.match_id}/"
    tag = anybody.get(path)["ETag"]
    win(find_at_table(waiting.event, 1))
    answer = anybody.get(path, if_none_match=tag)
    assert (answer.status_code, answer.json()["table"]) == (200, 1)
    assert anybody.read(path)["table"] == 1


def test_a_match_that_loses_its_table_to_another_stage_has_a_new_version(
    waiting: Pairing, anybody: Program, club: Club
) -> None:
    seated = find_at_table(waiting.event, 1)
    path = f"matches/{seated.match_id}/"
    assert anybody.read(path)["table"] == 1
    move_to_table(pairing=waiting, number=1, actor=owner_of(club), now=NOW)
    assert anybody.read(path)["table"] is None


def test_a_match_that_leaves_its_table_to_one_that_waits_for_signatures_has_a_new_version(
    waiting: Pairing, anybody: Program, club: Club
) -> None:
    owner, decided = owner_of(club), find_at_table(waiting.event, 1)
    first_code, *_codes = make_codes(event=waiting.event, actor=owner, now=NOW)
    phone = make_device_actor(admit(code=first_code.code, now=NOW).device)
    line = act(decided.match_id or 0, "hand", {"points": [11, None]})
    record_line(match_id=decided.match_id or 0, act=line, actor=phone, now=NOW)
    path = f"matches/{waiting.match_id}/"
    assert anybody.read(path)["table"] is None
    free_table(pairing=decided, actor=owner, now=NOW)
    assert anybody.read(path)["table"] == 1
    hold_table(pairing=decided, version=1, called={waiting.pk: 0}, actor=owner, now=NOW)
    assert anybody.read(path)["table"] is None


def test_a_match_that_is_called_with_the_round_of_another_stage_has_a_new_version(
    waiting: Pairing, anybody: Program, club: Club
) -> None:
    """Its round is played on another day, which has come when the round is paired."""
    tomorrow = NOW + timedelta(days=1)
    Round.objects.filter(pk=waiting.round_id).update(date=tomorrow.date())
    final = waiting.event.stages.get(number=2)
    for pairing in Pairing.objects.filter(round__group__stage=final):
        win(pairing)
    path = f"matches/{waiting.match_id}/"
    tag = anybody.get(path)["ETag"]
    pair_here(stage=final, actor=owner_of(club), now=tomorrow)
    answer = anybody.get(path, if_none_match=tag)
    assert (answer.status_code, answer.json()["table"]) == (200, 1)


def test_matches_that_a_needless_play_off_is_at_the_table_of_have_new_versions(
    club: Club, anybody: Program
) -> None:
    event = make_event(club=club, pairs=4, drawn=False, tables=1, match_format=QUICK)
    event.stages.update(format="round_robin", metrics=["wins"])
    owner = owner_of(club)
    for first, last in ((1, 1), (3, 4)):
        cut = {"take": "places", "stage": 1, "first": first, "last": last, "seeded": 0}
        plan = StagePlan("round_robin", {**cut, "level": "play_off"}, match_format=QUICK)
        add_stage(event=event, plan=plan, actor=owner, now=NOW)
    start_play(event=draw_now(event), actor=owner, now=NOW)
    entries = play_matches(event)
    stage, later_stage = event.stages.get(number=1), event.stages.get(number=3)
    draw_stage_now(later_stage)
    (play_off,) = call_play_offs(stage=stage, actor=owner, now=NOW)
    move_to_table(pairing=play_off, number=1, actor=owner, now=NOW)
    later_match = Pairing.objects.get(round__group__stage=later_stage).match_id
    tag = anybody.get(f"matches/{later_match}/")["ETag"]
    for pairing in event.pairings.filter(round__group__stage=stage, round__section="main"):
        if set(entries_of(pairing)) == {entries[1], entries[3]}:
            turn_round(event, pairing)
    play_off.refresh_from_db()
    assert play_off.state == Pairing.State.NOT_NEEDED
    answer = anybody.get(f"matches/{later_match}/", if_none_match=tag)
    assert (answer.status_code, answer.json()["table"]) == (200, 1)


def test_caches_on_the_way_must_ask_again(match: int, anybody: Program) -> None:
    answer = anybody.get(f"matches/{match}/")
    assert answer["Cache-Control"] == "no-cache"
    assert {"Accept-Language", "Authorization", "Cookie"} <= set(answer["Vary"].split(", "))


def test_an_up_to_date_reader_costs_one_query(
    match: int, anybody: Program, django_assert_num_queries: Any
) -> None:
    tag = anybody.get(f"matches/{match}/")["ETag"]
    with django_assert_num_queries(1):
        anybody.get(f"matches/{match}/", if_none_match=tag)


@pytest.mark.parametrize("number", ["0", "-1", "1e3", "9" * 40, "%00", "'%20OR%201=1"])
def test_a_number_that_is_none_is_not_found(anybody: Program, number: str) -> None:
    refused(anybody.get(f"matches/{number}/"), 404, "not_found")
