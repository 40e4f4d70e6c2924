"""The words of the formats of play, and the format of a match in a sentence."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.registry import rulebook
from wording.format_rules import (
    CLUB_LEVEL,
    CONSOLATION_RULES,
    DANESE_RULES,
    DOUBLE_RULES,
    FIRST,
    GROUP_STAGE_RULES,
    GROUPING_RULES,
    GROUPS,
    KNOCKOUT_RULES,
    LEGS,
    PLACES,
    QUALIFYING_RULES,
    ROUND_ROBIN_RULES,
    ROUNDS,
    SITTINGS_RULES,
    SUMMARIES,
    SWISS_RULES,
    THIRD_PLACE,
)
from wording.games import OptionWords, find_game_words
from wording.numbers import join_words, score

__all__ = ["FORMATS", "GROUPS", "FormatWords", "find_unit", "word_match_format"]
FormatRule: TypeAlias = Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class FormatWords:
    """The name of a format of play, and the words of its options.

    ``summary``: the format in one sentence of the regulation. ``rules``: by the name of an option,
    the function that makes its sentence from all options; it returns an empty text if another
    sentence covers it. An option without a rule is printed as its label and choice.
    """

    name: Promise
    options: Mapping[str, OptionWords]
    summary: Promise | str = ""
    rules: Mapping[str, FormatRule] = field(default_factory=dict)


FORMATS: dict[str, FormatWords] = {
    "single_elimination": FormatWords(
        summary=SUMMARIES["single_elimination"],
        rules={**KNOCKOUT_RULES, **GROUPING_RULES},
        name=gettext_lazy("Knock-out"),
        options={"third_place": THIRD_PLACE, **GROUPS},
    ),
    "double_elimination": FormatWords(
        summary=SUMMARIES["double_elimination"],
        rules={**DOUBLE_RULES, **GROUPING_RULES},
        name=gettext_lazy("Double elimination"),
        options={
            "reset": OptionWords(
                gettext_lazy("The final may be played twice"),
                gettext_lazy("If the winner of the losers wins it: only then have both lost once."),
            ),
            **GROUPS,
        },
    ),
    "consolation": FormatWords(
        summary=SUMMARIES["consolation"],
        rules={**CONSOLATION_RULES, **GROUPING_RULES},
        name=gettext_lazy("Knock-out with the losers’ bracket"),
        options={
            "losers_of": OptionWords(
                gettext_lazy("Losers of these rounds play on"),
                gettext_lazy("Numbers of rounds, with commas between: 1, 2."),
            ),
            "places": PLACES,
            "third_place": THIRD_PLACE,
            **GROUPS,
        },
    ),
    "swiss": FormatWords(
        summary=SUMMARIES["swiss"],
        rules={**SWISS_RULES, **GROUPING_RULES},
        name=gettext_lazy("Swiss"),
        options={
            "rounds": ROUNDS,
            "accelerated": OptionWords(
                gettext_lazy("Accelerated rounds"),
                gettext_lazy("In this number of first rounds the better half has one win more."),
            ),
            "first": FIRST,
            "club_level": CLUB_LEVEL,
            **GROUPS,
        },
    ),
    "danese": FormatWords(
        summary=SUMMARIES["danese"],
        rules={**DANESE_RULES, **GROUPING_RULES},
        name=gettext_lazy("Danese, first against second"),
        options={
            "rounds": ROUNDS,
            "rematches": OptionWords(
                gettext_lazy("Rematches allowed"),
                gettext_lazy("Whether neighbours in the ranking meet though they have met."),
            ),
            "first": FIRST,
            "club_level": CLUB_LEVEL,
            **GROUPS,
        },
    ),
    "qualifying": FormatWords(
        summary=SUMMARIES["qualifying"],
        rules={**QUALIFYING_RULES, **GROUPING_RULES},
        name=gettext_lazy("Qualifying, everything counts"),
        options={
            "rounds": OptionWords(
                gettext_lazy("How many matches everybody plays"),
                gettext_lazy("Against others each time; the sum of all points ranks."),
            ),
            **GROUPS,
        },
    ),
    "round_robin": FormatWords(
        summary=SUMMARIES["round_robin"],
        rules={**ROUND_ROBIN_RULES, **GROUPING_RULES},
        name=gettext_lazy("All against all"),
        options={"legs": LEGS, **GROUPS},
    ),
    "groups": FormatWords(
        summary=SUMMARIES["groups"],
        rules=GROUP_STAGE_RULES,
        name=gettext_lazy("Groups, all against all"),
        options={
            "group_size": OptionWords(
                gettext_lazy("Entries in a group"),
                gettext_lazy("As many groups as needed to respect this size."),
            ),
            "legs": LEGS,
            **GROUPS,
            "groups": OptionWords(
                gettext_lazy("Number of groups"),
                gettext_lazy("Empty: by the size of a group."),
            ),
        },
    ),
    "sittings": FormatWords(
        summary=SUMMARIES["sittings"],
        rules={**SITTINGS_RULES, **GROUPING_RULES},
        name=gettext_lazy("Sittings, each for himself"),
        options={
            "rounds": OptionWords(
                gettext_lazy("How many sittings"),
                gettext_lazy("At other tables each time, as far as there are tables."),
            ),
            "table_size": OptionWords(
                gettext_lazy("Players at a table"), gettext_lazy("Five in Trionfo.")
            ),
            **GROUPS,
        },
    ),
}


def find_unit(document: Mapping[str, Any]) -> str:
    """The unit of the totals of a match: points or thirds."""
    first_game = document["games"][0]
    book = rulebook(first_game["game"])
    return book.unit(book.read_options(first_game.get("options", {})))


def word_match_format(document: Mapping[str, Any]) -> str:
    """The format of a match in one sentence: "Best of three games to 41." """
    games, wins = document["games"], document["wins"]
    is_mixed = len({game["game"] for game in games}) > 1
    goals: list[str] = []
    for game in games:
        goal = word_target(game)
        if is_mixed:
            # "Marafone to 41"; a game without a target has only its name.
            goal = f"{find_game_words(game['game']).name} {goal}".rstrip()
        goals.append(goal)
    if len(games) == 1:
        return _("One game %(goal)s.") % {"goal": goals[0]}
    params = {"wins": wins, "count": len(games)}
    best_of = {3: _("Best of three games"), 5: _("Best of five games")}
    is_majority = wins == len(games) // 2 + 1
    if wins is None:
        length = ngettext("%(count)s game", "%(count)s games, all played", len(games)) % params
    elif is_majority and len(games) in best_of:
        length = best_of[len(games)]
    else:
        length = _("%(wins)s games to win out of %(count)s") % params
    if len(set(goals)) == 1:
        return _("%(match)s %(goal)s.") % {"match": length, "goal": goals[0]}
    return _("%(match)s: %(goals)s.") % {"match": length, "goals": join_words(goals)}


def word_target(game: Mapping[str, Any]) -> str:
    """The length of a game: "to 41", "of 8 hands"; empty if it has neither."""
    if game.get("hands"):
        count = game["hands"]
        return ngettext("of %(count)s hand", "of %(count)s hands", count) % {"count": count}
    book = rulebook(game["game"])
    options = book.read_options(game.get("options", {}))
    target = book.target(options)
    if target is None:
        return ""
    return _("to %(target)s") % {"target": score(target, book.unit(options))}
