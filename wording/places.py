"""The names of rounds, groups, matches and games, and places in a ranking."""

import re

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.grouping.letters import group_letter
from wording.numbers import ordinal

MAIN, LOSERS, FINAL, THIRD, PLAY_OFF = "main", "losers", "final", "third", "play_off"
PRELIMINARY = "preliminary"

_CODE = re.compile(r"(?:g\d+-)?(main|losers|final|preliminary)-(\d+)-(\d+)")
"""The code of a pairing of a bracket: its group (if there are several), section, round, number."""

ROUNDS: tuple[Promise, ...] = (
    gettext_lazy("Final"),
    gettext_lazy("Semifinals"),
    gettext_lazy("Quarterfinals"),
    gettext_lazy("Round of 16"),
    gettext_lazy("Round of 32"),
    gettext_lazy("Round of 64"),
)
"""The last rounds of a knock-out, from the final backwards; earlier ones are counted from the
first."""

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

TWO_ROUNDS: dict[str, tuple[Promise, Promise]] = {
    FINAL: (gettext_lazy("Grand final"), gettext_lazy("Second grand final")),
    PRELIMINARY: (
        gettext_lazy("Preliminary matches"),
        gettext_lazy("Losers, preliminary matches"),
    ),
}
"""Sections that have two rounds at most, with the names of both."""

GAMES: tuple[Promise, ...] = (
    gettext_lazy("First game"),
    gettext_lazy("Second game"),
    gettext_lazy("Third game"),
    gettext_lazy("Fourth game"),
    gettext_lazy("Fifth game"),
)


def name_round(section: str, number: int, length: int, pairings: int) -> str:
    """Round ``number`` (from 1) of a section of ``length`` rounds: Quarterfinals, Second round.

    ``pairings``: the number of its pairings, 0 outside a bracket.
    """
    if section in ALONE:
        return str(ALONE[section])
    if section in TWO_ROUNDS:
        first, second = TWO_ROUNDS[section]
        return str(first if number == 1 else second)
    if section == LOSERS:
        return _("Losers, round %(number)s") % {"number": number}
    rounds_left = length - number
    # "Quarterfinals" are four matches. In a bracket of another shape (several winners, a round of
    # a league) a round is only counted.
    if section == MAIN and rounds_left < len(ROUNDS) and pairings == 2**rounds_left:
        return str(ROUNDS[rounds_left])
    if number <= len(COUNTED):
        return str(COUNTED[number - 1])
    return _("Round %(number)s") % {"number": number}


def put_round_in_sentence(number: int, length: int) -> str:
    """A round of a knock-out in a sentence: "in the quarterfinals"."""
    rounds_left = length - number
    if rounds_left < len(IN_ROUND):
        return str(IN_ROUND[rounds_left])
    return _("in round %(number)s") % {"number": number}


def read_code(code: str | None) -> tuple[str, int, int] | None:
    """The section, round and number of a pairing of a bracket in its code; None for a code that
    others are not filled from."""
    code_match = _CODE.fullmatch(code or "")
    if code_match is None:
        return None
    section, round_, number = code_match.groups()
    return section, int(round_), int(number)


def word_source_briefly(source: str, number: int) -> str:
    """What an empty slot waits for, in a bracket with numbered matches: "winner 25"."""
    if source == "LOSER_OF":
        return _("loser %(number)s") % {"number": number}
    return _("winner %(number)s") % {"number": number}


BESIDE_MAIN = (FINAL, LOSERS, PRELIMINARY)
"""Sections of several rounds beside the main one."""


def word_source(source: str, code: str | None, length: int) -> str:
    """What an empty slot waits for: "winner of quarterfinal 3". ``code``: the pairing that it is
    filled from (``main-3-3``). ``length``: the number of rounds of the main section."""
    code_match = _CODE.fullmatch(code or "")
    if code_match is None:
        return _("to come")
    section, round_, number = code_match.groups()
    params = {"number": number, "round": round_}
    if section in BESIDE_MAIN:
        return _choose_source_beside(section, source, is_first=round_ == "1") % params
    rounds_left = length - int(round_)
    if source == "LOSER_OF" and rounds_left == 1:
        # The losers of the semifinals play for the third place.
        sentence = _("loser of semifinal %(number)s")
    elif source == "LOSER_OF":
        sentence = _("loser of match %(number)s, round %(round)s")
    elif rounds_left < len(WINNERS):
        sentence = str(WINNERS[rounds_left])
    else:
        sentence = _("winner of match %(number)s, round %(round)s")
    return sentence % params


def _choose_source_beside(section: str, source: str, *, is_first: bool) -> str:
    """The sentence for a slot that is filled from another section than the main one, with places
    for the ``number`` of the match and its ``round``."""
    # Only the second grand final is filled from the first.
    if section == FINAL:
        return _("from the first grand final")
    is_loser = source == "LOSER_OF"
    if section == LOSERS:
        if is_loser:
            return _("loser of match %(number)s, losers’ round %(round)s")
        return _("winner of match %(number)s, losers’ round %(round)s")
    if not is_first:
        return _("winner of preliminary match %(number)s of the losers")
    if is_loser:
        return _("loser of preliminary match %(number)s")
    return _("winner of preliminary match %(number)s")


def group_name(number: int, name: str = "") -> str:
    """The name of a group, or "Group" with its letter (with its number after Z)."""
    if name:
        return name
    return _("Group %(label)s") % {"label": group_letter(number)}


def group_in_full(number: int, name: str = "", place: str = "") -> str:
    """A group with its letter, its name and its venue: Group A · Bar Sport."""
    parts: list[str] = []
    for part in (group_name(number), name, place):
        # A group is often called after the bar in which it plays: once is enough.
        if part and part not in parts:
            parts.append(part)
    return " · ".join(parts)


def name_match(round_: str, number: int | str) -> str:
    """A match within its event: Semifinals, match 2. ``number``: on its sheet of paper, its label
    (competition.hall.match_labels)."""
    return _("%(round)s, match %(number)s") % {"round": round_, "number": number}


def name_game(index: int, games: int, wins: int | None) -> str:
    """The game ``index`` (from 0) of a match; ``wins``: the games that a side must win, if that
    ends the match."""
    if games == 1:
        return _("The game")
    # The bella is the game that must decide: it is played when both sides need one more, after
    # wins - 1 games each. So it has the index 2 * (wins - 1), and it must be the last.
    if wins is not None and index == games - 1 == 2 * (wins - 1):
        return _("Bella")
    if index < len(GAMES):
        return str(GAMES[index])
    return _("Game %(number)s") % {"number": index + 1}


def place(first: int, last: int) -> str:
    """A place, or shared places, in a table: 1, 5–8."""
    return str(first) if first == last else f"{first}–{last}"


def word_places(first: int, last: int) -> str:
    """A place, or shared places, in a sentence: 1st place, 5th to 8th place."""
    if first == last:
        return _("%(place)s place") % {"place": ordinal(first)}
    return _("%(first)s to %(last)s place") % {"first": ordinal(first), "last": ordinal(last)}
