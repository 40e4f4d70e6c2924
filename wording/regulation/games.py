"""The chapters on matches: how a match is won, and the rules of each kind of game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from competition.regulation import RegulationFacts
from rules.contract import Rule
from rules.registry import rulebook
from wording.formats import word_match_format
from wording.games import find_game_words
from wording.games.contract import put_in_sentence
from wording.numbers import join_words
from wording.places import name_game
from wording.stages import name_stage


@dataclass(frozen=True, slots=True)
class _PlayedGame:
    """A game of a match, and where it is played."""

    stage: str
    """The names of the stages that play this match; empty if all stages play the same."""
    name: str
    document: Mapping[str, Any]


def write_match_chapters(facts: RegulationFacts) -> Iterator[tuple[str, list[str]]]:
    """The title and the rules of each kind of game that is played in any stage."""
    # Stages that play the same match are described once. Pairs, because the document of a match is
    # a dict, which cannot be a key.
    matches: list[tuple[Mapping[str, Any], list[str]]] = []
    for stage in facts.stages:
        document: Mapping[str, Any] = stage.match or facts.match
        title = name_stage(stage)
        titles = next((titles for match, titles in matches if match == document), None)
        if titles is None:
            matches.append((document, [title]))
        elif title not in titles:
            titles.append(title)
    played: list[_PlayedGame] = []
    for document, titles in matches:
        stages = join_words(titles) if len(matches) > 1 else ""
        played += _list_games(document, stages)
    for kind, games in _group_by_kind(played).items():
        title = _("The rules of %(game)s") % {"game": find_game_words(kind).name}
        yield title, list(_word_game_rules(games))


def _group_by_kind(played: Iterable[_PlayedGame]) -> dict[str, list[_PlayedGame]]:
    """The games by the name of their rulebook, in the order in which these come first."""
    games_of_kind: dict[str, list[_PlayedGame]] = {}
    for game in played:
        games_of_kind.setdefault(game.document["game"], []).append(game)
    return games_of_kind


def _list_games(document: Mapping[str, Any], stages: str = "") -> Iterator[_PlayedGame]:
    games, wins = document["games"], document["wins"]
    for index, game in enumerate(games):
        yield _PlayedGame(stages, name_game(index, len(games), wins), game)


def word_match_regulation(document: Mapping[str, Any]) -> tuple[str, ...]:
    """The format of a match, then the rules of its games in the order in which players need them.
    If a match mixes games, each has its rules under its name."""
    games_of_kind = _group_by_kind(_list_games(document))
    sentences = list(word_match_rules(document))
    for kind, games in games_of_kind.items():
        if len(games_of_kind) > 1:
            sentences.append(f"{find_game_words(kind).name}:")
        sentences += _word_game_rules(games)
    return tuple(sentences)


def word_match_rules(document: Mapping[str, Any]) -> Iterator[str]:
    """How a match is won, from the document of its format. The value of unfinished matches depends
    on the stage too: it is in ``stages.py``."""
    games, wins = document["games"], document["wins"]
    has_hands = any(game.get("hands") for game in games)
    yield word_match_format(document)
    if has_hands:
        yield _("After the last hand the higher total wins the game; equal totals are a draw.")
    # Without ``wins`` all games are played; with hands a game, and so a match, may be drawn.
    if wins is None and len(games) > 1:
        yield _("The side with more games wins the match; with equal games it is drawn.")
    if wins is not None and has_hands:
        yield _("A match in which neither side wins enough games is drawn.")


def _word_game_rules(played: Sequence[_PlayedGame]) -> Iterator[str]:
    """The rules of games of one kind. A rule that holds only in some of them names these."""
    words = find_game_words(played[0].document["game"])
    rules_of_each: list[list[Rule]] = []
    for game in played:
        book, has_hands = rulebook(game.document["game"]), bool(game.document.get("hands"))
        rules = book.list_rules(book.read_options(game.document.get("options", {})))
        # In a game of a fixed number of hands nobody plays to a target.
        rules_of_each.append([rule for rule in rules if not (rule.to_target and has_hands)])
    for rule in _merge_rules(rules_of_each):
        games_with_rule: list[_PlayedGame] = []
        for game, own_rules in zip(played, rules_of_each, strict=True):
            if rule in own_rules:
                games_with_rule.append(game)
        text = words.word_rule(rule.code, rule.params)
        if len(games_with_rule) < len(played):
            params = {"games": _name_games(games_with_rule, played), "rule": put_in_sentence(text)}
            text = _("%(games)s: %(rule)s") % params
        yield text


def _merge_rules(lists: Iterable[Sequence[Rule]]) -> list[Rule]:
    """All rules once, in the order in which they are read. A rule of a later list follows the last
    rule of the same code (the same matter with other values), or else its predecessor."""
    merged: list[Rule] = []
    for rules in lists:
        position = -1  # of the rule before, in ``merged``
        for rule in rules:
            if rule in merged:
                position = merged.index(rule)
                continue
            for index, other in enumerate(merged):
                if other.code == rule.code:
                    position = index
            position += 1
            merged.insert(position, rule)
    return merged


def _name_games(games_with_rule: Sequence[_PlayedGame], played: Sequence[_PlayedGame]) -> str:
    """In which games a rule holds: "First game and second game", "Final", "Final: bella"."""
    places: list[str] = []
    for stage in dict.fromkeys(game.stage for game in games_with_rule):
        names = [game.name for game in games_with_rule if game.stage == stage]
        names_in_stage = [game.name for game in played if game.stage == stage]
        later_names = [put_in_sentence(name) for name in names[1:]]
        games = join_words([names[0], *later_names])
        if not stage:
            places.append(games)
        elif names == names_in_stage:
            places.append(stage)  # all games of the stage
        else:
            places.append(
                _("%(stage)s, %(game)s") % {"stage": stage, "game": put_in_sentence(games)}
            )
    return join_words(places)
