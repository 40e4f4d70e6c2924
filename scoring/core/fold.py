"""The only way to a score: format and lines in, state out."""

from collections.abc import Sequence

from kernel.reading import read
from kernel.refusals import Refused, Unreadable
from kernel.violations import Violation
from rules.contract import Side
from scoring.core.format import MatchFormat
from scoring.core.lines import (
    AMEND,
    KINDS,
    PLAY_KINDS,
    REOPEN,
    SIGN,
    STRIKE,
    WORD_KINDS,
    Reopen,
    SheetLine,
    Sign,
)
from scoring.core.state import MatchState, Reading, SheetRefused
from scoring.core.walk import Walk
from scoring.core.words import ReadLine, read_words


def fold(format: MatchFormat, lines: Sequence[SheetLine]) -> MatchState:  # noqa: A002
    """The state that the lines fold to.

    Raises SheetRefused with the first line that is illegal after all amends and strikes are
    applied, or Unreadable for a line whose content does not have the form of its kind.
    """
    _check_form(lines)
    _check_acts_in_their_time(format, lines)
    return _fold_lines(format, lines)


def _check_form(lines: Sequence[SheetLine]) -> None:
    for expected, line in enumerate(lines, start=1):
        if line.n != expected:
            raise SheetRefused(
                line.n, [Violation("line_out_of_order", {"n": line.n, "expected": expected})]
            )
        if line.kind not in KINDS:
            raise Unreadable(f"line {line.n}: there is no kind of line {line.kind!r}")


def _check_acts_in_their_time(format: MatchFormat, lines: Sequence[SheetLine]) -> None:  # noqa: A002
    """What is written about a signed sheet is judged by the sheet as it read at that moment:
    a later amend may have undone the result that the signatures were for."""
    signed = False
    for index, line in enumerate(lines):
        if line.kind == REOPEN or (signed and line.kind in (*WORD_KINDS, SIGN)):
            _check_possible(line.n, line.kind, _fold_lines(format, lines[:index]).next)
        signed = signed or line.kind == SIGN


def _check_possible(n: int, kind: str, possible: Sequence[str]) -> None:
    if kind not in possible:
        raise SheetRefused(
            n, [Violation("line_not_possible_now", {"kind": kind, "next": list(possible)})]
        )


def _fold_lines(format: MatchFormat, lines: Sequence[SheetLine]) -> MatchState:  # noqa: A002
    walk = Walk(format)
    signed: list[Side | None] = []
    readings: list[Reading] = []
    words = read_words(lines)
    opened = max((line.n for line in lines if line.kind == REOPEN), default=0)
    for line in words:
        try:
            readings.append(_take_line(walk, line, signed, opened))
        except Refused as refused:
            raise SheetRefused(line.n, refused.violations) from refused
    return MatchState(
        games=walk.played(),
        wins=walk.wins,
        winner=walk.winner,
        over=walk.over,
        turn=walk.turn,
        next=_list_next_kinds(walk, signed),
        signed=tuple(signed),
        feats=walk.feats,
        readings=tuple(readings),
        unfinished=walk.unfinished,
    )


def _take_line(walk: Walk, line: ReadLine, signed: list[Side | None], opened: int) -> Reading:
    if line.kind in PLAY_KINDS and line.struck_by is None:
        if line.own_game is not None and walk.is_past(line.own_game):
            walk.pass_over(line.kind, line.data, line.own_game)
            return Reading(
                line.n,
                amended_by=line.amended_by,
                set_aside_by=line.named_by,
                own_game=line.own_game,
            )
        return _play_line(walk, line, signed)
    if line.kind == SIGN and line.struck_by is None and line.n > opened:
        _take_signature(walk, line, signed)
    elif line.kind == REOPEN:
        read(Reopen, line.data)
    return Reading(line.n, struck_by=line.struck_by)


def _play_line(walk: Walk, line: ReadLine, signed: Sequence[Side | None]) -> Reading:
    _check_possible(line.n, line.kind, _list_next_kinds(walk, signed))
    game, before = walk.game, walk.totals
    walk.step(line.kind, line.data)
    ended = walk.game > game
    return Reading(
        n=line.n,
        game=game,
        before=before,
        after=walk.games[game].totals if ended else walk.totals,
        parts=walk.parts,
        ended=ended,
        amended_by=line.amended_by,
    )


def _take_signature(walk: Walk, line: ReadLine, signed: list[Side | None]) -> None:
    _check_possible(line.n, SIGN, _list_next_kinds(walk, signed))
    side = read(Sign, line.data).side
    if side is not None and side >= walk.format.sides:
        raise Refused([Violation("no_such_side", {"side": side, "sides": walk.format.sides})])
    if side in signed:
        raise Refused([Violation("signed_already", {"side": side})])
    signed.append(side)


def _list_next_kinds(walk: Walk, signed: Sequence[Side | None]) -> tuple[str, ...]:
    if not walk.over:
        return (*PLAY_KINDS, *WORD_KINDS)
    if None in signed or len(signed) == walk.format.sides:
        return (REOPEN,)
    return (AMEND, STRIKE, SIGN)
