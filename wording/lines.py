"""Lines of a sheet in words: "10 to 4", "Line 15 becomes 4 to 10", "Signed by …"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from kernel.refusals import Refused, Unreadable
from rules.contract import Part, Situation
from scoring.core.format import GameFormat
from wording.games import find_game_words
from wording.numbers import against, score
from wording.params import UNKNOWN, word_side
from wording.registry import SentenceRegistry
from wording.unfinished import LOST, describe_unfinished_end


def word_line(
    kind: str,
    data: Mapping[str, Any],
    parts: Sequence[Part],
    sides: Sequence[str],
    game: GameFormat,
) -> str:
    """A line in words, without its reason. ``parts``: what it added to the score, by rule; a hand
    that does not count as it was written (struck, corrected) has none and is scored from its data.
    ``sides``: their names. ``game``: the game that the line belongs to.
    """
    return LINE_WORDS[kind](LineContent(data, tuple(parts), tuple(sides), game))


def list_hand_notes(parts: Sequence[Part], sides: Sequence[str], game: GameFormat) -> list[str]:
    """The notes beside the points of a hand: "marafona of Zoffoli – Casadei"."""
    words = find_game_words(game.rulebook.name).parts
    notes: list[str] = []
    for part in parts:
        # Most points are those of the cards, which need no note.
        if part.rule not in words:
            continue
        # Of two sides those with points are noted. Where more than two pay each other (Trionfo)
        # everybody has some, and the note is about the one with the most at stake.
        smallest_stake = 1
        if len(part.points) > 2:
            smallest_stake = max(map(abs, part.points))
        for side, number in enumerate(part.points):
            if abs(number) < smallest_stake:
                continue
            note = str(words[part.rule]) % {"side": word_side(side, sides)}
            # Two marriages of one side are two parts, and one note.
            if note not in notes:
                notes.append(note)
    return notes


@dataclass(frozen=True, slots=True)
class LineContent:
    """A line that is put into words, with what ``word_line`` knows about it."""

    data: Mapping[str, Any]
    parts: tuple[Part, ...]
    sides: tuple[str, ...]
    game: GameFormat

    @property
    def unit(self) -> str:
        return self.game.rulebook.unit(self.game.options)

    @property
    def side(self) -> str:
        return word_side(self.data.get("side"), self.sides)

    @property
    def number(self) -> Any:
        return self.data.get("line", UNKNOWN)

    @property
    def points(self) -> str:
        return score(self.data.get("points", 0), self.unit)

    def fill(self, words: str) -> str:
        """A sentence with the side, the points and the article of the rules that the line names."""
        return self.add_article(words % {"side": self.side, "points": self.points})

    def add_article(self, sentence: str) -> str:
        """A sentence with the article of the rules, if the line names one."""
        article = self.data.get("article")
        if not article:
            return sentence
        return _("%(said)s (article %(article)s)") % {"said": sentence, "article": article}


LINE_WORDS = SentenceRegistry[[LineContent]]()
"""By the kind of a line, what it says."""


@LINE_WORDS.add("hand")
def word_hand(line: LineContent) -> str:
    parts = line.parts or _score_hand(line)
    # Data that are no hand of this game have no score.
    if not parts:
        return _("A hand")
    points_of_parts = [part.points for part in parts]
    totals = [sum(points_of_side) for points_of_side in zip(*points_of_parts, strict=True)]
    return ", ".join((against(totals, line.unit), *list_hand_notes(parts, line.sides, line.game)))


def _score_hand(line: LineContent) -> tuple[Part, ...]:
    """The parts of a hand scored by itself; none if its data are no hand of this game."""
    book, options = line.game.rulebook, line.game.options
    # The score of the game is not known here, but a hand is worth the same at any score.
    situation = Situation((0,) * book.sides, to_target=False)
    try:
        if "play" in line.data:
            record = book.record_of_play(line.data["play"], options, situation)
        else:
            record = book.read_record(line.data)
        if book.check(record, options, situation):
            return ()
    except (Refused, Unreadable):
        return ()
    parts: list[Part] = []
    for step in book.score(record, options):
        parts += step.parts
    return tuple(parts)


@LINE_WORDS.add("redeal")
def word_redeal(_line: LineContent) -> str:
    return _("Dealt again")


@LINE_WORDS.add("claim")
def word_claim(line: LineContent) -> str:
    # Each game has a field of its own for what the claimer has taken.
    count = line.points
    if "thirds" in line.data:
        count = score(line.data["thirds"], "thirds")
    words = ngettext(
        "%(side)s claims the game, with %(count)s in this hand",
        "%(side)s claim the game, with %(count)s in this hand",
        line.game.players_a_side,
    )
    return words % {"side": line.side, "count": count}


@LINE_WORDS.add("penalty")
def word_penalty(line: LineContent) -> str:
    return line.fill(_("Penalty: −%(points)s for %(side)s"))


@LINE_WORDS.add("award")
def word_award(line: LineContent) -> str:
    return line.fill(_("Award: +%(points)s for %(side)s"))


@LINE_WORDS.add("forfeit")
def word_forfeit(line: LineContent) -> str:
    if line.data.get("of") == "game":
        return line.fill(_("Forfeit of the game by %(side)s"))
    case = line.data.get("case")
    if case in LOST:
        loser, advances = line.data.get("side"), line.data.get("advances")
        return line.add_article(describe_unfinished_end(case, loser, line.sides, advances=advances))
    return line.fill(_("Forfeit of the match by %(side)s"))


@LINE_WORDS.add("total")
def word_total(line: LineContent) -> str:
    """The final totals of a game; the side that has won, where they do not show it."""
    totals = against(line.data.get("totals", ()), line.unit)
    words = _("The game ended %(totals)s") % {"totals": totals}
    if line.data.get("winner") is not None:
        winner = word_side(line.data["winner"], line.sides)
        words = _("%(said)s, won by %(side)s") % {"said": words, "side": winner}
    return _add_paper(line, words)


@LINE_WORDS.add("games")
def word_games_won(line: LineContent) -> str:
    wins = against(line.data.get("wins", ()), "points")
    return _add_paper(line, _("Games won: %(wins)s") % {"wins": wins})


def _add_paper(line: LineContent, words: str) -> str:
    if not line.data.get("from_paper"):
        return words
    return _("%(said)s (copied from paper)") % {"said": words}


@LINE_WORDS.add("amend")
def word_amend(line: LineContent) -> str:
    new_line = LineContent(line.data.get("data", {}), (), line.sides, line.game)
    if "side" in new_line.data:
        # A correction does not repeat the kind of its line, but only a forfeit has "of", and with
        # a side only a claim has thirds. With points it may also be a penalty or an award.
        if "of" in new_line.data:
            words = word_forfeit(new_line)
        elif "thirds" in new_line.data:
            words = word_claim(new_line)
        else:
            words = new_line.fill(_("%(points)s for %(side)s"))
        params = {"line": line.number, "new": words}
        return _("Line %(line)s becomes: %(new)s") % params
    if _score_hand(new_line):
        params = {"line": line.number, "new": word_hand(new_line)}
        return _("Line %(line)s becomes %(new)s") % params
    # What is no hand with these fields is a result.
    for field, describe in (("totals", word_total), ("wins", word_games_won)):
        if field in new_line.data:
            params = {"line": line.number, "new": describe(new_line)}
            return _("Line %(line)s becomes: %(new)s") % params
    return _("Line %(line)s corrected") % {"line": line.number}


@LINE_WORDS.add("strike")
def word_strike(line: LineContent) -> str:
    return _("Line %(line)s struck") % {"line": line.number}


@LINE_WORDS.add("sign")
def word_signature(line: LineContent) -> str:
    if line.data.get("side") is None:
        return _("Signed by the referee")
    return _("Signed by %(side)s") % {"side": line.side}


@LINE_WORDS.add("reopen")
def word_reopening(_line: LineContent) -> str:
    return _("The referee opens the match again")
