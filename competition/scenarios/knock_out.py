"""The outlook of a knock-out: by the places within reach, or by losing in some rounds."""

from collections.abc import Iterator, Sequence

from competition.cuts.cut import Losers, OfEach, Places
from competition.placings.meetings import list_meetings
from competition.plan import EntryId, Placing, Why, select_results, split_by_group
from competition.scenarios.open_ranking import StageState
from competition.scenarios.outlook import Fate, Outlook, explain_clinched, explain_eliminated


def assess_by_places(
    state: StageState, cut: Places | OfEach, groups: Sequence[Sequence[Placing]]
) -> Iterator[Outlook]:
    """The outlook by the best and the worst place that each entry can still reach. ``groups``: the
    placings of each group."""
    if isinstance(cut, OfEach):
        first_place, last_place = 1, cut.of_each
    else:
        first_place, last_place = cut.first, cut.last
        # Brackets side by side are not ranked together: each has its share of the places.
        if len(groups) > 1:
            last_place = max(1, last_place // len(groups))
    for group in groups:
        for placing in group:
            # Its places within reach are ``placing.first`` to ``placing.last``. It has clinched if
            # all of these advance, and is eliminated if none does.
            is_over = not placing.still_in
            if placing.entry in state.ruling.out and is_over:
                fate, why = Fate.ELIMINATED, Why("left_out", {})
            elif first_place <= placing.first and placing.last <= last_place:
                fate, why = Fate.CLINCHED, explain_clinched(is_over=is_over)
            elif placing.first > last_place or placing.last < first_place:
                fate, why = Fate.ELIMINATED, explain_eliminated(is_over=is_over)
            else:
                fate, why = Fate.POSSIBLE, Why("lots_or_others" if is_over else "still_in_it", {})
            yield Outlook(placing.entry, fate, why, placing.group)


def assess_by_losses(state: StageState, cut: Losers) -> Iterator[Outlook]:
    """The outlook of a cut that takes the losers of some rounds of the main bracket."""
    for number, of_group in split_by_group(state.pairings).items():
        meetings = list_meetings(of_group, select_results(of_group, state.results))
        drawn: dict[EntryId, None] = {}
        # By entry, the round of the main bracket that it has lost, and the one that it plays next.
        lost_in: dict[EntryId, int] = {}
        plays_in: dict[EntryId, int] = {}
        for meeting in meetings:
            drawn |= dict.fromkeys(meeting.drawn())
            if meeting.pairing.section != "main":
                continue
            if meeting.winning is None:
                plays_in |= dict.fromkeys(meeting.present(), meeting.pairing.round)
            elif meeting.loser is not None:
                lost_in[meeting.loser] = meeting.pairing.round
        for entry in drawn:
            plays_round = plays_in.get(entry)
            if entry in state.ruling.out:
                fate, why = Fate.ELIMINATED, Why("left_out", {})
            elif lost_in.get(entry) in cut.rounds:
                fate, why = Fate.CLINCHED, Why("through_now", {})
            elif plays_round is not None and plays_round <= max(cut.rounds):
                # It has not passed the last of these rounds yet, so it may still lose in one.
                fate, why = Fate.POSSIBLE, Why("goes_on_by_losing", {})
            else:
                fate, why = Fate.ELIMINATED, Why("out_now", {})
            yield Outlook(entry, fate, why, number)
