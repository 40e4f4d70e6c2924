"""Where in an event: rounds by their names, games of a match, places and shared places."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

MAIN, THIRD = "main", "third"

ROUNDS: tuple[Promise, ...] = (
    gettext_lazy("Final"),
    gettext_lazy("Semifinals"),
    gettext_lazy("Quarterfinals"),
    gettext_lazy("Round of 16"),
    gettext_lazy("Round of 32"),
    gettext_lazy("Round of 64"),
    gettext_lazy("Round of 128"),
)
"""The rounds of a knock-out, from its end."""

IN_ROUND: tuple[Promise, ...] = (
    gettext_lazy("in the final"),
    gettext_lazy("in the semifinals"),
    gettext_lazy("in the quarterfinals"),
    gettext_lazy("in the round of 16"),
    gettext_lazy("in the round of 32"),
    gettext_lazy("in the round of 64"),
    gettext_lazy("in the round of 128"),
)

MATCHES: tuple[Promise, ...] = (
    gettext_lazy("final"),
    gettext_lazy("semifinal %(number)s"),
    gettext_lazy("quarterfinal %(number)s"),
    gettext_lazy("match %(number)s of the round of 16"),
    gettext_lazy("match %(number)s of the round of 32"),
    gettext_lazy("match %(number)s of the round of 64"),
    gettext_lazy("match %(number)s of the round of 128"),
)

WINNERS: tuple[Promise, ...] = (
    gettext_lazy("winner of the final"),
    gettext_lazy("winner of semifinal %(number)s"),
    gettext_lazy("winner of quarterfinal %(number)s"),
    gettext_lazy("winner of match %(number)s, round of 16"),
    gettext_lazy("winner of match %(number)s, round of 32"),
    gettext_lazy("winner of match %(number)s, round of 64"),
    gettext_lazy("winner of match %(number)s, round of 128"),
)


def round_name(section: str, number: int, length: int, pairings: int = 0) -> str:
    """Round ``number`` of a section of ``length`` rounds: Quarterfinals, or Round 2."""
    if section == THIRD:
        return _("Third place")
    left = length - number
    if section == MAIN and left < len(ROUNDS):
        return str(ROUNDS[left])
    return _("Round %(number)s") % {"number": number}


def in_round(number: int, length: int) -> str:
    """Where somebody lost: in the quarterfinals."""
    left = length - number
    if left < len(IN_ROUND):
        return str(IN_ROUND[left])
    return _("in round %(number)s") % {"number": number}


def source_words(source: str, code: str | None, length: int) -> str:
    """Who will sit in an empty slot: "winner of quarterfinal 3". ``code`` is the pairing it is
    filled from (``main-3-3``), ``length`` the number of rounds of the main section."""
    section, round_, number = (code or "").split("-") if code else ("", "", "")
    if source == "LOSER_OF" and section == MAIN:
        return _("loser of semifinal %(number)s") % {"number": number}
    if source != "WINNER_OF" or section != MAIN:
        return _("to come")
    left = length - int(round_)
    if left < len(WINNERS):
        return str(WINNERS[left]) % {"number": number}
    params = {"number": number, "round": round_}
    return _("winner of match %(number)s, round %(round)s") % params


def game_name(number: int, games: int, wins: int | None) -> str:
    """The game ``number`` (from 0) of a match; the last possible one is the bella."""
    if games == 1:
        return _("The game")
    if wins is not None and number == games - 1:
        return _("Bella")
    names = (
        _("First game"),
        _("Second game"),
        _("Third game"),
        _("Fourth game"),
    )
    if number < len(names):
        return names[number]
    return _("Game %(number)s") % {"number": number + 1}


def place(first: int, last: int) -> str:
    """A place, or the places that are shared: 1, 5–8."""
    return str(first) if first == last else f"{first}–{last}"


def tables_in_words(count: int) -> str:
    """How many tables."""
    return ngettext("%(count)s table", "%(count)s tables", count) % {"count": count}
