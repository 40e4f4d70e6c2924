"""A stage as a bracket on the screen, or a section of it, for the desk and the board."""

from collections.abc import Mapping, Sequence
from itertools import chain

from tournaments.models import Event
from tournaments.selectors.registration.entries import select_entries
from tournaments.selectors.stages.brackets import Stretch, load_pairings_along
from tournaments.selectors.stages.stages import RoundCount
from web.bracket_changes import load_changes
from web.bracket_parts import BracketLink, BracketPart, BracketView, Column
from web.bracket_sections import BracketSections
from web.brackets import BoxBuilder, load_names
from web.rounds import Rounds, make_rounds


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
    sections = BracketSections(shown_rounds)
    shown_section = sections.choose(section, chosen_entries)
    parts = _load_parts(event, shown_rounds, sections.divide(shown_section), chosen_entries)

    changes = load_changes(event, shown_rounds[0].stage)
    links: list[BracketLink] = []
    # With one bracket there is nothing to choose.
    if len(rounds_by_draw) > 1:
        for draw_key, draw_rounds in rounds_by_draw.items():
            first_round = draw_rounds[0]
            # The stage and the group: the parts of a round's title before the round itself.
            names = [name for name in first_round.title.split(" · ") if name != first_round.short]
            links.append(BracketLink(draw_key, " · ".join(names) or first_round.title))
    return BracketView(
        parts=parts,
        numbers=sections.numbers,
        chosen=shown_section,
        draws=tuple(links),
        draw=shown_draw,
        has_whole=sections.has_whole,
        changes=tuple(changes),
    )


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
