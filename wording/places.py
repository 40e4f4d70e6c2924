"""Where in an event: rounds by their names, games of a match, places and shared places."""

import re

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wording.numbers import ordinal

MAIN, LOSERS, FINAL, THIRD, PLAY_OFF = "main", "losers", "final", "third", "play_off"

_CODE = re.compile(r"(?:g\d+-)?(main|losers|final)-(\d+)-(\d+)")
"""The code of a pairing of a bracket: its group where there are several, section, round, number."""

ROUNDS: tuple[Promise, ...] = (
    gettext_lazy("Final"),
    gettext_lazy("Semifinals"),
    gettext_lazy("Quarterfinals"),
    gettext_lazy("Round of 16"),
    gettext_lazy("Round of 32"),
    gettext_lazy("Round of 64"),
)
"""The rounds of a knock-out, from its end; the ones before are counted from the first."""

IN_ROUND: tuple[Promise, ...] = (
    gettext_lazy("in the final"),
    gettext_lazy("in the semifinals"),
    gettext_lazy("in the quarterfinals"),
    gettext_lazy("in the round of 16"),
    gettext_lazy("in the round of 32"),
    gettext_lazy("in the round of 64"),
)

WINNERS: tuple[Promise, ...] = (
    gettext_lazy("winner of the final"),
    gettext_lazy("winner of semifinal %(number)s"),
    gettext_lazy("winner of quarterfinal %(number)s"),
    gettext_lazy("winner of match %(number)s, round of 16"),
    gettext_lazy("winner of match %(number)s, round of 32"),
    gettext_lazy("winner of match %(number)s, round of 64"),
)

COUNTED: tuple[Promise, ...] = (
    gettext_lazy("First round"),
    gettext_lazy("Second round"),
    gettext_lazy("Third round"),
    gettext_lazy("Fourth round"),
    gettext_lazy("Fifth round"),
    gettext_lazy("Sixth round"),
)

ALONE: dict[str, Promise] = {
    THIRD: gettext_lazy("Final for the third place"),
    PLAY_OFF: gettext_lazy("Play-off"),
}
"""Sections that have one round."""

GAMES: tuple[Promise, ...] = (
    gettext_lazy("First game"),
    gettext_lazy("Second game"),
    gettext_lazy("Third game"),
    gettext_lazy("Fourth game"),
    gettext_lazy("Fifth game"),
)


def round_name(section: str, number: int, length: int, pairings: int) -> str:
    """Round ``number`` (from 1) of a section of ``length`` rounds: Quarterfinals, Second round.

    Only a round whose ``pairings`` halve down to one match has a name of its own.
    """
    if section in ALONE:
        return str(ALONE[section])
    if section == FINAL:
        return _("Grand final") if number == 1 else _("Second grand final")
    if section == LOSERS:
        return _("Losers, round %(number)s") % {"number": number}
    left = length - number
    if section == MAIN and left < len(ROUNDS) and pairings == 2**left:
        return str(ROUNDS[left])
    if number <= len(COUNTED):
        return str(COUNTED[number - 1])
    return _("Round %(number)s") % {"number": number}


def in_round(number: int, length: int) -> str:
    """Where somebody lost in a knock-out: in the quarterfinals."""
    left = length - number
    if left < len(IN_ROUND):
        return str(IN_ROUND[left])
    return _("in round %(number)s") % {"number": number}


def source_words(source: str, code: str | None, length: int) -> str:
    """Who will sit in an empty slot: "winner of quarterfinal 3". ``code`` is the pairing it is
    filled from (``main-3-3``), ``length`` the number of rounds of the main section."""
    found = _CODE.fullmatch(code or "")
    if found is None:
        return _("to come")
    section, round_, number = found.groups()
    params = {"number": number, "round": round_}
    if section == FINAL:
        return _("from the first grand final")
    if section == LOSERS:
        winners = _("winner of match %(number)s, losers’ round %(round)s")
        losers = _("loser of match %(number)s, losers’ round %(round)s")
        return (losers if source == "LOSER_OF" else winners) % params
    return _from_main(source, length - int(round_)) % params


def _from_main(source: str, left: int) -> str:
    """The sentence for a place that is filled from the main section, as a format string with the
    ``number`` of the match and its ``round``; ``left``: the rounds after that one."""
    if source == "LOSER_OF":
        semifinal = _("loser of semifinal %(number)s")
        return semifinal if left == 1 else _("loser of match %(number)s, round %(round)s")
    if left < len(WINNERS):
        return str(WINNERS[left])
    return _("winner of match %(number)s, round %(round)s")


def group_name(number: int, name: str = "") -> str:
    """A group by its name, else by its letter: Group A … Z, then by its number."""
    if name:
        return name
    return _("Group %(label)s") % {"label": group_letter(number)}


LETTERS = 26


def group_letter(number: int) -> str:
    """A … Z, then the number."""
    return chr(ord("A") + number - 1) if 1 <= number <= LETTERS else str(number)


def group_in_full(number: int, name: str = "", place: str = "") -> str:
    """A group by its letter, its name and its place: Group A · Bar Sport."""
    parts = (group_name(number), name, place)
    return " · ".join(dict.fromkeys(part for part in parts if part))


def match_name(round_: str, number: int) -> str:
    """A match within its event: Semifinals, match 2."""
    return _("%(round)s, match %(number)s") % {"round": round_, "number": number}


def game_name(index: int, games: int, wins: int | None) -> str:
    """The game ``index`` (from 0) of a match. The bella is the one that must decide: the last of
    as many games as can be played until one side has its ``wins``."""
    if games == 1:
        return _("The game")
    if wins is not None and index == games - 1 == 2 * wins - 2:
        return _("Bella")
    if index < len(GAMES):
        return str(GAMES[index])
    return _("Game %(number)s") % {"number": index + 1}


def place(first: int, last: int) -> str:
    """A place, or the places that are shared, as they stand in a table: 1, 5–8."""
    return str(first) if first == last else f"{first}–{last}"


def place_words(first: int, last: int) -> str:
    """A place, or the places that are shared, in a sentence: 1st place, 5th to 8th place."""
    if first == last:
        return _("%(place)s place") % {"place": ordinal(first)}
    return _("%(first)s to %(last)s place") % {"first": ordinal(first), "last": ordinal(last)}
