"""Every format, drawn, played to its end and finished by the services; what it exports is what
anyone derives again from it."""

import io
import json
from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from competition.documents.draws import verify
from competition.documents.plans import plan as plan_verb
from competition.documents.rankings import rank as rank_verb
from competition.documents.rounds import pair as pair_verb
from competition.formats import format_named
from kernel.json_lines import answers
from tests.factories import NOW, owner_of
from tests.tournaments.evenings import evening, losses, meetings, play_stage, rests
from tournaments.models import Event, Pairing, Slot, Stage
from tournaments.selectors.standings.fields import load_drawn_order
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.selectors.trust.exports import pair_documents, plan_document, rank_document
from tournaments.services.events.events import finish_event

pytestmark = pytest.mark.django_db
State = Pairing.State

BRACKETS: list[tuple[str, dict[str, Any]]] = [
    ("single_elimination", {}),
    ("single_elimination", {"third_place": True}),
    ("double_elimination", {}),
    ("double_elimination", {"reset": False}),
    ("consolation", {}),
    ("consolation", {"places": 8}),
    ("consolation", {"losers_of": [1, 2], "places": 4}),
]
PLANNED: list[tuple[str, dict[str, Any]]] = [
    ("round_robin", {}),
    ("groups", {"group_size": 4}),
    ("qualifying", {"rounds": 3}),
]
PAIRED: list[tuple[str, dict[str, Any]]] = [
    ("swiss", {"rounds": 3}),
    ("swiss", {"rounds": 3, "accelerated": 2}),
    ("danese", {"rounds": 3, "rematches": False}),
    ("danese", {"rounds": 3}),
]
SIZES = (2, 3, 5, 6, 7, 8, 11)
SOME = ((16, 1), (9, 2), (13, 3))
"""Sizes with their groups, beside those of one group."""


def only_stage(event: Event) -> Stage:
    stage = event.stages.select_related("event__club").get()
    assert stage.event_id == event.pk
    return stage


def asked(verb: Any, document: dict[str, Any]) -> Any:
    """What the command line answers."""
    (line,) = answers(io.BytesIO(json.dumps(document).encode()), verb)
    told = json.loads(line)
    assert told["legal"], told
    return told


def nobody_plays_twice_at_once(stage: Stage) -> None:
    busy = Slot.objects.filter(pairing__event=stage.event_id, pairing__state=State.CALLED)
    entries = list(busy.values_list("entry_id", flat=True))
    assert len(entries) == len(set(entries))


def played(format_: str, options: dict[str, Any], pairs: int, groups: int = 1) -> Stage:
    """The stage of an event that was played to its end and finished."""
    event = evening(format_, pairs, groups, options=options, tables=max(1, pairs // 3))
    stage = only_stage(event)
    play_stage(stage, Random(pairs), nobody_plays_twice_at_once)
    check_the_end(stage)
    check_what_it_exports(stage)
    finish_event(event=event, actor=owner_of(event.club), now=NOW)
    return stage


def check_the_end(stage: Stage) -> None:
    """Places of 1 to n, nobody still in, everybody once; nothing is left open."""
    rows = load_standings_of_event(stage.event).rows
    assert not any(row.placing.still_in for row in rows)
    entries = sorted(row.placing.entry for row in rows)
    assert entries == sorted(stage.event.entries.values_list("pk", flat=True))
    place = 1
    for (first, last), tied_count in Counter(
        (row.placing.first, row.placing.last) for row in rows
    ).items():
        assert (first, last) == (place, place + tied_count - 1)
        place += tied_count


def check_what_it_exports(stage: Stage) -> None:
    draw = stage.draws.get()
    record = {
        name: getattr(draw, name)
        for name in ("secret", "word", "entries", "constraints", "format", "options", "version")
    }
    told = asked(verify, {**record, "commitment": draw.commitment, "order": draw.order})
    assert told["valid"], told
    check_the_plan(stage)
    ranking = load_ranking(stage)
    if ranking.metrics:
        told = asked(rank_verb, rank_document(stage))["ranking"]
        placings = {
            placing.entry: (placing.first, json.loads(json.dumps(dict(placing.values))))
            for placing in overall(ranking)
        }
        assert placings == {row["entry"]: (row["place"], row["values"]) for row in told}


def overall(ranking: Any) -> Any:
    """All entries in one ranking, as the notation's ``rank`` ranks them."""
    return ranking.format.placings(ranking.pairings, ranking.results, ranking.ruling)


def check_the_plan(stage: Stage) -> None:
    """The stored pairings are exactly those that the draw planned."""
    planned = asked(plan_verb, plan_document(stage))["pairings"]
    first = {row["id"]: row for row in planned}
    rows = Pairing.objects.filter(round__group__stage=stage)
    if format_named(stage.format).rounds(2, format_named(stage.format).options(stage.options)):
        rows = rows.filter(round__number=1)
    assert sorted(rows.values_list("code", flat=True)) == sorted(first)
    for row in rows.prefetch_related("slots__source_pairing"):
        slots = sorted(row.slots.all(), key=lambda slot: slot.position)
        assert [slot_json(slot) for slot in slots] == first[row.code]["slots"]


def slot_json(slot: Slot) -> dict[str, Any]:
    match slot.source:
        case Slot.Source.ENTRY:
            return {"entry": slot.entry_id}
        case Slot.Source.BYE:
            return {"bye": True}
        case Slot.Source.WINNER_OF:
            return {"winner_of": slot.source_pairing.code}
    return {"loser_of": slot.source_pairing.code}


@pytest.mark.parametrize("pairs", SIZES)
@pytest.mark.parametrize(("format_", "options"), BRACKETS)
def test_a_bracket_is_played_to_its_end(format_: str, options: dict[str, Any], pairs: int) -> None:
    stage = played(format_, options, pairs)
    lost = losses(stage)
    winner = load_standings_of_event(stage.event).winner
    assert winner is not None
    most = 2 if format_ == "double_elimination" else 99
    if format_ == "single_elimination":
        most = 2 if options else 1
    if format_ == "double_elimination" and options.get("reset", True):
        assert lost.pop(int(winner.placing.entry), 0) <= 1
        assert set(lost.values()) == {2}
    assert max(lost.values()) <= most
    assert len(lost) >= pairs - 1


@pytest.mark.parametrize(("pairs", "groups"), SOME)
@pytest.mark.parametrize(("format_", "options"), [BRACKETS[0], BRACKETS[2], BRACKETS[6]])
def test_brackets_side_by_side_are_played_to_their_end(
    format_: str, options: dict[str, Any], pairs: int, groups: int
) -> None:
    stage = played(format_, options, pairs, groups)
    assert len(load_standings_of_event(stage.event).rows) == pairs
    firsts = [row for row in load_standings_of_event(stage.event).rows if row.placing.first == 1]
    assert len(firsts) == groups


@pytest.mark.parametrize(("pairs", "groups"), [*((size, 1) for size in SIZES), *SOME])
@pytest.mark.parametrize(("format_", "options"), PLANNED)
def test_everybody_plays_whom_they_must(
    format_: str, options: dict[str, Any], pairs: int, groups: int
) -> None:
    stage = played(format_, options, pairs, groups)
    met = Counter(entries for _group, entries in meetings(stage))
    orders = load_drawn_order(stage)
    if format_ == "qualifying":
        check_qualifying(stage, orders, met)
        return
    check_all_play_all(stage, orders, met, legs=1)


@pytest.mark.parametrize("pairs", [2, 3, 5, 6])
def test_home_and_away_everybody_meets_twice(pairs: int) -> None:
    stage = played("round_robin", {"legs": 2}, pairs)
    met = Counter(entries for _group, entries in meetings(stage))
    check_all_play_all(stage, load_drawn_order(stage), met, legs=2)


def check_all_play_all(
    stage: Stage, orders: Any, met: Counter[frozenset[int]], *, legs: int
) -> None:
    """Everybody meets everybody of his group so often, and of an odd number rests as often."""
    assert met == Counter(
        {frozenset(pair): legs for order in orders for pair in combinations(order, 2)}
    )
    resting = Counter(entry for _round, entry in rests(stage))
    odd = [entry for order in orders if len(order) % 2 for entry in order]
    assert resting == Counter(dict.fromkeys(odd, legs))


def check_qualifying(stage: Stage, orders: Any, met: Counter[frozenset[int]]) -> None:
    """Everybody plays or rests every round, nobody meets twice as long as there are others."""
    count = Counter(entry for pair in met.elements() for entry in pair)
    count.update(entry for _round, entry in rests(stage))
    assert set(count.values()) == {3}
    for order in orders:
        others = len(order) - 1 + len(order) % 2
        twice = [pair for pair, times in met.items() if times > 1 and pair <= set(order)]
        assert bool(twice) == (others < 3)


@pytest.mark.parametrize(("pairs", "groups"), [*((size, 1) for size in SIZES), (16, 1), (15, 2)])
@pytest.mark.parametrize(("format_", "options"), PAIRED)
def test_rounds_are_paired_one_by_one_to_the_end(
    format_: str, options: dict[str, Any], pairs: int, groups: int
) -> None:
    stage = played(format_, options, pairs, groups)
    orders = load_drawn_order(stage)
    met = Counter(entries for _group, entries in meetings(stage))
    if options.get("rematches", True) is False or format_ == "swiss":
        for order in orders:
            twice = [pair for pair, times in met.items() if times > 1 and pair <= set(order)]
            assert not twice or len(order) < 7
    check_byes(stage, orders)


def check_byes(stage: Stage, orders: Any) -> None:
    """One an odd round and group, and no second one while anybody has had none."""
    resting = rests(stage)
    for order in orders:
        mine = [entry for _round, entry in resting if entry in order]
        assert len(mine) == (3 if len(order) % 2 else 0)
        had = Counter(mine)
        assert max(had.values(), default=0) - min((had[entry] for entry in order), default=0) <= 1


@pytest.mark.parametrize("pairs", [7, 12])
def test_a_round_that_was_paired_is_the_round_that_anyone_pairs(pairs: int) -> None:
    event = evening("swiss", pairs, options={"rounds": 4})
    stage = only_stage(event)
    play_stage(stage, Random(pairs))
    for number in (2, 3, 4):
        (document,) = pair_documents(stage, number)
        told = asked(pair_verb, document)
        rows = Pairing.objects.filter(event=event, round__number=number).order_by("number")
        kept = [
            [slot.entry_id for slot in row.slots.order_by("position")]
            for row in rows
            if row.state != State.BYE
        ]
        assert told["pairings"] == kept
        assert told["bye"] == next(iter(entry for at, entry in rests(stage) if at == number), None)
