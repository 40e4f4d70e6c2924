"""What a round was paired from is kept: whatever is said later, anyone derives the same round."""

import io
import json
from random import Random
from typing import Any

import pytest

from competition.documents.rounds import pair as pair_verb
from kernel.json_lines import answers
from tests.factories import NOW, owner_of, pair
from tests.tournaments.evenings import evening, play_open
from tests.tournaments.steps import act
from tournaments.models import Entry, Event, PairedFrom, Pairing, Slot, Stage
from tournaments.selectors.trust.exports import pair_documents
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.results.sheets import record_line
from tournaments.services.rounds.next_round import (
    add_pairing_constraint,
    enter_late,
    remove_pairing_constraint,
    set_absence,
    take_back_round,
)
from tournaments.services.standings.penalties import disqualify, give_penalty
from tournaments.tasks import pair_here

pytestmark = pytest.mark.django_db


def begun(format_: str = "swiss", pairs: int = 8, **options: Any) -> Stage:
    """A stage whose first round is played."""
    event = evening(format_, pairs, options={"rounds": 4, **options})
    stage = event.stages.select_related("event__club").get()
    play_open(stage, Random(5))
    return stage


def pair_next(stage: Stage) -> None:
    pair_here(stage=stage, actor=owner_of(stage.event.club), now=NOW)


def next_round(stage: Stage) -> None:
    pair_next(stage)
    play_open(stage, Random(5))


def entries(event: Event) -> list[Entry]:
    return list(event.entries.select_related("event__club").order_by("pk"))


def derived(stage: Stage, number: int) -> dict[str, Any]:
    """What the command line makes of the document of a round."""
    (document,) = pair_documents(stage, number)
    (line,) = answers(io.BytesIO(json.dumps(document).encode()), pair_verb)
    told: dict[str, Any] = json.loads(line)
    assert told["legal"], told
    return told


def kept(stage: Stage, number: int) -> list[list[int]]:
    rows = Slot.objects.filter(
        pairing__round__group__stage=stage,
        pairing__round__number=number,
        pairing__match__isnull=False,
        entry__isnull=False,
    )
    tables: dict[int, list[int]] = {}
    for table, entry in rows.order_by("pairing__number", "position").values_list(
        "pairing_id", "entry_id"
    ):
        tables.setdefault(table, []).append(entry or 0)
    return list(tables.values())


def all_rounds_are_derived_again(stage: Stage, rounds: int) -> None:
    for number in range(2, rounds + 1):
        assert derived(stage, number)["pairings"] == kept(stage, number)


def test_each_round_has_the_wishes_that_held_when_it_was_paired() -> None:
    stage = begun()
    owner, everybody = owner_of(stage.event.club), entries(stage.event)
    next_round(stage)
    one, other = kept(stage, 2)[0]
    wish = add_pairing_constraint(
        stage=stage,
        kind="forbidden",
        entries=(everybody[0], everybody[1]),
        reason="fratelli",
        actor=owner,
        now=NOW,
    )
    again = add_pairing_constraint(
        stage=stage,
        kind="forbidden",
        entries=(Entry.objects.get(pk=one), Entry.objects.get(pk=other)),
        reason="hanno litigato",
        actor=owner,
        now=NOW,
    )
    next_round(stage)
    remove_pairing_constraint(constraint=wish, actor=owner, now=NOW)
    remove_pairing_constraint(constraint=again, actor=owner, now=NOW)
    next_round(stage)
    all_rounds_are_derived_again(stage, 4)
    told = [len(pair_documents(stage, number)[0]["forbidden"]) for number in (2, 3, 4)]
    assert told == [0, 2, 0]


def test_who_is_away_comes_late_or_leaves_changes_no_earlier_round() -> None:
    stage = begun(pairs=9)
    owner, everybody = owner_of(stage.event.club), entries(stage.event)
    set_absence(stage=stage, entry=everybody[0], kind="absent", actor=owner, now=NOW)
    set_absence(stage=stage, entry=everybody[1], kind="half_bye", actor=owner, now=NOW)
    next_round(stage)
    enter_late(stage=stage, form=pair(77, club_name="Bar Fiume"), group=1, actor=owner, now=NOW)
    withdraw(entry=everybody[2], reason="ammalato", actor=owner, now=NOW)
    next_round(stage)
    disqualify(entry=everybody[3], voids=True, article="", reason="segni", actor=owner, now=NOW)
    next_round(stage)
    all_rounds_are_derived_again(stage, 4)


def test_a_penalty_moves_the_next_danese_round_and_none_before() -> None:
    stage = begun("danese")
    owner = owner_of(stage.event.club)
    next_round(stage)
    leader = Entry.objects.get(pk=kept(stage, 2)[0][0])
    before = pair_documents(stage, 2)
    give_penalty(
        stage=stage, entry=leader, points=9, article="", reason="ritardo", actor=owner, now=NOW
    )
    assert pair_documents(stage, 2) == before
    next_round(stage)
    assert leader.pk in kept(stage, 3)[-1]
    all_rounds_are_derived_again(stage, 3)


def test_a_club_or_a_result_that_is_corrected_changes_no_earlier_round() -> None:
    stage = begun()
    next_round(stage)
    before = pair_documents(stage, 2)
    Entry.objects.filter(event=stage.event).update(club_name="Bar Fiume")
    first = Pairing.objects.filter(event=stage.event, round__number=1).earliest("pk")
    assert first.match_id is not None
    loser = 1 - (first.match.winner or 0) if first.match else 0
    points = [11, None] if loser == 0 else [0, None]
    line = act(first.match_id, "amend", {"line": 1, "data": {"points": points}, "reason": "svista"})
    owner = owner_of(stage.event.club)
    record_line(match_id=first.match_id, act=line, actor=owner, now=NOW, agreed=True)
    assert pair_documents(stage, 2) == before
    all_rounds_are_derived_again(stage, 2)


def test_a_pair_that_must_meet_and_is_away_is_asked_of_no_round() -> None:
    stage = begun()
    owner, everybody = owner_of(stage.event.club), entries(stage.event)
    add_pairing_constraint(
        stage=stage,
        kind="forced",
        entries=(everybody[0], everybody[1]),
        reason="sono venuti insieme",
        actor=owner,
        now=NOW,
    )
    set_absence(stage=stage, entry=everybody[0], kind="absent", actor=owner, now=NOW)
    next_round(stage)
    assert pair_documents(stage, 2)[0]["forced"] == []
    all_rounds_are_derived_again(stage, 2)


def test_a_round_that_is_taken_back_is_paired_from_what_is_then() -> None:
    stage = begun()
    owner, everybody = owner_of(stage.event.club), entries(stage.event)
    pair_next(stage)
    take_back_round(stage=stage, reason="manca uno", actor=owner, now=NOW)
    assert not PairedFrom.objects.exists()
    set_absence(stage=stage, entry=everybody[0], kind="absent", actor=owner, now=NOW)
    pair_next(stage)
    assert PairedFrom.objects.count() == 1
    all_rounds_are_derived_again(stage, 2)
