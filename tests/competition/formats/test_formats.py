"""The registry of formats."""

import pytest

from competition.documents.plans import plan
from competition.draw.constraints import Constraints
from competition.formats import FORMATS, UnknownFormat, format_named, formats
from competition.formats.single_elimination import SingleElimination
from competition.pairing.field import EntryField
from competition.plan import Result, Seated, WinnerOf
from kernel.refusals import Unreadable
from tests.adding.ladder import Ladder
from tests.competition.naive_brackets import coin, entrants


def test_every_format_answers_to_its_name() -> None:
    assert [format_named(known.name) for known in formats()] == list(formats())
    assert isinstance(format_named("single_elimination"), SingleElimination)


def test_an_unknown_format_is_unreadable_and_named() -> None:
    with pytest.raises(UnknownFormat) as unknown:
        format_named("patience")
    assert isinstance(unknown.value, Unreadable)
    assert (unknown.value.code, unknown.value.params) == ("unknown_format", {"format": "patience"})


def test_a_format_is_added_by_one_line_in_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, Ladder.name, Ladder())
    added = format_named("ladder")
    options = added.options({"downwards": True})
    order = added.draw(entrants([None] * 3), options, Constraints(), coin())
    assert sorted(order) == [0, 1, 2]
    document = {"format": "ladder", "entries": list(order)}
    (pairing,) = plan(document)["pairings"]
    assert pairing["slots"] == [{"entry": order[0]}, {"entry": order[1]}]
    field = EntryField(order, [], added.plan(order, options), {"1": Result(0)}, {})
    (second,) = added.next_round(field, options)
    assert second.slots == (WinnerOf("1"), Seated(order[2]))
    assert added.rounds(3, options) == 2
    pairings = (*added.plan(order, options), second)
    rows = added.placings(pairings, {"1": Result(0), "2": Result(1)})
    assert [row.entry for row in rows] == [order[2], order[0], order[1]]
    assert added in formats()
