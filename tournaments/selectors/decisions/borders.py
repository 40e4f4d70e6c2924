"""Reads the ties that must be settled before the next step, and the remedy that settles each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from competition.cuts.borders import PLAY_OFF_ENTRIES, Border, find_ties
from competition.cuts.remedies import REMEDIES, Remedy
from competition.cuts.ties import drop_entries
from competition.plan import EntryId
from tournaments.models import PendingDecision, Stage
from tournaments.selectors.decisions.prize_borders import find_prize_borders
from tournaments.selectors.regulation.regulation import get_house_rules
from tournaments.selectors.standings.cuts import get_cut, list_stages_after
from tournaments.selectors.standings.fields import has_begun
from tournaments.selectors.standings.rankings import Ranking, load_ranking


@dataclass(frozen=True, slots=True)
class OpenBorder:
    """A tie that is not settled yet. ``remedy``: what settles it, as the regulation and the
    play-offs so far have it. ``is_under_way``: its play-off is paired and not decided."""

    border: Border
    remedy: Remedy
    is_under_way: bool = False

    @property
    def tied(self) -> tuple[EntryId, ...]:
        return self.border.tied


def list_borders(stage: Stage, later: Stage | None = None) -> tuple[Border, ...]:
    """Where ties are to be settled in a stage's ranking: at the cut of ``later``, or of every later
    stage; and at the end of the event, where the regulation does not let tied entries share."""
    return tuple(open_border.border for open_border in open_borders(stage, later))


def open_borders(
    stage: Stage, later: Stage | None = None, *, with_usual: bool = True
) -> tuple[OpenBorder, ...]:
    """The borders of a stage that are not settled, each with its remedy. Entries that are tied at
    two of them (the cuts of two later stages) are named once, by the first. ``with_usual`` False:
    without the ties for final places of an event that has no rule of its own for them."""
    ranking = load_ranking(stage)
    # A play-off that is over without a winner cannot settle its tie; one that is on may still.
    without_winner: set[frozenset[EntryId]] = set()
    going_on: set[frozenset[EntryId]] = set()
    for play_off in ranking.play_offs:
        if not play_off.is_decided:
            going_on.add(frozenset(play_off.entries))
        elif play_off.winner is None:
            without_winner.add(frozenset(play_off.entries))

    options = ranking.format.options(ranking.stage.options)
    has_play_offs = ranking.format.sides(options) == PLAY_OFF_ENTRIES
    border_by_entries: dict[frozenset[EntryId], OpenBorder] = {}
    for border in _list_borders(ranking, later, with_usual=with_usual):
        remedies = list(border.remedies)
        # Where more than two sit at a table, a tie of two cannot be played off.
        if not has_play_offs and "play_off" in remedies:
            remedies.remove("play_off")
        remedy = replace(border, remedies=tuple(remedies)).remedy(without_winner)
        tied = frozenset(border.tied)
        if remedy != "shared":
            border_by_entries.setdefault(tied, OpenBorder(border, remedy, tied in going_on))
    return tuple(border_by_entries.values())


def _list_borders(ranking: Ranking, later: Stage | None, *, with_usual: bool) -> Iterator[Border]:
    if later is not None:
        yield from _find_cut_borders(ranking, later)
        return
    following = list_stages_after(ranking.stage)
    for later_stage in following:
        yield from _find_cut_borders(ranking, later_stage)
    if not following:
        # Of the last stage every tie counts, unless the regulation lets final places be shared.
        rule: str = get_house_rules(ranking.stage.event).final_ties
        if rule == "usual":
            # The usual rule follows the ranking: lots only where it ends with lots.
            rule = "shared"
            if with_usual and "lots" in ranking.metrics:
                rule = "lots"
        if rule != "shared":
            for tie in find_ties(drop_entries(ranking.placings, ranking.ruling.out)):
                yield replace(tie, remedies=REMEDIES[rule])
    # Prizes go by the places of the whole event, so no cut has to do with them.
    yield from find_prize_borders(ranking)


def _find_cut_borders(ranking: Ranking, later: Stage) -> tuple[Border, ...]:
    if is_settled_by_play(later):
        return ()
    return ranking.select_through(get_cut(later)).borders


def is_settled_by_play(later: Stage) -> bool:
    """Whether a stage has begun and there is no question about its entrants: a tie at its cut no
    longer matters then."""
    pending_decisions = later.questions.filter(kind=PendingDecision.Kind.CUT_MOVED, decision="")
    return has_begun(later) and not pending_decisions.exists()


def list_entries_tied_in_stage(stage: Stage, later: Stage | None = None) -> tuple[EntryId, ...]:
    """Who is tied at the open borders of a stage, each once."""
    return list_tied_at(open_borders(stage, later))


def list_entries_for_lots(stage: Stage) -> tuple[EntryId, ...]:
    """Who is to be drawn for: the entries of those borders of which lots are the remedy now."""
    return list_tied_at(border for border in open_borders(stage) if border.remedy == "lots")


def list_tied_at(borders: Iterable[OpenBorder]) -> tuple[EntryId, ...]:
    """Who is tied at these borders, each once."""
    return tuple(dict.fromkeys(entry for border in borders for entry in border.tied))


def find_next_remedy(borders: Iterable[OpenBorder]) -> Remedy:
    """What comes next for these ties. Play-offs first: lots are only drawn among those who are
    still tied afterwards."""
    for border in borders:
        if border.remedy == "play_off":
            return "play_off"
    return "lots"
