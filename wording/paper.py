"""Results without hands, in words: why they cannot be, and what was understood."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.contract import Totals
from wording.numbers import against, join_scores
from wording.params import Params, word_side
from wording.places import GAMES
from wording.violations import MadeSentences

MOST_TYPED = 4
"""Games of an example."""

_RESULTS: dict[str, Promise] = {
    # what was typed
    "score_missing": gettext_lazy(
        "Write the result: the games, 1 0 or 2 1, or the points of each."
    ),
    "result_unreadable": gettext_lazy(
        "“%(typed)s” cannot be read as a result: write the games, 1 0 or 2 1, or the points of"
        " each, with a space between the numbers."
    ),
    "result_of_two_winners": gettext_lazy("Only one side has won a game: write one asterisk."),
    "result_undecided": gettext_lazy(
        "With %(score)s nobody has won the match yet: write all of its games."
    ),
    "result_too_long": gettext_lazy(
        "The match is over before this (%(game)s): leave it out, or correct the games before it."
    ),
    "table_missing": gettext_lazy("Write the number of a table."),
    "table_unknown": gettext_lazy("There is no match to write at table %(number)s."),
    "match_unknown": gettext_lazy("There is no match with number %(number)s in this round."),
    "match_needs_group": gettext_lazy(
        "In this round groups play side by side: write the letter too, A%(number)s."
    ),
    "table_written": gettext_lazy(
        "Number %(number)s (%(round)s) is written already, %(score)s. Correct it on its sheet."
    ),
    "table_changed": gettext_lazy(
        "The match that was shown for number %(number)s cannot be written any more: its round has"
        " changed. Look again at what is played there."
    ),
    # totals and games that cannot be
    "total_by_side": gettext_lazy("Write %(sides)s numbers, one for each side."),
    "games_fewer_than_played": gettext_lazy(
        "More games than these are on the sheet already: look at the sheet."
    ),
}

_OF_A_GAME: dict[str, Promise] = {
    "result_incomplete": gettext_lazy("%(game)s: a number is missing."),
    "result_not_on_sheet": gettext_lazy(
        "%(game)s: the sheet says %(score)s. Correct the paper, or the sheet."
    ),
    "total_tied": gettext_lazy("%(game)s cannot end %(score)s. One side must have more."),
    "total_below_target": gettext_lazy(
        "%(game)s cannot end %(score)s. One side must have %(target)s at least."
    ),
    "total_needs_winner": gettext_lazy(
        "%(game)s: with %(score)s it counts who got there first. Put an asterisk after its number:"
        " %(marked)s."
    ),
    "total_of_another_winner": gettext_lazy("%(game)s: with %(score)s the other side has won."),
    "total_too_high": gettext_lazy(
        "%(game)s cannot end %(score)s. Nobody can have more than %(most)s."
    ),
    "total_too_low": gettext_lazy(
        "%(game)s cannot end %(score)s. Nobody can have less than %(least)s."
    ),
    "total_sum_impossible": gettext_lazy(
        "%(game)s cannot end %(score)s. After %(hands)s hands both have from %(least)s to %(most)s"
        " together, not %(sum)s."
    ),
}

_NUMBERS_OF_MANY_MISSING = gettext_lazy(
    "%(game)s: %(sides)s numbers are needed, one for each; there are %(numbers)s."
)
_SUM_IS_FIXED = gettext_lazy(
    "%(game)s cannot end %(score)s. After %(hands)s hands all of them together have %(least)s, not"
    " %(sum)s."
)
_MAY_END_EARLY = gettext_lazy(
    "%(game)s cannot end %(score)s. One side must have %(target)s at least; if it was claimed, put"
    " an asterisk after the number of the winner: %(marked)s."
)

PAPER = MadeSentences()
"""By code, why a result is refused."""


@PAPER.add_each((*_RESULTS, *_OF_A_GAME))
def word_refused_result(code: str, params: Mapping[str, Any], sides: Sequence[str]) -> str:
    words = Params(params)
    if "side" in params:
        words["side"] = word_side(params["side"], sides)
    if "game" in params:
        words["game"] = describe_game(params["game"])
    score = params.get("totals", params.get("score"))
    if score is not None:
        words["score"] = against(score, "points")
        # How a winner is marked that the numbers do not show. Either side may be the winner, also
        # the one with less.
        words["marked"] = " / ".join(f"{number}*" for number in score)
    # A game that may be claimed can end below its target, if the claimer is marked as its winner.
    if code == "total_below_target" and params.get("can_end_early"):
        return str(_MAY_END_EARLY) % words
    if code == "result_incomplete" and params["sides"] > 2:
        words["numbers"] = params["numbers"] % params["sides"]
        return str(_NUMBERS_OF_MANY_MISSING) % words
    if code == "total_sum_impossible" and params["least"] == params["most"]:
        return str(_SUM_IS_FIXED) % words
    return str({**_RESULTS, **_OF_A_GAME}[code]) % words


@PAPER.add("games_not_decided")
def word_undecided_games(params: Mapping[str, Any], _sides: Sequence[str]) -> str:
    score = against(params["score"], "points")
    if params["needed"] is None:
        return _("%(score)s is not the end of this match: all %(most)s games are played.") % {
            "score": score,
            "most": params["most"],
        }
    if params["most"] == 1:
        return _("%(score)s is not the end of this match: it has only one game.") % {"score": score}
    return _(
        "%(score)s is not the end of this match: it is won with %(needed)s games, of %(most)s at"
        " most."
    ) % {"score": score, "needed": params["needed"], "most": params["most"]}


def join_typed_scores(scores: Sequence[Totals]) -> str:
    """Numbers by side as they are typed: 41 35 / 38 41 / 41 30; of a long match the first games."""
    games = [join_scores(numbers, "points", " ") for numbers in scores[:MOST_TYPED]]
    if len(scores) > MOST_TYPED:
        games.append("…")
    return " / ".join(games)


def describe_game(index: int) -> str:
    """A game of a match by its number: First game."""
    if index < len(GAMES):
        return str(GAMES[index])
    return _("Game %(number)s") % {"number": index + 1}


def describe_superseded(line: int) -> str:
    """Why a line of a game does not count, whose result was written later."""
    return _("replaced by the result in line %(line)s") % {"line": line}
