"""The fold: the state of a match, computed from its format and its lines and in no other way."""

from collections.abc import Sequence
from dataclasses import replace

from kernel.reading import read
from kernel.refusals import Refused, Unreadable
from kernel.violations import Violation
from rules.contract import Side
from scoring.core.format import MatchFormat
from scoring.core.lines import (
    AMEND,
    HAND,
    KINDS,
    NEXT_PLAY_KINDS,
    PLAY_KINDS,
    REOPEN,
    RESULT_KINDS,
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


def fold(match_format: MatchFormat, lines: Sequence[SheetLine]) -> MatchState:
    """The state that the lines fold to. Raises what ``fold_sheet`` raises."""
    return fold_sheet(match_format, lines).build_state()


def fold_sheet(match_format: MatchFormat, lines: Sequence[SheetLine]) -> "SheetFold":
    """The same, as a fold that can be extended.

    Raises SheetRefused with the first line that is illegal after all amends and strikes are
    applied, or Unreadable for a line whose content does not have the form of its kind.
    """
    for expected_n, line in enumerate(lines, start=1):
        if line.n != expected_n:
            params = {"n": line.n, "expected": expected_n}
            raise SheetRefused(line.n, [Violation("line_out_of_order", params)])
        if line.kind not in KINDS:
            raise Unreadable(f"line {line.n}: there is no kind of line {line.kind!r}")
    # Acts on a signed sheet are checked against the sheet as it read when they were written: a
    # later amend may have undone the result that the signatures were for.
    is_signed = False
    for index, line in enumerate(lines):
        depends_on_signatures = is_signed and line.kind in (*WORD_KINDS, SIGN)
        # Folding every beginning of a sheet would cost the square of its length, so this is done
        # only for the few lines that depend on it.
        if line.kind == REOPEN or depends_on_signatures:
            _fold_lines(match_format, lines[:index]).check_possible(line)
        is_signed = is_signed or line.kind == SIGN
    return _fold_lines(match_format, lines)


class SheetFold:
    """The lines of a sheet, taken in their order as far as there are any.

    ``last_reopened``: the number of the last reopening in the whole sheet, 0 without one.
    """

    def __init__(self, walk: Walk, last_reopened: int) -> None:
        self._walk = walk
        # A signature before the last reopening counts no more, so it is needed from the start.
        self._last_reopened = last_reopened
        self._signed: list[Side | None] = []
        self._readings: list[Reading] = []

    def extend(self, line: SheetLine) -> "SheetFold":
        """The fold with one more line of play at its end: what ``fold_sheet`` answers for all
        lines, without folding the earlier ones again, as only a correction changes how these are
        read. This fold stays as it is.

        Raises Unreadable or SheetRefused.
        """
        extended = SheetFold(self._walk.copy(), self._last_reopened)
        extended._signed, extended._readings = list(self._signed), list(self._readings)
        extended.take(ReadLine(line.n, line.kind, line.data))
        return extended

    def take(self, line: ReadLine) -> None:
        """Takes the next line. Raises Unreadable or SheetRefused."""
        try:
            reading = self._read_line(line)
        except Refused as refused:
            raise SheetRefused(line.n, refused.violations) from refused
        # A result that was written for a whole game takes the place of the game's hands.
        if line.kind in RESULT_KINDS and reading.game is not None:
            for index, earlier in enumerate(self._readings):
                if earlier.game == reading.game:
                    self._readings[index] = replace(earlier, superseded_by=reading.n)
        self._readings.append(reading)

    @property
    def next_kinds(self) -> tuple[str, ...]:
        """The kinds of lines that may be written next."""
        if not self._walk.over:
            return (*NEXT_PLAY_KINDS, *WORD_KINDS)
        # The referee's signature (None) is enough, or those of all sides. Then only a reopening
        # helps.
        if None in self._signed or len(self._signed) == self._walk.format.sides:
            return (REOPEN,)
        return (AMEND, STRIKE, SIGN)

    def check_possible(self, line: SheetLine | ReadLine) -> None:
        """Raises SheetRefused for a line that may not be written next."""
        next_kinds = self.next_kinds
        # A result may stand wherever a hand may, and these kinds do not list it.
        kind = HAND if line.kind in RESULT_KINDS else line.kind
        if kind not in next_kinds:
            params = {"kind": line.kind, "next": list(next_kinds)}
            raise SheetRefused(line.n, [Violation("line_not_possible_now", params)])

    def build_state(self) -> MatchState:
        """The state after the lines taken so far."""
        walk = self._walk
        return MatchState(
            games=walk.list_begun_games(),
            wins=walk.wins,
            winner=walk.winner,
            over=walk.over,
            turn=walk.turn,
            next=self.next_kinds,
            signed=tuple(self._signed),
            feats=walk.feats,
            readings=tuple(self._readings),
            unfinished=walk.unfinished,
            games_only=walk.games_only,
        )

    def _read_line(self, line: ReadLine) -> Reading:
        """What a line means for the score. Raises Unreadable, Refused or SheetRefused."""
        walk = self._walk
        if line.kind in PLAY_KINDS and line.struck_by is None:
            # A line that a correction has left over counts only while its own game is not over
            # (decision 21): a further correction can make it count again.
            if line.own_game is not None and walk.is_past(line.own_game):
                walk.pass_over(line.kind, line.data, line.own_game)
                return Reading(
                    line.n,
                    amended_by=line.amended_by,
                    set_aside_by=line.named_by,
                    own_game=line.own_game,
                )
            return self._play_line(line)
        # Signatures from before the last reopening are void.
        if line.kind == SIGN and line.struck_by is None and line.n > self._last_reopened:
            self.check_possible(line)
            side = read(Sign, line.data).side
            if side is not None and side >= walk.format.sides:
                params = {"side": side, "sides": walk.format.sides}
                raise Refused([Violation("no_such_side", params)])
            if side in self._signed:
                raise Refused([Violation("signed_already", {"side": side})])
            self._signed.append(side)
        elif line.kind == REOPEN:
            read(Reopen, line.data)
        return Reading(line.n, struck_by=line.struck_by)

    def _play_line(self, line: ReadLine) -> Reading:
        self.check_possible(line)
        walk = self._walk
        game, totals_before = walk.game, walk.totals
        walk.step(line.kind, line.data)
        # After the last line of a game, ``walk`` has the totals of the next one.
        has_ended = walk.game > game
        totals_after = walk.games[game].totals if has_ended else walk.totals
        return Reading(
            n=line.n,
            game=game,
            before=totals_before,
            after=totals_after,
            parts=walk.parts,
            ended=has_ended,
            amended_by=line.amended_by,
        )


def _fold_lines(match_format: MatchFormat, lines: Sequence[SheetLine]) -> SheetFold:
    last_reopened = 0
    for line in lines:
        if line.kind == REOPEN:
            last_reopened = line.n
    sheet_fold = SheetFold(Walk(match_format), last_reopened)
    for read_line in read_words(lines):
        sheet_fold.take(read_line)
    return sheet_fold
