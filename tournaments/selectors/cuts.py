"""Reads who goes on from stage to stage."""

from collections.abc import Sequence

from tournaments.core.cut import (
    CUT,
    Chosen,
    Cut,
    Losers,
    OfEach,
    Places,
    Through,
    chosen_through,
    each_through,
    fair_pairings,
    losers_through,
    places_through,
)
from tournaments.core.plan import Entrant, EntryId, Placing
from tournaments.core.stages import overall_placings
from tournaments.models import Entry, Pairing, Stage
from tournaments.selectors.brackets import CLOSED
from tournaments.selectors.entries import entrants_of
from tournaments.selectors.fields import progress_of
from tournaments.selectors.rankings import Ranking, ranking_of


def cut_of(stage: Stage) -> Cut | None:
    """The cut that a stage takes its entrants by; None: the entry list."""
    return None if stage.cut is None else CUT.validate_python(stage.cut)


def stage_before(stage: Stage) -> Stage:
    """The stage that a later one takes its entrants from."""
    assert stage.cut is not None, "a first stage takes whoever has entered"
    before = stage.event.stages.get(number=stage.cut["stage"])
    before.event = stage.event
    return before


def stages_after(stage: Stage) -> list[Stage]:
    """Those that take their entrants from this one, in order."""
    later = stage.event.stages.filter(number__gt=stage.number).order_by("number")
    return [each for each in later if each.cut and each.cut["stage"] == stage.number]


def through_to(stage: Stage) -> Through:
    """Who plays in a stage that follows another, as the ranking is now."""
    cut = cut_of(stage)
    assert cut is not None, "a first stage follows none"
    return through(cut, ranking_of(stage_before(stage)))


def through(cut: Cut, ranking: Ranking) -> Through:
    """Who goes on by a cut of a ranking."""
    out = ranking.ruling.out
    match cut:
        case Places():
            return places_through(cut, ranking.placings, out)
        case OfEach():
            runners = _runners_up(cut, ranking) if cut.runners_up else ()
            return each_through(cut, ranking.groups, runners, out)
        case Losers():
            return losers_through(cut, ranking.pairings, ranking.results, out)
        case Chosen():
            return chosen_through(cut, out)


def cuts_from(ranking: Ranking) -> list[tuple[Stage, Through]]:
    """The stages that follow a stage, with who would go on to each as it ranks now."""
    stages = stages_after(ranking.stage) if ranking.pairings else []
    cuts = [(later, cut_of(later)) for later in stages]
    return [(later, through(cut, ranking)) for later, cut in cuts if cut is not None]


def _runners_up(cut: OfEach, ranking: Ranking) -> Sequence[Placing]:
    """Those just behind the first of their groups, ranked among themselves."""
    out = ranking.ruling.out
    standing = [[row.entry for row in group if row.entry not in out] for group in ranking.groups]
    behind = {group[cut.of_each] for group in standing if len(group) > cut.of_each}
    pairings = fair_pairings(ranking.pairings, ranking.groups)
    format_ = ranking.format
    placings = overall_placings(format_, pairings, ranking.results, ranking.ruling)
    return [placing for placing in placings if placing.entry in behind]


def open_before(stage: Stage, later: Stage) -> int | None:
    """How many matches of a stage must still be decided before ``later`` can be drawn from it;
    None while some of its rounds are not even paired. Losers play on as soon as they have lost."""
    cut = cut_of(later)
    if isinstance(cut, Losers):
        rounds = Pairing.objects.filter(
            round__group__stage=stage, round__section="main", round__number__in=cut.rounds
        )
        return rounds.exclude(state__in=CLOSED).count() if rounds.exists() else None
    return progress_of(stage).left


def entrants_of_stage(stage: Stage) -> list[Entrant]:
    """Who is drawn in a stage, in the order in which a draw takes them."""
    if stage.cut is None:
        return entrants_of(stage.event)
    found = through_to(stage)
    clubs = dict(Entry.objects.filter(pk__in=found.entries).values_list("pk", "club_name"))
    return [
        Entrant(
            id=entry,
            seed=number if number <= found.seeded else None,
            club=str(clubs[int(entry)]).strip().casefold() or None,
        )
        for number, entry in enumerate(found.entries, start=1)
    ]


def level_at(stage: Stage, later: Stage | None = None) -> tuple[EntryId, ...]:
    """Who is level in a stage's ranking across a cut (that of ``later``, or of any later stage)
    and is to be drawn for."""
    following = [later] if later else stages_after(stage)
    ranking = ranking_of(stage)
    for each in following:
        cut = cut_of(each)
        if cut is not None and (level := through(cut, ranking).level):
            return level
    return ()
