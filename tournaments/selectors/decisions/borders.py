"""Reads the ties that must be settled before the next step, and the remedy that settles each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from competition.cuts.borders import PLAY_OFF_ENTRIES, Border, find_border, find_ties
from competition.cuts.remedies import REMEDIES, Remedy
from competition.plan import EntryId, Placing
from tournaments.models import Event, Pairing, PendingDecision, Stage
from tournaments.selectors.regulation.prizes import list_prizes
from tournaments.selectors.regulation.regulation import get_house_rules
from tournaments.selectors.stages.brackets import CLOSED
from tournaments.selectors.standings.cuts import find_cut, list_stages_after, through
from tournaments.selectors.standings.fields import has_begun, load_progress
from tournaments.selectors.standings.rankings import Ranking, load_ranking
from tournaments.selectors.standings.standings import load_standings_of_event


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

    # Where more than two sit at a table, a tie of two cannot be played off.
    options = ranking.format.options(ranking.stage.options)
    has_play_offs = ranking.format.sides(options) == PLAY_OFF_ENTRIES

    border_by_entries: dict[frozenset[EntryId], OpenBorder] = {}
    for border in _list_borders(ranking, later, with_usual=with_usual):
        settleable_border = border
        if not has_play_offs:
            remedies = tuple(name for name in border.remedies if name != "play_off")
            settleable_border = replace(border, remedies=remedies)
        remedy = settleable_border.remedy(without_winner)
        tied = frozenset(border.tied)
        if remedy != "shared":
            border_by_entries.setdefault(tied, OpenBorder(border, remedy, tied in going_on))
    return tuple(border_by_entries.values())


def _list_borders(ranking: Ranking, later: Stage | None, *, with_usual: bool) -> Iterator[Border]:
    following = [later] if later else list_stages_after(ranking.stage)
    for later_stage in following:
        if is_settled_by_play(later_stage):
            continue
        cut = find_cut(later_stage)
        assert cut is not None, "a stage that follows another has a cut"
        yield from through(cut, ranking).borders
    if not following:
        # Of the last stage every tie counts, unless the regulation lets final places be shared.
        # The usual rule follows the ranking: lots only where it ends with lots.
        rule: str = get_house_rules(ranking.stage.event).final_ties
        if rule == "usual":
            rule = "lots" if "lots" in ranking.metrics and with_usual else "shared"
        if rule != "shared":
            for tie in find_ties(_leave_out_who_is_out(ranking, ranking.placings)):
                yield replace(tie, remedies=REMEDIES[rule])
    # Prizes go by the places of the whole event, so no cut has to do with them.
    if later is None:
        yield from _find_prize_borders(ranking)


def is_settled_by_play(later: Stage) -> bool:
    """Whether a stage has begun and there is no question about its entrants: a tie at its cut no
    longer matters then."""
    pending_decisions = later.questions.filter(kind=PendingDecision.Kind.CUT_MOVED, decision="")
    return has_begun(later) and not pending_decisions.exists()


def _leave_out_who_is_out(ranking: Ranking, placings: Sequence[Placing]) -> list[Placing]:
    """Rows without those who are out: nothing is settled for them."""
    return [row for row in placings if row.entry not in ranking.ruling.out]


def _find_prize_borders(ranking: Ranking) -> Iterator[Border]:
    """Where tied entries of this stage stand on both sides of the end of a prize that the
    regulation does not let them share, once everything is played."""
    event = ranking.stage.event
    rule = get_house_rules(event).prize_ties
    bands = list_prizes(event) if rule != "shared" else []
    if not bands or not is_played_out(event):
        return
    # A prize can be split from those above it and from those below it.
    prize_ends: set[int] = set()
    for band in bands:
        prize_ends.update((band.first - 1, band.last))
    rows = [row.placing for row in load_standings_of_event(event).rows]
    for after in sorted(prize_ends):
        border = find_border(rows, after)
        if border is None or _find_deciding_stage(event, border.tied) != ranking.stage.pk:
            continue
        # Lots settle a tie of the stage only if all who are tied there take part.
        shared_places = {
            (row.first, row.last) for row in ranking.placings if row.entry in border.tied
        }
        rows_in_event = _leave_out_who_is_out(ranking, ranking.placings)
        tied = [row.entry for row in rows_in_event if (row.first, row.last) in shared_places]
        if len(tied) > 1:
            yield Border(tuple(tied), border.places, remedies=REMEDIES[rule])


def _find_deciding_stage(event: Event, tied: Iterable[EntryId]) -> int | None:
    """The last stage in which all of these have played: there their places are decided."""
    tied_entries = set(tied)
    for stage in event.stages.order_by("-number"):
        stage_entries = {row.entry for row in load_ranking(stage).placings}
        if tied_entries <= stage_entries:
            return stage.pk
    return None


def is_played_out(event: Event) -> bool:
    """Whether every stage is drawn, paired and decided; play-offs may still be on."""
    progress_by_stage = [load_progress(stage) for stage in event.stages.all()]
    # A stage that is not drawn has no paired round, and may not know its number of rounds.
    if not all(0 < progress.paired >= progress.rounds for progress in progress_by_stage):
        return False
    matches = Pairing.objects.filter(event=event).exclude(state__in=CLOSED).without_play_offs()
    return not matches.exists()


def list_tied_entries(stage: Stage, later: Stage | None = None) -> tuple[EntryId, ...]:
    """Who is tied at the open borders of a stage, each once."""
    return _list_entries_at(open_borders(stage, later))


def list_entries_for_lots(stage: Stage) -> tuple[EntryId, ...]:
    """Who is to be drawn for: the entries of those borders of which lots are the remedy now."""
    borders_for_lots = [border for border in open_borders(stage) if border.remedy == "lots"]
    return _list_entries_at(borders_for_lots)


def _list_entries_at(borders: Iterable[OpenBorder]) -> tuple[EntryId, ...]:
    return tuple(dict.fromkeys(entry for border in borders for entry in border.tied))
