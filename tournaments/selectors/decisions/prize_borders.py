"""Reads the ties at the ends of prizes that the regulation does not let tied entries share."""

from collections.abc import Iterable, Iterator

from competition.cuts.borders import Border, find_border
from competition.cuts.remedies import REMEDIES
from competition.cuts.ties import drop_entries
from competition.plan import EntryId
from tournaments.models import Event, Pairing
from tournaments.selectors.regulation.prizes import list_prizes
from tournaments.selectors.regulation.regulation import get_house_rules
from tournaments.selectors.standings.fields import load_progress
from tournaments.selectors.standings.rankings import Ranking, load_ranking
from tournaments.selectors.standings.standings import load_event_places


def find_prize_borders(ranking: Ranking) -> Iterator[Border]:
    """Where tied entries of this stage stand on both sides of the end of a prize that the
    regulation does not let them share, once everything is played."""
    event = ranking.stage.event
    rule = get_house_rules(event).prize_ties
    if rule == "shared":
        return
    # A prize can be split from those above it and from those below it.
    prize_ends: set[int] = set()
    for band in list_prizes(event):
        prize_ends.update((band.first - 1, band.last))
    if not prize_ends or not is_played_out(event):
        return
    placings_of_event = load_event_places(event).placings
    for after in sorted(prize_ends):
        border = find_border(placings_of_event, after)
        if border is None or _find_deciding_stage(event, border.tied) != ranking.stage.pk:
            continue
        # Lots settle a tie of the stage only if all who are tied there take part; nothing is
        # settled for entries that are out of the event.
        shared_places: set[tuple[int, int]] = set()
        for row in ranking.placings:
            if row.entry in border.tied:
                shared_places.add((row.first, row.last))
        rows = drop_entries(ranking.placings, ranking.ruling.out)
        tied = [row.entry for row in rows if (row.first, row.last) in shared_places]
        if len(tied) > 1:
            yield Border(tuple(tied), border.places, remedies=REMEDIES[rule])


def _find_deciding_stage(event: Event, tied: Iterable[EntryId]) -> int | None:
    """The last stage in which all of these have played: there their places are decided."""
    tied_entries = set(tied)
    for stage in event.stages.order_by("-number"):
        if tied_entries <= load_ranking(stage).entries:
            return stage.pk
    return None


def is_played_out(event: Event) -> bool:
    """Whether every stage is drawn, paired and decided; play-offs may still be on."""
    for stage in event.stages.all():
        progress = load_progress(stage)
        # A stage that is not drawn has no paired round, and may not know its number of rounds.
        if progress.paired == 0 or progress.paired < progress.rounds:
            return False
    open_matches = Pairing.objects.filter(event=event).still_open()
    return not open_matches.without_play_offs().exists()
