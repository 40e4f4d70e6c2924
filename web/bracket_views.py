"""A stage as a bracket on the screen, or a section of it, for the desk and the board."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from tournaments.models import Event
from tournaments.selectors.registration.entries import select_entries
from tournaments.selectors.stages.brackets import (
    Stretch,
    list_first_pairings,
    load_pairings_along,
)
from tournaments.selectors.stages.stages import RoundCount
from web.bracket_changes import load_changes
from web.bracket_parts import BracketLink, BracketPart, BracketView, Column
from web.brackets import BoxBuilder, load_names
from web.rounds import Rounds, make_rounds
from wording.places import MAIN

MOST_MATCHES_UNDIVIDED = 32
"""The most first-round matches shown together; larger brackets are divided into sections."""
SECTION_SIZE = 16
"""First-round matches in a section."""
MOST_MATCHES_IN_ONE_PIECE = 256
"""The most first-round matches that a page can have, in one piece or all sections together. A
larger bracket is printed as a poster."""
FINALS, ALL, WHOLE = "finals", "all", "whole"


def build_bracket_view(
    event: Event,
    counts: Sequence[RoundCount],
    section: str = "",
    sought: str = "",
    draw: str = "",
    *,
    as_shown: bool = True,
) -> BracketView:
    """A bracket of an event, or a section of it. The number of queries does not depend on its size.
    ``counts``: all rounds of the event (``load_round_counts``).

    ``draw`` chooses among several brackets (stage and group, ``2-1``); the default is the last.
    ``sought`` is a part of a name: the pairs that have it are marked with their way through the
    bracket, and their section is shown unless another is asked for. ``as_shown``: it is looked for
    only in what the event shows of names.
    """
    rounds_by_draw = make_rounds(counts).brackets
    if not rounds_by_draw:
        return BracketView((), (), "")

    shown_draw = draw
    if draw not in rounds_by_draw:
        # Rounds come in the order of play, so the last key is the latest bracket.
        shown_draw = next(reversed(rounds_by_draw))
    shown_rounds = rounds_by_draw[shown_draw]

    chosen_entries: frozenset[int] = frozenset()
    if sought:
        found_entries = select_entries(event, sought, as_shown=as_shown)
        chosen_entries = frozenset(found_entries.values_list("pk", flat=True))
    view = _build_view(event, shown_rounds, section, chosen_entries)

    changes = load_changes(event, shown_rounds[0].stage)
    links: list[BracketLink] = []
    # With one bracket there is nothing to choose.
    if len(rounds_by_draw) > 1:
        for draw_key, draw_rounds in rounds_by_draw.items():
            first_round = draw_rounds[0]
            # The stage and the group: the parts of a round's title before the round itself.
            parts = [part for part in first_round.title.split(" · ") if part != first_round.short]
            links.append(BracketLink(draw_key, " · ".join(parts) or first_round.title))
    return replace(view, draws=tuple(links), draw=shown_draw, changes=tuple(changes))


def _build_view(
    event: Event, rounds: Rounds, section: str, chosen_entries: frozenset[int]
) -> BracketView:
    main_rounds = Rounds(round_ for round_ in rounds if round_.section == MAIN)
    first_round = main_rounds[0]
    if first_round.pairings <= MOST_MATCHES_UNDIVIDED:
        parts = _load_parts(event, rounds, {"": rounds.stretches}, chosen_entries)
        return BracketView(parts, (), "")

    section_count = first_round.pairings // SECTION_SIZE
    numbers = (*map(str, range(1, section_count + 1)), FINALS)
    has_whole = first_round.pairings <= MOST_MATCHES_IN_ONE_PIECE
    shown_section = "1"
    if section in numbers or (has_whole and section in (ALL, WHOLE)):
        shown_section = section
    elif chosen_entries:
        # The section in which the first of the chosen entries begins. Entries of another stage
        # have no place in this first round.
        places = list_first_pairings(first_round.id, chosen_entries)
        if places:
            shown_section = str((places[0] - 1) // SECTION_SIZE + 1)

    stretches_by_part = {"": rounds.stretches}
    if shown_section != WHOLE:
        shown_numbers = numbers if shown_section == ALL else (shown_section,)
        stretches_by_part = {
            number: _list_stretches(number, rounds, main_rounds) for number in shown_numbers
        }
    parts = _load_parts(event, rounds, stretches_by_part, chosen_entries)
    return BracketView(parts, numbers, shown_section, has_whole=has_whole)


def _list_stretches(number: str, rounds: Rounds, main_rounds: Rounds) -> list[Stretch]:
    """The pairings of a section, or of the finals, by round.

    A section ends with the match between its last two entries. The finals begin with these
    matches, which are therefore shown in both.
    """
    section_count = main_rounds[0].pairings // SECTION_SIZE
    # The round with one match for each section.
    joining_at = [round_.pairings for round_ in main_rounds].index(section_count)
    if number == FINALS:
        other_rounds = [row for row in rounds if row.section != MAIN and not row.is_preliminary]
        return [round_.stretch for round_ in (*main_rounds[joining_at:], *other_rounds)]

    section_index = int(number) - 1
    # Few, and wanted beside whichever section the pair is looked for in.
    stretches = Rounds(round_ for round_ in rounds if round_.is_preliminary).stretches
    for depth, round_ in enumerate(main_rounds[: joining_at + 1]):
        matches = SECTION_SIZE >> depth  # each round has half as many
        first = section_index * matches + 1
        stretches.append((round_.id, first, first + matches - 1))
    return stretches


def _load_parts(
    event: Event,
    rounds: Rounds,
    stretches_by_part: Mapping[str, Sequence[Stretch]],
    chosen_entries: frozenset[int],
) -> tuple[BracketPart, ...]:
    """The parts with these stretches. Three queries, however many parts."""
    # One stretch of each round that spans those of all parts, so that one query loads them all.
    spans: dict[int, tuple[int, int]] = {}
    for round_id, first, last in chain.from_iterable(stretches_by_part.values()):
        known_first, known_last = spans.get(round_id, (first, last))
        spans[round_id] = min(first, known_first), max(last, known_last)
    pairings_by_round = load_pairings_along([(pk, *span) for pk, span in spans.items()])

    names = load_names(event, chain.from_iterable(pairings_by_round.values()))
    builder = BoxBuilder(names, chosen_entries, rounds)
    rounds_by_id = rounds.by_id
    parts = []
    for number, stretches in stretches_by_part.items():
        columns = []
        for round_id, first, last in stretches:
            round_ = rounds_by_id[round_id]
            pairings = pairings_by_round[round_id]
            shown_pairings = [row for row in pairings if first <= row.number <= last]
            column = Column(
                id=round_.id,
                section=round_.section,
                title=round_.short,
                boxes=builder.build_all(shown_pairings),
                played=round_.played,
                open=round_.open,
                date=round_.date,
            )
            columns.append(column)
        parts.append(BracketPart(number, tuple(columns)))
    return tuple(parts)
