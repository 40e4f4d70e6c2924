"""Unfinished matches in words: how one ended, and the rules of an event for them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.core.unfinished import UnfinishedRules
from wording.games.contract import OptionWords
from wording.params import word_side

CASES: dict[str, Promise] = {
    "walkover": gettext_lazy("Walkover: a side is not there"),
    "retirement": gettext_lazy("Retirement: a side leaves the match"),
    "disqualification": gettext_lazy("Disqualification from the match"),
    "double_forfeit": gettext_lazy("Double forfeit: both sides lose"),
    "time": gettext_lazy("Time is up: the score stands"),
    "award": gettext_lazy("The referee awards the match"),
    "void": gettext_lazy("The match is void: it counts for nobody"),
}
"""The cases of an unfinished match, as choices of a form."""

LOST: dict[str, Promise] = {
    "walkover": gettext_lazy("Walkover: %(side)s not present"),
    "retirement": gettext_lazy("Retirement of %(side)s"),
    "disqualification": gettext_lazy("Disqualification of %(side)s"),
    "double_forfeit": gettext_lazy("Double forfeit: both sides lose the match"),
    "time": gettext_lazy("Time is up: the score stands"),
    "award": gettext_lazy("Match awarded by the referee against %(side)s"),
    "void": gettext_lazy("Match void: it counts for nobody"),
}
"""How a match ended, on its sheet. ``side`` is the one that loses."""

SHORT: dict[str, Promise] = {
    "walkover": gettext_lazy("walkover"),
    "retirement": gettext_lazy("retirement"),
    "disqualification": gettext_lazy("disqualification"),
    "double_forfeit": gettext_lazy("double forfeit"),
    "time": gettext_lazy("time is up"),
    "award": gettext_lazy("awarded"),
    "void": gettext_lazy("void"),
}
"""Shown next to a result."""

AWARD_DRAWN = gettext_lazy("Match declared drawn by the referee")

_SCORE = OptionWords(
    gettext_lazy("What the sheet shows"),
    gettext_lazy("Completed: 2–0 in a best of three, or what is missing to it."),
    {
        "completed": gettext_lazy("Completed to the least that decides the match"),
        "stands": gettext_lazy("The score as it stands"),
        "one_game": gettext_lazy("One game, the one being played"),
    },
)
# Options of several cases, in the same words for all of them.
_COUNTED = {
    "shown": gettext_lazy("As the sheet shows them"),
    "played": gettext_lazy("Only those played at the table"),
    "none": gettext_lazy("Nothing"),
}
_GAMES = OptionWords(gettext_lazy("Games that count in the ranking"), "", _COUNTED)
_POINTS = OptionWords(gettext_lazy("Points that count in the ranking"), "", _COUNTED)
_PLAYED = OptionWords(
    gettext_lazy("Counts as a played match"),
    gettext_lazy("In a Buchholz, and among the matches won at the table."),
)
_PLAYS_ON = OptionWords(
    gettext_lazy("The side that loses this way plays its later matches"),
    "",
    {
        "": gettext_lazy("Not in a knock-out, yes elsewhere"),
        "true": gettext_lazy("Yes"),
        "false": gettext_lazy("No, it is out"),
    },
)
_LEVEL = OptionWords(
    gettext_lazy("Tied when time is up"),
    "",
    {
        "": gettext_lazy("One more hand in a knock-out, a draw elsewhere"),
        "draw": gettext_lazy("A draw"),
        "hand": gettext_lazy("One more hand"),
    },
)

SETTINGS: dict[str, Mapping[str, OptionWords]] = {
    "walkover": {
        "score": _SCORE,
        "games": _GAMES,
        "points": _POINTS,
        "plays_on": _PLAYS_ON,
    },
    "retirement": {
        "score": _SCORE,
        "games": _GAMES,
        "points": _POINTS,
        "played": _PLAYED,
        "plays_on": _PLAYS_ON,
    },
    "disqualification": {
        "score": _SCORE,
        "games": _GAMES,
        "points": _POINTS,
        "played": _PLAYED,
        "plays_on": _PLAYS_ON,
    },
    "double_forfeit": {"games": _GAMES, "points": _POINTS, "plays_on": _PLAYS_ON},
    "time": {"level": _LEVEL},
    "award": {"games": _GAMES, "points": _POINTS},
}
"""By case, the settings of an event. A void match has none: it counts for nobody."""

TITLES: dict[str, Promise] = {
    "walkover": gettext_lazy("Walkover"),
    "retirement": gettext_lazy("Retirement"),
    "disqualification": gettext_lazy("Disqualification"),
    "double_forfeit": gettext_lazy("Double forfeit"),
    "time": gettext_lazy("Time is up"),
    "award": gettext_lazy("Referee’s award"),
}
"""The titles of the cases, above their settings and before their sentences in the regulation."""


def describe_unfinished_end(
    case: str, side: int | None, sides: Sequence[str] = (), *, advances: int | None = None
) -> str:
    """How an unfinished match ended, without its article. ``advances``: the side that takes the
    place in the next match, if the referee has named one."""
    # The referee may award a match without a loser: it is drawn.
    if case == "award" and side is None:
        return str(AWARD_DRAWN)
    ending = str(LOST[case]) % {"side": word_side(side, sides)}
    if advances is None:
        return ending
    place = _("%(side)s take the place in the next match") % {"side": word_side(advances, sides)}
    return f"{ending}; {place}"


def word_case_briefly(case: str) -> str:
    """How a match ended, shown next to its result; empty if it was played out."""
    return str(SHORT[case]) if case else ""


def describe_unfinished_rules(rules: UnfinishedRules) -> tuple[str, ...]:
    """The rules of an event in sentences, one text for each case; ``rules`` as a match stores them,
    where no value depends on the format of play any more."""
    retirement, disqualification = rules.retirement, rules.disqualification
    sentences_of_case: dict[str, tuple[Promise, ...]] = {
        "walkover": (_SHOWN_WALKOVER[rules.walkover.score], *_list_counted(rules.walkover)),
        "retirement": (_SHOWN[retirement.score], *_list_counted(retirement)),
        "disqualification": (_SHOWN[disqualification.score], *_list_counted(disqualification)),
        "double_forfeit": (_BOTH_LOSE, *_list_counted(rules.double_forfeit)),
        "time": (_TIME, _LEVELS[rules.time.level or "draw"]),
        "award": (_AWARD, *_list_counted(rules.award)),
    }
    texts: list[str] = []
    for case, sentences in sentences_of_case.items():
        joined = " ".join(str(sentence) for sentence in sentences)
        texts.append(_("%(case)s. %(rules)s") % {"case": TITLES[case], "rules": joined})
    texts.append(_("A match that the referee declares void counts for nobody."))
    return tuple(texts)


# A walkover comes before any play, so its sheet has nothing that could be kept or completed.
_SHOWN_WALKOVER: dict[str, Promise] = {
    "completed": gettext_lazy(
        "If a side is not there, the other wins every game it needs, to nothing."
    ),
    "stands": gettext_lazy("If a side is not there, the other wins the match without games."),
    "one_game": gettext_lazy("If a side is not there, the other wins the match and one game."),
}
_SHOWN: dict[str, Promise] = {
    "completed": gettext_lazy(
        "The other side wins the match; it is given the points and games that it still needs, and"
        " the side that leaves keeps what it has."
    ),
    "stands": gettext_lazy("The other side wins the match; the score stays as it is."),
    "one_game": gettext_lazy(
        "The other side wins the match and the game being played, with the points made so far."
    ),
}
_BOTH_LOSE = gettext_lazy("Both sides lose the match; the score stays as it is.")
_TIME = gettext_lazy(
    "The score stands: the side that has won more games wins; if they are tied, the side "
    "with more points in the current game, then in all games."
)
_LEVELS: dict[str, Promise] = {
    "draw": gettext_lazy("If they are still tied, the match is drawn."),
    "hand": gettext_lazy("If they are still tied, more hands are played until they are not."),
}
_AWARD = gettext_lazy("The referee says who has won, and with which games if need be.")
_COUNTED_GAMES: dict[str, Promise] = {
    "shown": gettext_lazy("The ranking counts the games shown on the sheet."),
    "played": gettext_lazy("The ranking counts only games won at the table."),
    "none": gettext_lazy("The ranking counts no games of it."),
}
_COUNTED_POINTS: dict[str, Promise] = {
    "shown": gettext_lazy("It counts the points shown on the sheet."),
    "played": gettext_lazy("It counts only points made at the table."),
    "none": gettext_lazy("It counts no points of it."),
}


def _list_counted(rule: Any) -> Iterator[Promise]:
    """What counts in the ranking. The rules of the cases have different fields in part."""
    yield _COUNTED_GAMES[rule.games]
    yield _COUNTED_POINTS[rule.points]
    if hasattr(rule, "played"):
        yield _COUNTS_AS_PLAYED if rule.played else _COUNTS_AS_FORFEIT
    if hasattr(rule, "plays_on"):
        yield _STAYS if rule.plays_on is not False else _LEAVES


_COUNTS_AS_PLAYED = gettext_lazy("If it had begun it counts as a played match.")
_COUNTS_AS_FORFEIT = gettext_lazy("It counts as a match that was not played.")
_STAYS = gettext_lazy("The side that loses this way plays its later matches.")
_LEAVES = gettext_lazy("The side that loses this way is out of the event.")
