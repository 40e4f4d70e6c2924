"""A line of a sheet in words: 10 to 4, line 15 becomes 4 to 10, the signature of a side."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from kernel.refusals import Refused, Unreadable
from rules.contract import Part, Side, Situation, Totals
from scoring.core.format import GameFormat
from wording.games import words_of
from wording.numbers import against, score
from wording.params import UNKNOWN, side_word
from wording.unfinished import LOST, ended_words


def line_words(
    kind: str,
    data: Mapping[str, Any],
    parts: Sequence[Part],
    sides: Sequence[str],
    game: GameFormat,
) -> str:
    """What a line says, without its reason. ``parts`` are what it added, by rule; a hand that does
    not count as it was written (struck, corrected) has none, and is scored from its data.

    ``sides`` are names; ``game`` is the game that the line belongs to.
    """
    return _KINDS[kind](_Line(data, tuple(parts), tuple(sides), game))


def hand_notes(parts: Sequence[Part], sides: Sequence[str], game: GameFormat) -> list[str]:
    """What stands beside the numbers of a hand: "marafona of Zoffoli – Casadei"."""
    words = words_of(game.rulebook.name).parts
    notes = (
        str(words[part.rule]) % {"side": side_word(side, sides)}
        for part in parts
        if part.rule in words
        for side in _list_noted_sides(part.points)
    )
    return list(dict.fromkeys(notes))


def _list_noted_sides(points: Totals) -> list[Side]:
    """The sides that a note is about: those that have points; where more than two pay each other,
    who has most at stake."""
    if len(points) == 2:
        return [side for side, number in enumerate(points) if number]
    most = max(map(abs, points))
    return [side for side, number in enumerate(points) if abs(number) == most]


@dataclass(frozen=True, slots=True)
class _Line:
    data: Mapping[str, Any]
    parts: tuple[Part, ...]
    sides: tuple[str, ...]
    game: GameFormat

    @property
    def unit(self) -> str:
        return self.game.rulebook.unit(self.game.options)

    @property
    def side(self) -> str:
        return side_word(self.data.get("side"), self.sides)

    @property
    def number(self) -> Any:
        return self.data.get("line", UNKNOWN)

    @property
    def points(self) -> str:
        return score(self.data.get("points", 0), self.unit)

    def said(self, words: str) -> str:
        """With the side and the points that the line names, and the article of the rules."""
        return self.with_article(words % {"side": self.side, "points": self.points})

    def with_article(self, said: str) -> str:
        """A sentence with the article of the rules, where the line names one."""
        article = self.data.get("article")
        if not article:
            return said
        return _("%(said)s (article %(article)s)") % {"said": said, "article": article}


def _word_hand(line: _Line) -> str:
    parts = line.parts or _score_hand(line)
    if not parts:
        return _("A hand")
    totals = [sum(column) for column in zip(*(part.points for part in parts), strict=True)]
    return ", ".join((against(totals, line.unit), *hand_notes(parts, line.sides, line.game)))


def _score_hand(line: _Line) -> tuple[Part, ...]:
    """What a hand would add by itself; nothing where its data are no hand of this game."""
    book, options = line.game.rulebook, line.game.options
    alone = Situation((0,) * book.sides, to_target=False)
    try:
        if "play" in line.data:
            record = book.record_of_play(line.data["play"], options, alone)
        else:
            record = book.record(line.data)
        if book.check(record, options, alone):
            return ()
    except (Refused, Unreadable):
        return ()
    return tuple(part for step in book.score(record, options) for part in step.parts)


def _word_redeal(line: _Line) -> str:
    return _("Dealt again")


def _word_claim(line: _Line) -> str:
    params = {"side": line.side, "count": score(line.data.get("thirds", 0), "thirds")}
    return _("%(side)s claim the game, with %(count)s in this hand") % params


def _word_penalty(line: _Line) -> str:
    return line.said(_("Penalty: −%(points)s for %(side)s"))


def _word_award(line: _Line) -> str:
    return line.said(_("Award: +%(points)s for %(side)s"))


def _word_forfeit(line: _Line) -> str:
    if line.data.get("of") == "game":
        return line.said(_("Forfeit of the game by %(side)s"))
    case = line.data.get("case")
    if case in LOST:
        said = ended_words(
            case, line.data.get("side"), line.sides, advances=line.data.get("advances")
        )
        return line.with_article(said)
    return line.said(_("Forfeit of the match by %(side)s"))


def _word_amend(line: _Line) -> str:
    new = _Line(line.data.get("data", {}), (), line.sides, line.game)
    params = {"line": line.number, "new": _word_hand(new)}
    if "side" in new.data:
        return _("Line %(line)s becomes: %(new)s") % {**params, "new": _of_a_side(new)}
    if _score_hand(new):
        return _("Line %(line)s becomes %(new)s") % params
    return _("Line %(line)s corrected") % params


def _of_a_side(line: _Line) -> str:
    """New content of a line about a side; its kind follows from its fields."""
    if "of" in line.data:
        return _word_forfeit(line)
    if "thirds" in line.data:
        return _word_claim(line)
    return line.said(_("%(points)s for %(side)s"))


def _word_strike(line: _Line) -> str:
    return _("Line %(line)s struck") % {"line": line.number}


def _word_sign(line: _Line) -> str:
    if line.data.get("side") is None:
        return _("Signed by the referee")
    return _("Signed by %(side)s") % {"side": line.side}


def _word_reopen(line: _Line) -> str:
    return _("The referee opens the match again")


_KINDS: dict[str, Callable[[_Line], str]] = {
    "hand": _word_hand,
    "redeal": _word_redeal,
    "claim": _word_claim,
    "penalty": _word_penalty,
    "award": _word_award,
    "forfeit": _word_forfeit,
    "amend": _word_amend,
    "strike": _word_strike,
    "sign": _word_sign,
    "reopen": _word_reopen,
}
