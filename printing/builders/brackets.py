"""Brackets as posters, and the losers' bracket as a diagram."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from printing.builders.diagrams import place_boxes
from printing.builders.scores import list_scores
from printing.documents import (
    BracketRound,
    BracketSlot,
    Diagram,
    DiagramBox,
    DiagramRound,
    Poster,
    PosterDocument,
)
from printing.frames import draw_qr_svg, make_frame
from printing.orders import PAPERS, TILES, PrintOrder
from printing.refusals import CannotPrint
from tournaments.models import Pairing, Stage
from tournaments.selectors.registration.names import EntryName, load_entry_names
from tournaments.selectors.stages.brackets import PairingView, RoundView, SlotView, load_bracket
from tournaments.selectors.stages.stages import RoundCount, load_round_counts
from wording.formats import find_unit
from wording.match_numbers import number_matches
from wording.places import (
    FINAL,
    LOSERS,
    MAIN,
    PRELIMINARY,
    THIRD,
    group_name,
    name_round,
    word_source,
    word_source_briefly,
)
from wording.printing.brackets import (
    word_bracket,
    word_bracket_section,
    word_bracket_title,
    word_goes_on,
    word_goes_to_grand_final,
    word_last_matches,
    word_losers_bracket,
    word_table_chip,
    word_winners,
)
from wording.printing.frames import word_tile
from wording.printing.layouts import name_layout
from wording.rounds import is_bracket, name_round_in_group
from wording.stages import name_stage
from wording.states import word_absence

SIZES: Final = {"a4": (297, 210), "a3": (420, 297), "a2": (594, 420), "a1": (841, 594)}
"""Sheets across, in millimetres."""
MOST_LINES: Final = {"a4": 16, "a3": 32, "a2": 64, "a1": 128}
"""The most entries on one side of a poster of this size, so that a name is 9 pt or more."""
SECTION_ENTRIES: Final = 256
"""The entries of a section of a bracket that is too large for one poster."""
BOX_HEIGHT: Final = 14
"""Millimetres from one match of a diagram to the next."""
BOX_WIDTH: Final = 50
MARGINS: Final = (24, 67)
"""What margins, head and foot take of the width and the height of a diagram."""

Names = Mapping[int, EntryName]


def build_bracket(order: PrintOrder) -> PosterDocument:
    """All brackets of the last bracket stage that is drawn. Raises CannotPrint. Eight queries."""
    counts = [count for count in load_round_counts(order.event) if is_bracket(count)]
    if not counts:
        if order.event.stages.filter(format__in=BRACKETS).exists():
            raise CannotPrint("print_not_drawn")
        raise CannotPrint("print_no_bracket")
    last = counts[-1].stage
    stage = order.event.stages.select_related("event").get(number=last.number)
    counts_by_round = {count.id: count for count in counts if count.stage.number == last.number}
    names = load_entry_names(order.event)
    groups: dict[int, list[RoundView]] = {}
    for round_ in load_bracket(stage):
        if round_.id in counts_by_round:
            groups.setdefault(round_.group, []).append(round_)

    posters: list[Poster] = []
    diagrams: list[Diagram] = []
    for rounds in groups.values():
        drawer = _BracketDrawer(stage, rounds, counts_by_round, names)
        posters += drawer.draw_posters()
        diagrams += drawer.draw_diagrams()
    paper = order.choices.paper
    width, height = SIZES.get(paper, (0, 0))
    return PosterDocument(
        paper=make_frame(order, name_layout("bracket"), has_qr=True, has_anchor=True),
        posters=tuple(posters),
        diagrams=tuple(diagrams),
        qr=draw_qr_svg(order.addresses.board),
        width=width,
        height=height,
        tiles=paper == TILES,
        tile_word=word_tile(),
    )


BRACKETS: Final = ("single_elimination", "double_elimination", "consolation")


def choose_paper(entries: int) -> str:
    """The smallest sheet on which a bracket of this size can be read."""
    for size in PAPERS:
        if entries <= 2 * MOST_LINES[size]:
            return size
    return PAPERS[-1]


def choose_paper_size(width: int, height: int) -> tuple[int, int]:
    """The smallest sheet that has room for a drawing of this size, in millimetres. A drawing that
    is larger than any sheet of a printer gets one of its own size, and is printed in tiles, or
    scaled."""
    for size in PAPERS:
        sheet_width, sheet_height = SIZES[size]
        if width <= sheet_width and height <= sheet_height:
            return sheet_width, sheet_height
    largest_width, largest_height = SIZES[PAPERS[-1]]
    return max(width, largest_width), max(height, largest_height)


class _RoundKey(NamedTuple):
    """A round of the bracket that is drawn, for the numbers of its matches."""

    section: str
    number: int
    pairings: int
    stage: int = 1
    group: int = 1


class _BracketDrawer:
    """Draws the sections of one bracket."""

    def __init__(
        self,
        stage: Stage,
        rounds: Sequence[RoundView],
        counts: Mapping[int, RoundCount],
        names: Names,
    ) -> None:
        self.names = names
        self.unit = find_unit(stage.match_document)
        self.entry_size = stage.event.entry_size
        self.rounds = rounds
        self.counts = counts
        self.main: list[RoundView] = []
        self.keys: dict[int, _RoundKey] = {}
        self.pairings_by_code: dict[str, PairingView] = {}
        """By code, as slots name the pairings that they are filled from."""
        for round_ in rounds:
            if round_.section == MAIN:
                self.main.append(round_)
            size = counts[round_.id].pairings
            self.keys[round_.id] = _RoundKey(round_.section, round_.number, size)
            for pairing in round_.pairings:
                self.pairings_by_code[pairing.code] = pairing
        self.numbers = number_matches(self.keys.values())
        of_stage = counts[rounds[0].id].stage
        titles: list[str] = []
        if not of_stage.alone:
            titles.append(name_stage(of_stage))
        if of_stage.groups > 1:
            titles.append(group_name(of_stage.group, of_stage.group_name))
        self.title = " · ".join(titles) or word_bracket()

    @property
    def halves(self) -> bool:
        """Whether each round has half as many matches as the one before, down to the final."""
        size = 1
        for round_ in reversed(self.main):
            if len(round_.pairings) != size:
                return False
            size *= 2
        return True

    @property
    def entry_count(self) -> int:
        count = 0
        for pairing in self.main[0].pairings:
            for slot in pairing.slots:
                if slot.source != "BYE":
                    count += 1
        # A match of the first preliminary round has two entries for one slot of the main bracket.
        for round_ in self.rounds:
            if (round_.section, round_.number) == (PRELIMINARY, 1):
                count += len(round_.pairings)
        return count

    def draw_posters(self) -> list[Poster]:
        if not self.halves:
            return []
        entries = 2 * len(self.main[0].pairings)
        if entries <= SECTION_ENTRIES:
            title = word_bracket_title(self.title, self.entry_count, self.entry_size)
            return [self._make_poster(title, self.main, 0, len(self.main), goes_on=False)]
        # The first rounds in sections, each on a poster; then the rounds that join them. Both
        # numbers of entries are powers of two, so that the sections divide every round evenly.
        sections = entries // SECTION_ENTRIES
        depth = SECTION_ENTRIES.bit_length() - 1
        posters = []
        for index in range(sections):
            title = word_bracket_section(self.title, index + 1, sections)
            poster = self._make_poster(
                title, self.main[:depth], index, depth, goes_on=True, sections=sections
            )
            posters.append(poster)
        finals = self.main[depth:]
        title = f"{self.title}, {word_last_matches()}"
        return [*posters, self._make_poster(title, finals, 0, len(finals), goes_on=False)]

    def _make_poster(
        self,
        title: str,
        rounds: Sequence[RoundView],
        section: int,
        depth: int,
        *,
        goes_on: bool,
        sections: int = 1,
    ) -> Poster:
        shown = []
        for round_ in rounds:
            count = len(round_.pairings) // sections
            pairings = round_.pairings[section * count : (section + 1) * count]
            slots: list[BracketSlot] = []
            numbers: list[int] = []
            for pairing in pairings:
                slots += [self._make_slot(pairing, slot) for slot in pairing.slots]
                numbers.append(self._find_number(pairing))
            title_of_round = name_round_in_group(self.counts[round_.id])
            shown.append(BracketRound(title_of_round, tuple(slots), tuple(numbers)))
        # A section ends with a match of its own; the rounds that join the sections, with the final.
        final = rounds[-1].pairings[section]
        winner_name = ""
        if final.is_decided and final.winner_entry is not None:
            winner_name = self.names[final.winner_entry].short
        if goes_on:
            goal = word_goes_on()
        elif any(round_.section == FINAL for round_ in self.rounds):
            # Who has won the winners' bracket has not won the event yet.
            goal = word_goes_to_grand_final()
        else:
            goal = word_winners()
        width, height = SIZES[choose_paper(2**depth)]
        return Poster(
            title=title,
            rounds=tuple(shown),
            winner=winner_name,
            goal=goal,
            width=width,
            height=height,
        )

    def _make_slot(self, pairing: PairingView, slot: SlotView) -> BracketSlot:
        if slot.source == "BYE":
            return BracketSlot(name=word_absence(""), lost=True)
        feeder = self.pairings_by_code.get(slot.source_code or "")
        if slot.entry is None:
            # A late pair plays for a place of the first round, which is not empty for the reader.
            if feeder is not None and f"{PRELIMINARY}-" in feeder.code:
                return BracketSlot(name=self._word_source(pairing, slot))
            return BracketSlot()
        name = self.names[slot.entry]
        seed = score_before = table = ""
        if feeder is None:
            # The seed is shown where an entry begins, from then on the score of its last match.
            seed = str(name.seed or "")
        else:
            scores, side = list_scores(feeder, self.unit), feeder.find_side(slot.entry)
            if scores and side is not None:
                score_before = f"{scores[side]}–{scores[1 - side]}"
        # Both slots are at one table: the upper one shows it.
        if pairing.state == Pairing.State.CALLED and pairing.table and slot.side == 0:
            table = word_table_chip(pairing.table)
        has_lost = pairing.is_decided and pairing.winner_entry not in (None, slot.entry)
        return BracketSlot(name.short, seed=seed, score=score_before, lost=has_lost, table=table)

    def _find_number(self, pairing: PairingView) -> int:
        """Its number in the bracket, as the screen has it."""
        return self.numbers.number(self.keys[pairing.round], pairing.number)

    def _word_source(self, pairing: PairingView, slot: SlotView) -> str:
        """What an empty side waits for: "winner 25"."""
        number = self.numbers.number_of_source(self.keys[pairing.round], slot.source_code)
        if number is None:
            return word_source(slot.source, slot.source_code, len(self.main))
        return word_source_briefly(slot.source, number)

    def draw_diagrams(self) -> list[Diagram]:
        """The sections besides a poster: the losers' bracket, the last matches."""
        parts = [
            (name_round(PRELIMINARY, 1, 1, 0), (PRELIMINARY,)),
            (word_losers_bracket(), (LOSERS,)),
            (word_last_matches(), (FINAL, THIRD)),
        ]
        if not self.halves:
            parts.insert(0, (word_bracket(), (MAIN,)))
        diagrams = []
        for name, sections in parts:
            rounds = [round_ for round_ in self.rounds if round_.section in sections]
            if not rounds:
                continue
            title = name
            if self.title != word_bracket():
                title = f"{self.title} · {name}"
            diagrams.append(self._make_diagram(title, rounds))
        return diagrams

    def _make_diagram(self, title: str, rounds: Sequence[RoundView]) -> Diagram:
        placed = place_boxes([round_.pairings for round_ in rounds])
        shown = []
        for depth, round_ in enumerate(rounds):
            boxes = []
            for pairing in round_.pairings:
                place = placed[pairing.id]
                sides = []
                for slot in pairing.slots:
                    side = self._make_slot(pairing, slot)
                    if not side.name:
                        # An empty side shows what it waits for.
                        side = replace(side, name=self._word_source(pairing, slot))
                    sides.append(side)
                box = DiagramBox(self._find_number(pairing), tuple(sides), place.row, place.sources)
                # No line leads to the first round that is drawn.
                if depth == 0:
                    box = replace(box, sources=())
                boxes.append(box)
            shown.append(DiagramRound(name_round_in_group(self.counts[round_.id]), tuple(boxes)))
        rows = 1 + max(place.row for place in placed.values()) // 10

        width, height = choose_paper_size(
            len(rounds) * BOX_WIDTH + MARGINS[0], rows * BOX_HEIGHT + MARGINS[1]
        )
        return Diagram(title, tuple(shown), rows, width, height)
