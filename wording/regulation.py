"""The regulation of an event, in sentences."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules.registry import rulebook
from tournaments.selectors.road import StageFacts
from wording.formats import match_words
from wording.games import words_of
from wording.stages import road_words, stage_name


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a regulation, a sentence a rule; without a title it is all that there is."""

    title: str
    rules: tuple[str, ...]


def regulation_of_event(
    document: Mapping[str, Any], stages: Sequence[StageFacts]
) -> tuple[Chapter, ...]:
    """How an event is played from stage to stage, then the rules of its matches; those of a stage
    that plays otherwise follow under its name."""
    road, otherwise = road_words(stages), [stage for stage in stages if _is_other(stage, document)]
    alone = not road and not otherwise
    chapters = [Chapter(_("Stages"), road)] if road else []
    chapters.append(Chapter("" if alone else _("Matches"), regulation_of(document)))
    for stage in otherwise:
        title = stage_name(stage.name, stage.format)
        chapters.append(Chapter(title, regulation_of(stage.match or document)))
    return tuple(chapters)


def _is_other(stage: StageFacts, document: Mapping[str, Any]) -> bool:
    return stage.match is not None and stage.match != document


def regulation_of(document: Mapping[str, Any]) -> tuple[str, ...]:
    """The format of the match, then the rules of its game in the order one needs them.

    Games of one match that differ only in their target share their rules; where a match mixes
    games each has its own, under its name."""
    names = list(dict.fromkeys(game["game"] for game in document["games"]))
    said = [match_words(document)]
    for name in names:
        if len(names) > 1:
            said.append(f"{words_of(name).name}:")
        said += _rules([game for game in document["games"] if game["game"] == name])
    return tuple(said)


def _rules(games: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The rules of games of one kind; those of a target only if one of the games has one."""
    book = rulebook(games[0]["game"])
    words = words_of(book.name)
    has_target = any(game.get("hands") is None for game in games)
    is_one_target = len({str(game.get("options", {}).get("target")) for game in games}) == 1
    for rule in book.regulation(book.options(games[0].get("options", {}))):
        if rule.to_target and not has_target:
            continue
        if is_one_target or rule.code != "target":
            yield words.rules[rule.code](rule.params)
