"""The reasons for places in a bracket, as codes.

``main_rounds`` is the number of rounds of the main bracket, for "round 3 of 5".
"""

from competition.placings.bands import Band
from competition.placings.meetings import Meeting
from competition.plan import Why


def explain_still_in(meeting: Meeting, band: Band, main_rounds: int) -> Why:
    """The reason of an entry that plays, or waits, in an undecided pairing."""
    match meeting.pairing.section:
        case "third":
            return Why("plays_for_third_place", {})
        case "final":
            return Why("plays_final", {})
        case "preliminary":
            return Why("plays_preliminary", {})
        case "losers" if band[0] == 1:
            # In a double elimination the losers' bracket leads to the final.
            return Why("still_in_losers", {"losers_round": meeting.pairing.round})
        case "losers":
            return Why("plays_for_places", {"first": band[0], "last": band[1]})
    return Why("still_in", {"round": meeting.pairing.round, "of": main_rounds})


def explain_last_win(meeting: Meeting, band: Band, main_rounds: int, *, seat_taken: bool) -> Why:
    """The reason of the winner of a last pairing. ``seat_taken``: his seat in the next one is
    taken by another who has played there."""
    if seat_taken:
        return Why("seat_taken", {})
    match meeting.pairing.section:
        case "third":
            return Why("won_third_place", {})
        case "losers" if meeting.pairing.is_played:
            return Why("won_for_place", {"place": band[0]})
        case "losers":
            return Why("unopposed_for_place", {"place": band[0]})
    return Why("champion", {"rounds": main_rounds})


def explain_last_loss(meeting: Meeting, band: Band, main_rounds: int, *, for_a_place: bool) -> Why:
    """The reason of the loser of a last pairing; ``for_a_place``: its winner leaves there too."""
    match meeting.pairing.section:
        case "third":
            return Why("lost_third_place", {})
        case "final":
            return Why("lost_final", {})
        case "preliminary":
            return Why("lost_preliminary", {})
        case "losers" if for_a_place:
            # The loser has the place behind the one that was played for.
            return Why("lost_for_place", {"place": band[0] - 1})
        case "losers":
            return Why("lost_in_losers_round", {"losers_round": meeting.pairing.round})
    return Why("lost_in_round", {"round": meeting.pairing.round, "of": main_rounds})
