"""Entrants whom the organizer has put into a group: in the draw, its record, and what cannot be."""

from collections.abc import Sequence
from typing import Any

import pytest

from competition.documents.draws import draw, verify
from competition.draw.coin import toss
from competition.draw.commitment import commitment
from competition.draw.constraints import Constraints
from competition.formats import format_named
from competition.plan import Entrant
from competition.stages.stage import draw_stage, find_stage_violations
from tests.competition.naive_brackets import coin

SECRET, WORD = "5f" * 32, "Romagna"


def field(size: int, **groups: int) -> list[Entrant]:
    """Entrants e1 … en, some of them put into groups."""
    names = [f"e{number}" for number in range(1, size + 1)]
    return [Entrant(name, group=groups.get(name)) for name in names]


def found(format_: str, options: dict[str, Any], entrants: Sequence[Entrant]) -> list[Any]:
    chosen = format_named(format_)
    faults = find_stage_violations(chosen, chosen.options(options), entrants)
    return [(fault.code, dict(fault.params)) for fault in faults]


@pytest.mark.parametrize("format_", ["qualifying", "single_elimination", "swiss", "groups"])
def test_whoever_is_put_into_a_group_is_drawn_there(format_: str) -> None:
    chosen = format_named(format_)
    entrants = field(12, e2=1, e5=3, e9=3)
    order = draw_stage(
        chosen,
        chosen.options({"groups": 3}),
        entrants,
        constraints=Constraints(),
        coin=coin("x"),
    )
    where = {entry: number for number, group in enumerate(order, start=1) for entry in group}
    assert (where["e2"], where["e5"], where["e9"]) == (1, 3, 3)
    assert [len(group) for group in order] == [4, 4, 4]


def test_a_group_that_there_is_not_forbids_the_draw_before_it_is_committed() -> None:
    params = {"group": 3, "groups": 2}
    assert found("qualifying", {"groups": 2}, field(8, e1=3)) == [("no_such_group", params)]
    alone = {"group": 2, "groups": 1}
    assert found("single_elimination", {}, field(8, e1=2)) == [("no_such_group", alone)]


def test_a_group_takes_no_more_than_its_format() -> None:
    everybody = {f"e{number}": 2 for number in range(1, 302)}
    assert found("groups", {"groups": 2}, field(303, **everybody)) == [
        ("group_too_large", {"group": 2, "entries": 301, "most": 300}),
    ]


def test_a_size_that_was_chosen_is_kept_by_hand_too() -> None:
    five = {f"e{number}": 1 for number in range(1, 6)}
    entrants = field(8, **five)
    params = {"group": 1, "entries": 5, "most": 4}
    assert found("groups", {"group_size": 4}, entrants) == [("group_too_large", params)]
    assert found("groups", {"groups": 2}, entrants) == []


def test_the_other_groups_must_be_left_enough() -> None:
    seven = {f"e{number}": 1 for number in range(1, 8)}
    params = {"group": 2, "entries": 1, "least": 2}
    assert found("qualifying", {"groups": 2}, field(8, **seven)) == [("group_too_small", params)]


def record(**changed: Any) -> dict[str, Any]:
    """A draw into two groups as it is published; e3 and e4 must play in the second."""
    entries = [
        {"id": f"e{number}", "seed": None, "club": None}
        | ({"group": 2} if number in (3, 4) else {})
        for number in range(1, 9)
    ]
    said: dict[str, Any] = {
        "format": "qualifying",
        "options": {"groups": 2},
        "entries": entries,
        "constraints": {"clubs_apart": True},
    }
    order = draw({"seed": toss(SECRET, WORD), **said})["order"]
    committed = commitment(
        secret=SECRET,
        entries=entries,
        constraints=said["constraints"],
        format_="qualifying",
        version=1,
    )
    return {
        "secret": SECRET,
        "word": WORD,
        "version": 1,
        "commitment": committed,
        "order": order,
        **said,
        **changed,
    }


def test_the_record_says_who_was_put_where_and_is_verified_with_it() -> None:
    document = record()
    assert {"e3", "e4"} <= set(document["order"][1])
    assert verify(document) == {"legal": True, "valid": True, "differs": []}


def test_a_record_that_hides_who_was_put_where_is_found_out() -> None:
    hidden = [{**entry, "group": None} for entry in record()["entries"]]
    assert "commitment" in verify(record(entries=hidden))["differs"]
