"""The registry of formats."""

from collections.abc import Sequence

import pytest

from rules.contract import Unreadable, Violation
from tests.tournaments.core.brackets import coin, entrants
from tournaments.core.coin import Coin
from tournaments.core.constraints import Constraints
from tournaments.core.documents.plans import plan
from tournaments.core.field import EntryField
from tournaments.core.formats import FORMATS, UnknownFormat, format_named, formats
from tournaments.core.formats.contract import (
    Format,
    FormatOptions,
    Progress,
    Results,
    unwatched,
)
from tournaments.core.formats.single_elimination import SingleElimination
from tournaments.core.plan import (
    Entrant,
    EntryId,
    Placing,
    PlannedPairing,
    Result,
    Seated,
    Why,
    WinnerOf,
)
from tournaments.core.ruling import NO_RULING, Ruling


def test_every_format_answers_to_its_name() -> None:
    assert [format_named(known.name) for known in formats()] == list(formats())
    assert isinstance(format_named("single_elimination"), SingleElimination)


def test_an_unknown_format_is_unreadable_and_named() -> None:
    with pytest.raises(UnknownFormat) as unknown:
        format_named("patience")
    assert isinstance(unknown.value, Unreadable)
    assert (unknown.value.code, unknown.value.params) == ("unknown_format", {"format": "patience"})


class LadderOptions(FormatOptions):
    downwards: bool = False


class Ladder(Format[LadderOptions]):
    """Round by round: the winner meets the next on the list."""

    name = "ladder"
    options_model = LadderOptions

    def check(self, entrants: Sequence[Entrant]) -> tuple[Violation, ...]:
        return () if entrants else (Violation("too_few_entries"),)

    def draw(
        self,
        entrants: Sequence[Entrant],
        options: LadderOptions,
        constraints: Constraints,
        coin: Coin,
        progress: Progress = unwatched,
    ) -> tuple[EntryId, ...]:
        return tuple(entrant.id for entrant in coin.shuffle(entrants))

    def plan(self, order: Sequence[EntryId], options: LadderOptions) -> tuple[PlannedPairing, ...]:
        return (PlannedPairing("1", "main", 1, (Seated(order[0]), Seated(order[1]))),)

    def rounds(self, entries: int, options: LadderOptions) -> int:
        return entries - 1

    def next_round(self, field: EntryField, options: LadderOptions) -> tuple[PlannedPairing, ...]:
        rounds = len(field.pairings)
        slots = (WinnerOf(str(rounds)), Seated(field.order[rounds + 1]))
        return (PlannedPairing(str(rounds + 1), "main", rounds + 1, slots),)

    def placings(
        self,
        pairings: Sequence[PlannedPairing],
        results: Results,
        ruling: Ruling = NO_RULING,
    ) -> tuple[Placing, ...]:
        seated = [
            slot.entry for pairing in pairings for slot in pairing.slots if isinstance(slot, Seated)
        ]
        params = {"rounds": len(results)}
        return tuple(
            Placing(entry, 1, len(seated), still_in=True, why=Why("ladder", params))
            for entry in seated
        )


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
    assert len(added.placings((*added.plan(order, options), second), {})) == 3
    assert added in formats()
