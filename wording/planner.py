"""What can be played in an evening, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from competition.forecast.planner import Proposal

PROPOSALS: dict[str, Promise] = {
    "knockout": gettext_lazy("Knock-out"),
    "losers_play_on": gettext_lazy("Knock-out, and a bracket for the losers of the first round"),
    "second_chance": gettext_lazy("Knock-out with a losers’ bracket: two defeats and out"),
    "swiss_4": gettext_lazy("Swiss, four rounds"),
    "swiss_5": gettext_lazy("Swiss, five rounds"),
    "groups_and_bracket": gettext_lazy("Groups of four, then a bracket for the first two"),
    "everybody": gettext_lazy("Everybody against everybody"),
}


def name_proposal(proposal: Proposal) -> str:
    """A way to play, with how long its matches are: Knock-out, one game."""
    games = _("one game a match") if proposal.games == 1 else _("best of three games")
    return f"{PROPOSALS[proposal.code]}, {games}"


def word_guaranteed_matches(proposal: Proposal) -> str:
    """How many matches every pair plays."""
    text = ngettext(
        "at least %(count)s match for everybody",
        "at least %(count)s matches for everybody",
        proposal.guaranteed,
    )
    return text % {"count": proposal.guaranteed}


def word_match_count(matches: int) -> str:
    """How many matches there are in all."""
    return ngettext("%(count)s match in all", "%(count)s matches in all", matches) % {
        "count": matches
    }


def word_length(seconds: int) -> str:
    """How long it lasts, to ten minutes: lasts about 4 h 30."""
    hours, minutes = _split_length(seconds)
    return _("Lasts about %(hours)s h %(minutes)s") % {"hours": hours, "minutes": minutes}


def word_long_length(seconds: int) -> str:
    """How long one lasts that is too long for an evening."""
    hours, minutes = _split_length(seconds)
    text = _("About %(hours)s h %(minutes)s of play: more than one evening")
    return text % {"hours": hours, "minutes": minutes}


def word_first_evening(end: str) -> str:
    """Of an event of several evenings, the end of the first."""
    return _("First evening. %(end)s") % {"end": end}


def _split_length(seconds: int) -> tuple[str, str]:
    tens = (seconds + 300) // 600
    return str(tens // 6), f"{tens % 6 * 10:02}"
