"""Reads which entries advance from stage to stage."""

from collections import defaultdict
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import permutations
from typing import Final

from competition.cuts.cut import CUT, Cut, Losers, Through
from competition.cuts.cut_seeds import assign_seeds
from competition.draw.seeding import Origin
from competition.placings.meetings import list_meetings
from competition.plan import Entrant, EntryId
from tournaments.models import Entry, Pairing, Stage
from tournaments.selectors.registration.entries import list_entrants
from tournaments.selectors.standings.exchanges import find_exchanges
from tournaments.selectors.standings.fields import load_progress
from tournaments.selectors.standings.rankings import Ranking, load_carried_points, load_ranking

NOBODY: Final[AbstractSet[EntryId]] = frozenset()


def find_cut(stage: Stage) -> Cut | None:
    """The cut that selects the entrants of a stage; None: it takes the entry list."""
    if stage.cut is None:
        return None
    return get_cut(stage)


def get_cut(stage: Stage) -> Cut:
    """The cut of a stage that follows another."""
    assert stage.cut is not None, "a first stage takes all entries"
    return CUT.validate_python(stage.cut)


def get_stage_before(stage: Stage) -> Stage:
    """The stage that a later one takes its entrants from."""
    assert stage.cut is not None, "a first stage takes all entries"
    number = stage.number_before
    # All of them: a page has loaded them with the event (list_stages).
    return next(each for each in stage.event.stages.all() if each.number == number)


def list_stages_after(stage: Stage) -> list[Stage]:
    """The stages that take their entrants from this one, in order."""
    stages = stage.event.stages.all()
    following_stages = [later for later in stages if later.number_before == stage.number]
    return sorted(following_stages, key=lambda later: later.number)


def list_sibling_stages(stage: Stage) -> list[Stage]:
    """The other stages that take their entrants from the same one, in order."""
    return [later for later in list_stages_after(get_stage_before(stage)) if later != stage]


def load_ranking_before(stage: Stage) -> Ranking:
    """The ranking that a later stage takes its entrants from."""
    return load_ranking(get_stage_before(stage))


def select_through_to(stage: Stage) -> Through:
    """The entries that advance to a stage by the current ranking of the stage before."""
    return select_through_from(stage, load_ranking_before(stage))


def select_through_from(stage: Stage, before: Ranking) -> Through:
    """The entries that advance to a stage by the ranking before it. After a correction the
    organizer may have left an entry in a sibling stage although its place is now here: it is
    exchanged for the entry that should be there. One query, and one more where that has
    happened."""
    through_entries = before.select_through(get_cut(stage))
    exchanged_entries = find_exchanges(stage, through_entries.entries)
    if not exchanged_entries:
        return through_entries
    entries: list[EntryId] = []
    for entry in through_entries.entries:
        advancing_entry = exchanged_entries.get(entry, entry)
        if advancing_entry is not None:
            entries.append(advancing_entry)
    # Who takes a place takes also where it comes from, by which seeds and pots are found.
    origins: dict[EntryId, Origin] = {}
    for entry, origin in through_entries.origins.items():
        advancing_entry = exchanged_entries.get(entry, entry)
        if advancing_entry is not None:
            origins[advancing_entry] = origin
    return replace(through_entries, entries=tuple(entries), origins=origins)


def load_following_cuts(ranking: Ranking) -> list[tuple[Stage, Through]]:
    """The stages that follow a stage, with the entries that advance to each by its current
    ranking."""
    if not ranking.pairings:
        return []
    return [
        (later, ranking.select_through(get_cut(later)))
        for later in list_stages_after(ranking.stage)
    ]


def open_before(stage: Stage, later: Stage) -> int | None:
    """How many matches of a stage must still be decided before ``later`` can be drawn from it;
    None while some of its rounds are not even paired."""
    # A consolation stage is drawn while the main bracket goes on: only the rounds whose losers it
    # takes must be over.
    cut = find_cut(later)
    if not isinstance(cut, Losers):
        return load_progress(stage).left
    pairings = Pairing.objects.filter(
        round__group__stage=stage, round__section="main", round__number__in=cut.rounds
    )
    if not pairings.exists():
        return None
    return pairings.still_open().count()


def list_entrants_of_stage(stage: Stage) -> list[Entrant]:
    """The entrants of a stage, in the order in which a draw takes them."""
    if stage.cut is None:
        return list_entrants(stage.event)
    previous_ranking = load_ranking_before(stage)
    return list_entrants_through(
        stage, previous_ranking, select_through_from(stage, previous_ranking)
    )


def list_entrants_through(stage: Stage, before: Ranking, through_entries: Through) -> list[Entrant]:
    """The entries that advance, as a draw takes them: with seeds, pots, carried points and previous
    opponents. Raises Refused if the crossing table does not fit the entries."""
    cut = get_cut(stage)
    seeds = assign_seeds(cut, through_entries)
    in_pots = not isinstance(cut, Losers) and cut.seeding == "pots"
    rows = Entry.objects.in_bulk(through_entries.entries)
    groups_by_entry: dict[EntryId, str] = {}
    opponents_before: Mapping[EntryId, AbstractSet[EntryId]] = {}
    if stage.constraints.get("groupmates_apart", True):
        groups_by_entry = {row.entry: str(row.group) for row in before.placings}
        opponents_before = _find_opponents_before(before)
    # In a stage with a single group all entries are groupmates, which says nothing.
    if len(set(groups_by_entry.values())) == 1:
        groups_by_entry = {}
    carried_points = load_carried_points(stage)
    # Opponents who do not advance are left out: the document of a draw names only its entrants.
    advancing = set(through_entries.entries)
    entrants: list[Entrant] = []
    for entry in through_entries.entries:
        opponents = opponents_before.get(entry, NOBODY) & advancing
        pot = None
        if in_pots:
            pot = through_entries.origins[entry].pot
        entrants.append(
            Entrant(
                id=entry,
                seed=seeds.get(entry),
                club=rows[int(entry)].drawn_club,
                pot=pot,
                mates=groups_by_entry.get(entry),
                carried=carried_points.get(entry, 0),
                met=tuple(sorted(opponents, key=int)),
            )
        )
    return entrants


def _find_opponents_before(ranking: Ranking) -> dict[EntryId, set[EntryId]]:
    """By entry, its opponents in the stage of this ranking and in those before it."""
    opponents_by_entry: dict[EntryId, set[EntryId]] = defaultdict(set)
    while True:
        for meeting in list_meetings(ranking.pairings, ranking.results):
            if meeting.pairing.id in ranking.results:
                for first_entry, second_entry in permutations(meeting.present(), 2):
                    opponents_by_entry[first_entry].add(second_entry)
        if ranking.stage.cut is None:
            return opponents_by_entry
        ranking = load_ranking(get_stage_before(ranking.stage))
