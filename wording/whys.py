"""The reasons for the end of a game, for a place in a ranking, and for a pairing."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext_lazy

from wording.metrics import METRICS, put_metric_in_sentence, value
from wording.params import Params, word_side
from wording.places import put_round_in_sentence
from wording.violations import MadeSentences

ENDINGS: dict[str, Promise] = {
    "target": gettext_lazy("At the target: %(winner)s win."),
    "higher": gettext_lazy("Both at the target: %(winner)s win with more."),
    "first": gettext_lazy("Both at the target: %(winner)s got there first and win."),
    "bonus": gettext_lazy("At the target with the trionfo: %(winner)s win."),
    "mariannone": gettext_lazy("Mariannone: %(winner)s win."),
    "claim": gettext_lazy("%(winner)s claimed the game, had enough, and win."),
    "wrong_claim": gettext_lazy(
        "%(loser)s claimed the game without having enough: %(winner)s win."
    ),
    "hands": gettext_lazy("After the last hand %(winner)s have more and win."),
    "forfeit": gettext_lazy("Forfeit of %(loser)s: %(winner)s win."),
    "declared": gettext_lazy("Written as won by %(winner)s."),
    "award": gettext_lazy("Awarded by the referee: %(winner)s win."),
}
"""By the code of the ending, for games with a winner."""

TIED = gettext_lazy("Tied after the last hand.")
STOPPED = gettext_lazy("Left where it stood.")
"""The endings without a winner: after all hands, and of a game that was not played out."""

PLACINGS: dict[str, Promise] = {
    # in a bracket
    "champion": gettext_lazy("Won the final."),
    "lost_in_round": gettext_lazy("Lost %(in_round)s."),
    "still_in": gettext_lazy("Still in."),
    "plays_final": gettext_lazy("Plays the final."),
    "lost_final": gettext_lazy("Lost the final."),
    "still_in_losers": gettext_lazy("Still in, in the losers’ bracket."),
    "lost_in_losers_round": gettext_lazy("Lost in the losers’ round %(losers_round)s."),
    "plays_for_places": gettext_lazy("Plays for places %(first)s to %(last)s."),
    "won_for_place": gettext_lazy("Won the match for place %(place)s."),
    "lost_for_place": gettext_lazy("Lost the match for place %(place)s."),
    "unopposed_for_place": gettext_lazy("Nobody was left to play for place %(place)s."),
    # in a ranking
    "above_by": gettext_lazy("Ahead by %(metric)s: %(mine)s to %(theirs)s."),
    "above_by_less": gettext_lazy("Ahead with fewer %(metric)s: %(mine)s to %(theirs)s."),
    "above_head_to_head": gettext_lazy("Ahead head to head: %(mine)s to %(theirs)s."),
    "above_in_mini_table": gettext_lazy(
        "Ahead in the mini-table of %(among)s, by %(metric)s: %(mine)s to %(theirs)s."
    ),
    "drawn_first": gettext_lazy("Ahead by lot."),
    "won_play_off": gettext_lazy("Ahead by a play-off."),
    "level": gettext_lazy("Tied: the place is shared."),
    "above_who_left": gettext_lazy("Ahead of those tied with it who have left."),
    "last": gettext_lazy("Last of the ranking."),
    "last_of_group": gettext_lazy("Last of its group."),
    "last_of_stage": gettext_lazy("Last of stage %(stage)s: those behind did not play it."),
    # in a bracket, beside its main line
    "plays_preliminary": gettext_lazy("Plays a preliminary match."),
    "lost_preliminary": gettext_lazy("Lost the preliminary match."),
    "plays_for_third_place": gettext_lazy("Plays for the third place."),
    "won_third_place": gettext_lazy("Won the match for the third place."),
    "lost_third_place": gettext_lazy("Lost the match for the third place."),
    "seat_taken": gettext_lazy("Won, but another has played the next match and keeps it."),
}


PAIRED: dict[str, Promise] = {
    # the first round
    "first_round_fold": gettext_lazy("First round: the better half meets the other."),
    "bye_last_number": gettext_lazy("Bye: it has the last number, %(number)s."),
    # a pairing
    "same_points": ngettext_lazy(
        "Both have %(points)s point.", "Both have %(points)s points.", "points"
    ),
    "across_score_groups": ngettext_lazy(
        "%(points)s point against %(against)s: no opponent with as many was left.",
        "%(points)s points against %(against)s: no opponent with as many was left.",
        "points",
    ),
    "rematch_unavoidable": gettext_lazy(
        "They have met before: any other pairing of the round would be worse."
    ),
    "clubmates_unavoidable": gettext_lazy(
        "Of one club: any other pairing of the round would be worse."
    ),
    "forced_pairing": gettext_lazy("Put together by the organizer."),
    "neighbours": gettext_lazy("Place %(place)s against place %(against)s."),
    # a bye
    "bye_of_the_last": gettext_lazy("Bye: of those with the fewest points, nobody has had fewer."),
    "bye_above_the_last": gettext_lazy("Bye: everybody below has had one already, or must play."),
    "second_bye_unavoidable": gettext_lazy("Bye again: everybody here has had one already."),
    "bye_of_place": gettext_lazy("Bye, from place %(place)s."),
}
"""Why two entries meet, or one has the bye, in a round that was paired by the standings."""


WHYS = MadeSentences()
"""The reasons for places and pairings, in the form of ``wording.sentences``."""


@WHYS.add_each(PAIRED)
def word_pairing_reason(code: str, params: Mapping[str, Any], _sides: Sequence[str]) -> str:
    return describe_pairing(code, params)


@WHYS.add_each(PLACINGS)
def word_placing_reason(code: str, params: Mapping[str, Any], _sides: Sequence[str]) -> str:
    return describe_placing(code, params)


def describe_pairing(code: str, params: Mapping[str, Any]) -> str:
    """Why a pairing was made."""
    return str(PAIRED[code] % Params(params))


def word_ending(why: str, winner: int | None, sides: Sequence[str] = ()) -> str:
    """Why a game ended, with the names of the two sides."""
    if winner is None:
        ending = STOPPED if why == "stopped" else TIED
        return str(ending)
    words = {"winner": word_side(winner, sides), "loser": word_side(1 - winner, sides)}
    return str(ENDINGS[why]) % words


def describe_placing(code: str, params: Mapping[str, Any]) -> str:
    """Why an entry has its place."""
    words = Params(params)
    # A round of a knock-out has a name by its distance from the final.
    if "round" in words and "of" in words:
        words["in_round"] = put_round_in_sentence(words["round"], words["of"])
    if params.get("metric") in METRICS:
        words["metric"] = put_metric_in_sentence(params["metric"])
        words["mine"] = value(params.get("mine"))
        words["theirs"] = value(params.get("theirs"))
    return str(PLACINGS[code]) % words
