"""A stage as a bracket on the screen, for the desk and the board."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from tournaments.models import Event, Pairing, Slot
from tournaments.selectors.brackets import (
    PairingView,
    SlotView,
    Stretch,
    first_places,
    pairings_along,
    pairings_of_matches,
)
from tournaments.selectors.entries import EntryName, entries_in_order, names_of
from tournaments.selectors.stages import load_round_counts
from web.rounds import RoundState, round_states
from wording.places import FINAL, LOSERS, MAIN, THIRD, source_words
from wording.states import absence_words
from wording.unfinished import short_words
from wording.whys import pairing_words

TWO = 2


@dataclass(frozen=True, slots=True)
class BoxSide:
    """One side of a box: who it is, or who will be, with the games won."""

    name: str
    """The text of an empty slot: "winner of semifinal 1"; empty for a bye."""
    seed: int | None
    number: int | str
    """The games won; where more than two play, the points of the whole match."""
    total: int | None
    """In the game being played; in a decided match of more than two, of all its games."""
    won: bool
    lost: bool
    to_come: bool
    bye: bool
    chosen: bool
    """Whether it is the pair that the reader has asked for."""


@dataclass(frozen=True, slots=True)
class Box:
    """A pairing on the screen."""

    pairing: PairingView
    rows: tuple[BoxSide, ...]
    unit: str
    """What its totals count."""
    match_format: Mapping[str, object]

    @property
    def is_many(self) -> bool:
        """Whether more than two play at this table, each for himself."""
        return len(self.rows) > TWO

    @property
    def why(self) -> str:
        """Why these meet, where the format chose them; empty where the bracket says it."""
        why = self.pairing.why
        return pairing_words(why["code"], why["params"]) if why else ""

    @property
    def ended(self) -> str:
        """How a match ended that was not played out; empty otherwise."""
        return short_words(self.pairing.unfinished)

    @property
    def resting(self) -> str:
        """Of a bye: the reason."""
        return absence_words(self.pairing.absence)

    @property
    def is_bye(self) -> bool:
        return self.pairing.state == Pairing.State.BYE

    @property
    def is_called(self) -> bool:
        return self.pairing.state == Pairing.State.CALLED

    @property
    def is_open(self) -> bool:
        return self.pairing.state in (Pairing.State.CALLED, Pairing.State.READY)

    @property
    def waits_for_signatures(self) -> bool:
        return self.pairing.holds_table

    @property
    def names(self) -> str:
        return " · ".join(row.name for row in self.rows)

    @property
    def is_on_the_way(self) -> bool:
        """Whether the pair that was searched for is in this slot."""
        return any(row.chosen for row in self.rows)

    @property
    def leads_on(self) -> bool:
        """Whether that pair goes on from here."""
        return any(row.chosen and (row.won or self.is_bye) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Column:
    """A round on the screen."""

    id: int
    section: str
    title: str
    boxes: tuple[Box, ...]
    played: int
    """Of the whole round, without byes."""
    open: int
    date: date | None

    @property
    def done(self) -> int:
        return self.played - self.open


@dataclass(frozen=True, slots=True)
class BracketPart:
    """The part of a bracket on a page: all of it, a section, or the finals."""

    number: str
    """As the address has it: ``1``, ``2``, …, or ``finals``; empty for the whole."""
    columns: tuple[Column, ...]

    @property
    def main(self) -> tuple[Column, ...]:
        return self._of(MAIN)

    @property
    def rows(self) -> int:
        """The rows that its rounds share: as many as the first has matches, a power of two."""
        most = max((len(column.boxes) for column in self.main), default=1)
        return 1 << (most - 1).bit_length()

    @property
    def losers(self) -> tuple[Column, ...]:
        return self._of(LOSERS)

    @property
    def beside(self) -> tuple[Column, ...]:
        """The grand finals, and the match for the third place."""
        return self._of(FINAL, THIRD)

    def _of(self, *sections: str) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.section in sections)


@dataclass(frozen=True, slots=True)
class BracketLink:
    """One of several brackets: as the address has it, and in words."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class BracketView:
    """A bracket on the screen: the parts shown, and the number of all parts."""

    parts: tuple[BracketPart, ...]
    numbers: tuple[str, ...]
    chosen: str
    draws: tuple[BracketLink, ...] = ()
    """The choice of brackets, if there are several: of stages, of groups."""
    draw: str = ""


WHOLE = 32
"""The most first-round matches shown together; larger brackets are divided into sections."""
SECTION = 16
FINALS, ALL = "finals", "all"


def bracket_view(event: Event, section: str = "", sought: str = "", draw: str = "") -> BracketView:
    """A bracket of an event, or a section of it: as many queries for any size.

    ``draw`` chooses among several (stage and group, ``2-1``); else it is the last. ``sought`` is a
    part of a name: the pairs that have it are chosen, with their way, and their section is shown
    unless another is asked for.
    """
    all_rounds = [each for each in round_states(load_round_counts(event)) if each.is_bracket]
    if not all_rounds:
        return BracketView((), (), "")
    draws = _draws(all_rounds)
    shown_draw = draw if draw in draws else next(reversed(draws))
    rounds = draws[shown_draw]
    choices = tuple(BracketLink(key, _draw_title(of)) for key, of in draws.items())
    view = _view_of(event, rounds, section, _sought_names(event, sought))
    return replace(view, draws=choices if len(choices) > 1 else (), draw=shown_draw)


def _draws(rounds: Sequence[RoundState]) -> dict[str, list[RoundState]]:
    found: dict[str, list[RoundState]] = {}
    for each in rounds:
        found.setdefault(f"{each.stage}-{each.group}", []).append(each)
    return found


def _draw_title(rounds: Sequence[RoundState]) -> str:
    """What the titles of its rounds say beside the round."""
    first = rounds[0]
    parts = [part for part in first.title.split(" · ") if part != first.short]
    return " · ".join(parts) or first.title


def _view_of(
    event: Event, rounds: Sequence[RoundState], section: str, names: frozenset[int]
) -> BracketView:
    main = [round_ for round_ in rounds if round_.section == MAIN]
    if main[0].pairings <= WHOLE:
        stretches = [(round_.id, 1, round_.pairings) for round_ in rounds]
        return BracketView((_part(event, "", rounds, stretches, names),), (), "")
    numbers = (*map(str, range(1, main[0].pairings // SECTION + 1)), FINALS)
    chosen = section if section in (*numbers, ALL) else _section_of(main[0].id, names)
    shown = numbers if chosen == ALL else (chosen,)
    parts = tuple(
        _part(event, number, rounds, _stretches(number, rounds, main), names) for number in shown
    )
    return BracketView(parts, numbers, chosen)


def _sought_names(event: Event, sought: str) -> frozenset[int]:
    return (
        frozenset(entry.pk for entry in entries_in_order(event, sought)) if sought else frozenset()
    )


def _section_of(first_round: int, chosen: frozenset[int]) -> str:
    places = first_places(first_round, chosen) if chosen else []
    return str((places[0] - 1) // SECTION + 1) if places else "1"


def _stretches(
    number: str, rounds: Sequence[RoundState], main: Sequence[RoundState]
) -> list[Stretch]:
    """A section goes on to the match that its last two play; the finals begin with these."""
    joined = next(
        at for at, each in enumerate(main) if each.pairings == main[0].pairings // SECTION
    )
    if number == FINALS:
        beside = [round_ for round_ in rounds if round_.section != MAIN]
        return [(round_.id, 1, round_.pairings) for round_ in (*main[joined:], *beside)]
    at = int(number) - 1
    sizes = [(round_, SECTION >> depth) for depth, round_ in enumerate(main[: joined + 1])]
    return [(round_.id, at * size + 1, (at + 1) * size) for round_, size in sizes]


def _part(
    event: Event,
    number: str,
    rounds: Sequence[RoundState],
    stretches: Sequence[Stretch],
    chosen: frozenset[int],
) -> BracketPart:
    found = pairings_along(stretches)
    slots = (slot for pairings in found.values() for each in pairings for slot in each.slots)
    names = names_of(event, {slot.entry for slot in slots if slot.entry is not None})
    reading = _BracketReading(names, chosen, {round_.id: round_ for round_ in rounds})
    columns = tuple(_column(each, found[each.id], reading) for each in rounds if each.id in found)
    return BracketPart(number, columns)


def boxes_of(
    event: Event,
    pairings: Sequence[PairingView],
    rounds: Iterable[RoundState],
    sought: str = "",
) -> tuple[Box, ...]:
    """Some pairings of the event on the screen; its ``rounds`` say where those who are still to
    come will come from. One query."""
    slots = (slot for pairing in pairings for slot in pairing.slots)
    names = names_of(event, {slot.entry for slot in slots if slot.entry is not None})
    by_id = {round_.id: round_ for round_ in rounds}
    reading = _BracketReading(names, _having(names.values(), sought), by_id)
    return tuple(_box(pairing, reading) for pairing in pairings)


def boxes_of_matches(event: Event, matches: Iterable[int]) -> dict[int, Box]:
    """The boxes of these matches of the event, by match. Four queries."""
    pairings = pairings_of_matches(matches)
    boxes = boxes_of(event, pairings, round_states(load_round_counts(event)))
    return {box.pairing.match: box for box in boxes if box.pairing.match is not None}


def _having(names: Iterable[EntryName], sought: str) -> frozenset[int]:
    """The entries of which a player's name has this part."""
    part = " ".join(sought.split()).casefold()
    if not part:
        return frozenset()
    return frozenset(
        name.id for name in names if part in " ".join((*name.players, name.short)).casefold()
    )


def by_table(boxes: Iterable[Box]) -> list[Box]:
    """Boxes in the order of their tables; those without one last, in the order of play."""
    return sorted(boxes, key=lambda box: (box.pairing.table is None, box.pairing.table or 0))


@dataclass(frozen=True, slots=True)
class _BracketReading:
    """What a bracket is read with: names, the chosen entries, the rounds by id."""

    names: Mapping[int, EntryName]
    chosen: frozenset[int]
    rounds: Mapping[int, RoundState]


def _column(
    round_: RoundState, pairings: Iterable[PairingView], reading: _BracketReading
) -> Column:
    return Column(
        id=round_.id,
        section=round_.section,
        title=round_.short,
        boxes=tuple(_box(pairing, reading) for pairing in pairings),
        played=round_.played,
        open=round_.open,
        date=round_.date,
    )


def _box(pairing: PairingView, reading: _BracketReading) -> Box:
    round_ = reading.rounds[pairing.round]
    return Box(
        pairing,
        tuple(_make_row(slot, pairing, reading) for slot in pairing.slots),
        round_.unit,
        round_.match_format,
    )


def _number(side: int, pairing: PairingView) -> int | str:
    if len(pairing.slots) > TWO:
        return pairing.sums[side] if pairing.sums else ""
    return pairing.wins[side] if pairing.version and pairing.wins else ""


def _total(side: int, pairing: PairingView) -> int | None:
    if pairing.totals:
        return pairing.totals[side]
    if len(pairing.slots) > TWO and pairing.sums:
        return pairing.sums[side]
    return None


def _make_row(slot: SlotView, pairing: PairingView, reading: _BracketReading) -> BoxSide:
    name = None if slot.entry is None else reading.names.get(slot.entry)
    bye = slot.source == Slot.Source.BYE
    to_come = (
        ""
        if bye
        else source_words(slot.source, slot.source_code, reading.rounds[pairing.round].main)
    )
    decided = pairing.winner is not None
    return BoxSide(
        name=name.short if name else to_come,
        seed=name.seed if name else None,
        number=_number(slot.side, pairing),
        total=_total(slot.side, pairing),
        won=decided and pairing.winner == slot.side,
        lost=decided and pairing.winner != slot.side,
        to_come=name is None and not bye,
        bye=bye,
        chosen=slot.entry in reading.chosen,
    )
