"""The chapters on matches: their games one by one, then the rules of each kind of game."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from competition.regulation import RegulationFacts
from rules.contract import Rule
from rules.registry import rulebook
from wording.formats import match_words
from wording.games import words_of
from wording.games.contract import in_sentence
from wording.numbers import join_words
from wording.places import game_name
from wording.stages import stage_name


@dataclass(frozen=True, slots=True)
class _PlayedGame:
    """A game of a match: where it is played (stage and number), and its document."""

    stage: str
    name: str
    document: Mapping[str, Any]


def match_chapters(facts: RegulationFacts) -> Iterator[tuple[str, list[str]]]:
    """The title and rules of each kind of game that is played in any stage."""
    played = list(_list_played_games(facts))
    for kind in dict.fromkeys(game.document["game"] for game in played):
        rules = _game_rules([game for game in played if game.document["game"] == kind])
        yield _("The rules of %(game)s") % {"game": words_of(kind).name}, list(rules)


def _list_played_games(facts: RegulationFacts) -> Iterator[_PlayedGame]:
    """The games of every stage; stages that play the same match are described once."""
    matches: list[tuple[Mapping[str, Any], list[str]]] = []
    for stage in facts.stages:
        document: Mapping[str, Any] = stage.match or facts.match
        title = stage_name(stage.name, stage.format)
        known = next((names for match, names in matches if match == document), None)
        if known is None:
            matches.append((document, [title]))
        elif title not in known:
            known.append(title)
    for document, names in matches:
        where = join_words(names) if len(matches) > 1 else ""
        yield from _games_of(document, where)


def _games_of(document: Mapping[str, Any], where: str = "") -> Iterator[_PlayedGame]:
    games, wins = document["games"], document["wins"]
    for index, game in enumerate(games):
        yield _PlayedGame(where, game_name(index, len(games), wins), game)


def regulation_of(document: Mapping[str, Any]) -> tuple[str, ...]:
    """The format of a match, then the rules of its games in the order in which one needs them.
    Where a match mixes games each has its own, under its name."""
    played = list(_games_of(document))
    kinds = list(dict.fromkeys(game.document["game"] for game in played))
    said = list(match_rules(document))
    for kind in kinds:
        if len(kinds) > 1:
            said.append(f"{words_of(kind).name}:")
        said += _game_rules([game for game in played if game.document["game"] == kind])
    return tuple(said)


def match_rules(document: Mapping[str, Any]) -> Iterator[str]:
    """How a match is won, from each field of the document of its format."""
    for rule in MATCH_RULES.values():
        yield from rule(document)


def _word_games(document: Mapping[str, Any]) -> Iterator[str]:
    """The games one by one with their targets, and how one over hands ends."""
    yield match_words(document)
    if _has_hands(document):
        yield _("After the last hand the higher total wins the game; equal totals are a draw.")


def _word_wins(document: Mapping[str, Any]) -> Iterator[str]:
    """What decides where the games that must be won are not enough to tell."""
    if document["wins"] is None and len(document["games"]) > 1:
        yield _("The side with more games wins the match; with equal games it is drawn.")
    if document["wins"] is not None and _has_hands(document):
        yield _("A match in which neither side wins enough games is drawn.")


def _has_hands(document: Mapping[str, Any]) -> bool:
    return any(game.get("hands") for game in document["games"])


MATCH_RULES: dict[str, Callable[[Mapping[str, Any]], Iterator[str]]] = {
    "games": _word_games,
    "wins": _word_wins,
    "unfinished": lambda document: iter(()),
}
"""The sentences of each field of the document of a match's format, by its name. What a match is
worth that is not played out depends on the stage's format: it stands in ``stages.py``."""


def _game_rules(played: Sequence[_PlayedGame]) -> Iterator[str]:
    """The rules of games of one kind. What holds in some of them alone says in which."""
    words = words_of(played[0].document["game"])
    rules_of_each = [_rules_of(game.document) for game in played]
    for rule in _merge_rules(rules_of_each):
        having = [game for game, rules in zip(played, rules_of_each, strict=True) if rule in rules]
        text = words.rules[rule.code](rule.params)
        if len(having) < len(played):
            params = {"games": _names_of(having, played), "rule": in_sentence(text)}
            text = _("%(games)s: %(rule)s") % params
        yield text


def _rules_of(document: Mapping[str, Any]) -> list[Rule]:
    book = rulebook(document["game"])
    rules = book.regulation(book.options(document.get("options", {})))
    return [rule for rule in rules if not (rule.to_target and document.get("hands"))]


def _merge_rules(lists: Iterable[Sequence[Rule]]) -> list[Rule]:
    """All rules once: those of a later list stand behind the rule of the same code, or behind the
    one that they follow there."""
    merged: list[Rule] = []
    for rules in lists:
        before = -1
        for rule in rules:
            if rule in merged:
                before = merged.index(rule)
                continue
            same = [at for at, other in enumerate(merged) if other.code == rule.code]
            before = (same[-1] if same else before) + 1
            merged.insert(before, rule)
    return merged


def _names_of(having: Sequence[_PlayedGame], played: Sequence[_PlayedGame]) -> str:
    """In which games a rule holds: "First game and second game", "Final", "Final: bella"."""
    names = []
    for stage in dict.fromkeys(game.stage for game in having):
        here = [game.name for game in having if game.stage == stage]
        everything = here == [game.name for game in played if game.stage == stage]
        games = join_words([here[0], *map(in_sentence, here[1:])])
        if not stage:
            names.append(games)
        elif everything:
            names.append(stage)
        else:
            names.append(_("%(stage)s, %(game)s") % {"stage": stage, "game": in_sentence(games)})
    return join_words(names)
