"""Brackets changed by hand, without a database: who plays whom, and who has lost how often."""

from collections import Counter
from random import Random
from typing import Any, cast

import pytest

from competition.documents.draws import verify
from competition.documents.plans import plan
from competition.formats import format_named
from competition.formats.knockout import Knockout
from competition.placings import rank_knockout
from competition.placings.meetings import list_meetings
from competition.plan import PlannedPairing, Result
from competition.stages.hand_changes import HandChange, change_brackets, plan_brackets
from kernel.refusals import Refused


def bracket(name: str) -> Knockout[Any]:
    return cast("Knockout[Any]", format_named(name))


def changed_plan(
    name: str, entries: int, *changes: HandChange, **options: Any
) -> tuple[PlannedPairing, ...]:
    format_ = bracket(name)
    order = (tuple(range(1, entries + 1)),)
    return plan_brackets(
        format_, format_.options(options), change_brackets(format_, order, changes)
    )


def play(pairings: tuple[PlannedPairing, ...], random: Random) -> dict[str, Result]:
    """A result for every match that is played, in the order of play."""
    results: dict[str, Result] = {}
    for pairing in pairings:
        meeting = next(
            meeting for meeting in list_meetings(pairings, results) if meeting.pairing == pairing
        )
        if pairing.is_played and meeting.winning is None:
            assert None not in meeting.seated, pairing
            results[pairing.id] = Result(random.randrange(2))
    return results


@pytest.mark.parametrize("seed", range(30))
def test_who_has_lost_twice_is_out_also_with_late_entries(seed: int) -> None:
    random = Random(seed)
    format_ = bracket("double_elimination")
    entries = random.randint(2, 12)
    brackets = change_brackets(format_, (tuple(range(1, entries + 1)),), ())
    for late in range(100, 100 + random.randint(1, 5)):
        seated = [entry for entry, _seat in brackets.groups[0].list_seats()]
        kind = random.choice(("bye", "preliminary"))
        try:
            changed = brackets.apply(
                HandChange(cast("Any", kind), (late, random.choice(seated))), most=4096
            )
            plan_brackets(format_, format_.options({}), changed)
        except Refused:
            continue
        brackets = changed
    pairings = plan_brackets(format_, format_.options({}), brackets)
    results = play(pairings, random)
    losses: Counter[Any] = Counter()
    for meeting in list_meetings(pairings, results):
        if meeting.pairing.id in results:
            losses[meeting.loser] += 1
    placings = rank_knockout(pairings, results)
    champion = next(placing.entry for placing in placings if placing.first == placing.last == 1)
    everybody = {entry for entry, _seat in brackets.groups[0].list_seats()}
    assert {placing.entry for placing in placings} == everybody
    assert losses[champion] < 2
    assert all(losses[entry] == 2 for entry in everybody - {champion}), losses


def test_who_lost_a_preliminary_match_does_not_wait_for_its_winner() -> None:
    pairings = changed_plan("double_elimination", 8, HandChange("preliminary", (9, 1)))
    second = next(pairing for pairing in pairings if pairing.id == "preliminary-2-1")
    assert [slot.as_json() for slot in second.slots] == [
        {"loser_of": "preliminary-1-1"},
        {"loser_of": "main-1-2"},
    ]


def test_a_free_slot_in_the_losers_bracket_is_taken_first() -> None:
    pairings = changed_plan("double_elimination", 7, HandChange("preliminary", (9, 4)))
    assert not any(pairing.id.startswith("preliminary-2") for pairing in pairings)
    first = next(pairing for pairing in pairings if pairing.id == "losers-1-1")
    assert {"loser_of": "preliminary-1-1"} in [slot.as_json() for slot in first.slots]


def test_third_and_fourth_are_played_for_once_both_semifinals_are() -> None:
    before = changed_plan("single_elimination", 3, third_place=True)
    after = changed_plan("single_elimination", 3, HandChange("bye", (9, 1)), third_place=True)
    assert "third-1-1" not in {pairing.id for pairing in before}
    assert "third-1-1" in {pairing.id for pairing in after}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (HandChange("swap", (1, 99)), "not_in_bracket"),
        (HandChange("swap", (2, 2)), "swap_in_one_match"),
        (HandChange("swap", (4, 5)), "swap_in_one_match"),
        (HandChange("bye", (2, 1)), "already_in_bracket"),
        (HandChange("bye", (9, 4)), "opponent_without_bye"),
        (HandChange("preliminary", (9, 1)), "opponent_with_bye"),
    ],
)
def test_what_is_not_possible_is_named(change: HandChange, code: str) -> None:
    with pytest.raises(Refused) as refused:
        changed_plan("single_elimination", 5, change)
    assert [violation.code for violation in refused.value.violations] == [code]


def test_a_plan_is_answered_with_its_changes() -> None:
    document = {
        "format": "single_elimination",
        "entries": ["Ada", "Bea", "Clo"],
        "changes": [{"kind": "bye", "entries": ["Dea", "Ada"]}],
    }
    first, *_ = plan(document)["pairings"]
    assert first["slots"] == [{"entry": "Ada"}, {"entry": "Dea"}]
    with pytest.raises(Refused):
        plan({**document, "format": "swiss"})


def test_a_record_without_changes_is_answered_as_before() -> None:
    record = {
        "secret": "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
        "word": "perché",
        "format": "single_elimination",
        "options": {},
        "entries": [
            {"id": "Ada", "seed": 1, "club": "Sarsina"},
            {"id": "Bea", "seed": None, "club": "Sarsina"},
            {"id": "Clo", "seed": None, "club": None},
            {"id": "Dea", "seed": None, "club": "Forlì"},
            {"id": "Eva", "seed": None, "club": "Forlì"},
        ],
        "constraints": {"clubs_apart": True},
        "version": 1,
        "commitment": "0efabefc8d7503728b389973eba93974649df9d348ef9f479febc0f6c1d4ec8e",
        "order": ["Ada", "Eva", "Bea", "Dea", "Clo"],
    }
    assert verify(record) == {"legal": True, "valid": True, "differs": []}
    impossible = [{"kind": "swap", "entries": ["Ada", "Ugo"]}]
    assert verify({**record, "changes": impossible})["differs"] == ["changes"]
