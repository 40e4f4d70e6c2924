"""Matches of a stage on the screen, for the desk and the board."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.core.format import read_stored_format
from tournaments.models import Event, Pairing, Slot
from tournaments.selectors.registration.names import EntryName, load_entry_names
from tournaments.selectors.stages.brackets import PairingView, load_pairings_of_matches
from web.rounds import Rounds, RoundState, load_rounds
from wording.match_numbers import MatchNumbers, number_matches
from wording.places import word_source, word_source_briefly
from wording.states import word_absence
from wording.unfinished import word_case_briefly
from wording.whys import describe_pairing

TWO = 2
MOST_MARKS = 5
"""The most games won that are shown as marks."""


@dataclass(frozen=True, slots=True)
class BoxSide:
    """One side of a box: the entry or the source of its slot, with the games won."""

    name: str
    """Of an empty slot its source: "winner of semifinal 1"; empty for a bye."""
    seed: int | None
    number: int | str
    """The games won; where more than two play, the points of the whole match."""
    total: int | None
    """In the game being played; in a decided match of more than two, of all its games."""
    won: bool
    lost: bool
    to_come: bool
    """Whether the slot is still empty."""
    bye: bool
    chosen: bool
    """Whether it is the pair that the reader has searched for."""
    caption: str
    """As ``name``, but of an empty slot the number of its source: "winner 25"."""
    drops: bool
    """Whether it is filled by the loser of another match."""


@dataclass(frozen=True, slots=True)
class Box:
    """A pairing on the screen."""

    pairing: PairingView
    rows: tuple[BoxSide, ...]
    round: RoundState
    number: int
    """Counted through its whole bracket (wording.match_numbers)."""

    @property
    def unit(self) -> str:
        """What its totals count."""
        return self.round.unit

    @property
    def match_format(self) -> Mapping[str, object]:
        return self.round.match_format

    @property
    def games_to_win(self) -> range:
        """The games that win the match, counted from 1: a mark each. Empty for a single game, and
        where their number decides nothing."""
        wins = self.match_format.get("wins")
        if not isinstance(wins, int) or not 1 < wins <= MOST_MARKS or self.is_many:
            return range(0)
        return range(1, wins + 1)

    @property
    def is_singles(self) -> bool:
        """Whether each side is one player, and not a pair or a team."""
        return read_stored_format(self.match_format).players_a_side == 1

    @property
    def is_many(self) -> bool:
        """Whether more than two play at this table, each for himself."""
        return len(self.rows) > TWO

    @property
    def why(self) -> str:
        """Why these entries meet, where the format chose them; empty where the bracket shows it."""
        why = self.pairing.why
        if not why:
            return ""
        return describe_pairing(why["code"], why["params"])

    @property
    def ended(self) -> str:
        """The ending of a match that was not played out; empty otherwise."""
        return word_case_briefly(self.pairing.unfinished)

    @property
    def resting(self) -> str:
        """The reason of a bye."""
        return word_absence(self.pairing.absence)

    @property
    def names_with_reason(self) -> str:
        """Who has the bye, and why: "Rossi – Bianchi (bye)"."""
        names = ", ".join(row.name for row in self.rows if row.name and not row.bye)
        return f"{names} ({self.resting})"

    @property
    def is_bye(self) -> bool:
        return self.pairing.state == Pairing.State.BYE

    @property
    def is_void(self) -> bool:
        """Whether nobody can come here: the shape of the bracket has a match, the event none."""
        return all(row.bye for row in self.rows)

    @property
    def is_fed(self) -> bool:
        """Whether the winner of another match comes here."""
        return any(slot.source == Slot.Source.WINNER_OF for slot in self.pairing.slots)

    @property
    def is_called(self) -> bool:
        return self.pairing.state == Pairing.State.CALLED

    @property
    def is_open(self) -> bool:
        return self.pairing.state in Pairing.PLAYABLE_STATES

    @property
    def extra_minutes(self) -> int:
        """More time counts only for a match that is at its table."""
        if not self.is_called or self.pairing.table is None:
            return 0
        return self.pairing.extra_minutes

    @property
    def waits_for_signatures(self) -> bool:
        return self.pairing.holds_table

    @property
    def names(self) -> str:
        return " · ".join(row.name for row in self.rows)

    @property
    def is_on_the_way(self) -> bool:
        """Whether a pair that was searched for plays here."""
        return any(row.chosen for row in self.rows)

    @property
    def leads_on(self) -> bool:
        """Whether that pair goes on from here to the next round."""
        return any(row.chosen and (row.won or self.is_bye) for row in self.rows)


def build_boxes(event: Event, pairings: Sequence[PairingView], rounds: Rounds) -> tuple[Box, ...]:
    """The boxes of these pairings of the event; ``rounds`` word the sources of empty slots. One
    query."""
    builder = BoxBuilder(load_names(event, pairings), frozenset(), rounds)
    return builder.build_all(pairings)


def build_boxes_by_pairing(
    event: Event, pairings: Sequence[PairingView], rounds: Rounds
) -> dict[int, Box]:
    """As ``build_boxes``, by the id of the pairing."""
    return {box.pairing.id: box for box in build_boxes(event, pairings, rounds)}


def build_boxes_of_matches(event: Event, matches: Iterable[int]) -> dict[int, Box]:
    """The boxes of these matches of the event, by match. Four queries."""
    pairings = load_pairings_of_matches(matches)
    boxes = build_boxes(event, pairings, load_rounds(event))
    return {box.pairing.match: box for box in boxes if box.pairing.match is not None}


def load_names(event: Event, pairings: Iterable[PairingView]) -> dict[int, EntryName]:
    """The names of all entries in the slots of these pairings. One query."""
    entry_ids: set[int] = set()
    for pairing in pairings:
        entry_ids.update(pairing.entries)
    return load_entry_names(event, entry_ids)


def sort_by_table(boxes: Iterable[Box]) -> list[Box]:
    """Boxes in the order of their tables; those without one last, in the order of play."""
    return sorted(boxes, key=lambda box: (box.pairing.table is None, box.pairing.table or 0))


class BoxBuilder:
    """Makes boxes from pairings, with the names of their entries and the chosen entries;
    ``rounds`` are all rounds of their brackets, which word and number the sources of slots."""

    def __init__(
        self,
        names: Mapping[int, EntryName],
        chosen_entries: frozenset[int],
        rounds: Rounds,
    ) -> None:
        self._names = names
        self._chosen_entries = chosen_entries
        self._rounds: Mapping[int, RoundState] = rounds.by_id
        self._numbers: MatchNumbers = number_matches(rounds)

    def build_all(self, pairings: Iterable[PairingView]) -> tuple[Box, ...]:
        return tuple(self.build(pairing) for pairing in pairings)

    def build(self, pairing: PairingView) -> Box:
        round_ = self._rounds[pairing.round]
        is_decided = pairing.winner is not None
        sides = []
        for slot in pairing.slots:
            # An empty slot has the entry None; 0 is no id.
            entry_name = self._names.get(slot.entry or 0)
            is_bye = slot.source == Slot.Source.BYE
            seed: int | None = None
            if entry_name is not None:
                text = caption = entry_name.short
                seed = entry_name.seed
            elif is_bye:
                text = caption = ""
            else:
                # What the slot waits for: as a sentence, and short by the number of its match.
                text = caption = word_source(slot.source, slot.source_code, round_.main)
                source_number = self._numbers.number_of_source(round_, slot.source_code)
                if source_number is not None:
                    caption = word_source_briefly(slot.source, source_number)
            number, total = _pick_score(slot.side, pairing)
            side = BoxSide(
                name=text,
                seed=seed,
                number=number,
                total=total,
                won=is_decided and pairing.winner == slot.side,
                lost=is_decided and pairing.winner != slot.side,
                to_come=entry_name is None and not is_bye,
                bye=is_bye,
                chosen=slot.entry in self._chosen_entries,
                caption=caption,
                drops=slot.source == Slot.Source.LOSER_OF,
            )
            sides.append(side)
        match_number = self._numbers.number(round_, pairing.number)
        return Box(pairing, tuple(sides), round_, match_number)


def _pick_score(side: int, pairing: PairingView) -> tuple[int | str, int | None]:
    """The number of a side, empty before the first line, and its total (see BoxSide)."""
    number: int | str = ""
    total: int | None = None
    if pairing.totals:
        total = pairing.totals[side]
    if len(pairing.slots) > TWO:
        # Games won would not tell three or more players apart: their points do.
        if pairing.sums:
            number = pairing.sums[side]
            total = number if total is None else total
    elif pairing.version and pairing.wins:
        number = pairing.wins[side]
    return number, total
