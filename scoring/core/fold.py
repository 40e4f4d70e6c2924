"""The fold: the state of a match, computed from its format and its lines and in no other way."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

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
from scoring.core.words import ReadLine, Word, read_words

KEPT_EVERY: Final = 32
"""In lines."""


def fold(match_format: MatchFormat, lines: Sequence[SheetLine]) -> MatchState:
    """The state that the lines fold to. Raises what ``fold_sheet`` raises."""
    return fold_sheet(match_format, lines).build_state()


def fold_sheet(match_format: MatchFormat, lines: Sequence[SheetLine]) -> "SheetFold":
    """The same, as a fold that can be extended.

    Raises SheetRefused with the first line that is illegal after all amends and strikes are
    applied, or Unreadable for a line whose content does not have the form of its kind.
    """
    check_order(lines)
    # Acts on a signed sheet are checked against the sheet as it read when they were written: a
    # later amend may have undone the result that the signatures were for.
    history = SheetHistory(match_format, lines)
    is_signed = False
    for index, line in enumerate(lines):
        depends_on_signatures = is_signed and line.kind in (*WORD_KINDS, SIGN)
        # Only for the few lines that depend on it: it reads the sheet once more for each.
        if line.kind == REOPEN or depends_on_signatures:
            history.fold_as_written(index).check_possible(line)
        is_signed = is_signed or line.kind == SIGN
    return fold_stored(match_format, lines)


def fold_stored(match_format: MatchFormat, lines: Sequence[SheetLine]) -> "SheetFold":
    """The fold of a stored sheet. Each of its lines was possible when it was written, which is not
    checked again: that costs a fold for each line after the first signature. Raises what
    ``fold_sheet`` raises."""
    check_order(lines)
    return _take_lines(match_format, lines, read_words(lines))


def append_line(
    sheet_fold: "SheetFold",
    match_format: MatchFormat,
    lines: Sequence[SheetLine],
    new_line: SheetLine,
) -> "SheetFold":
    """The fold of a stored sheet with a new line at its end. ``sheet_fold`` is the fold of
    ``lines``, which it was checked to be. Raises Unreadable or SheetRefused."""
    check_kind(new_line)
    if new_line.kind in (*PLAY_KINDS, SIGN):
        return sheet_fold.extend(new_line)
    # A correction or a reopening changes how the earlier lines read.
    sheet_fold.check_possible(new_line)
    return fold_stored(match_format, [*lines, new_line])


def list_invalid_lines(match_format: MatchFormat, lines: Sequence[SheetLine]) -> list[int]:
    """The numbers of all lines that do not fit. A fold stops at the first; here each of them is
    passed as if it were struck."""
    try:
        read_lines = read_words(lines)
    except SheetRefused as refused:
        return [refused.at]
    invalid_lines: list[int] = []
    sheet_fold = _take_lines(match_format, lines, ())
    for read_line in read_lines:
        # A line that is refused may have begun a game before.
        fold_before = sheet_fold.copy()
        try:
            sheet_fold.take(read_line)
        except (SheetRefused, Unreadable):
            invalid_lines.append(read_line.n)
            sheet_fold = fold_before
    return invalid_lines


def check_order(lines: Sequence[SheetLine]) -> None:
    """Raises SheetRefused for the first line whose number is not its place, Unreadable for one of
    an unknown kind."""
    for expected_n, line in enumerate(lines, start=1):
        if line.n != expected_n:
            params = {"n": line.n, "expected": expected_n}
            raise SheetRefused(line.n, [Violation("line_out_of_order", params)])
        check_kind(line)


def check_kind(line: SheetLine) -> None:
    """Raises Unreadable for a line of an unknown kind."""
    if line.kind not in KINDS:
        raise Unreadable(f"line {line.n}: there is no kind of line {line.kind!r}")


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
        """The fold with one more line at its end, of play or a signature: what ``fold_sheet``
        answers for all lines, without folding the earlier ones again, as only a correction and a
        reopening change how these are read. This fold stays as it is.

        Raises Unreadable or SheetRefused.
        """
        extended = self.copy()
        extended.take(ReadLine(line.n, line.kind, line.data))
        return extended

    def copy(self) -> "SheetFold":
        """A fold of its own of the same lines."""
        copied = SheetFold(self._walk.copy(), self._last_reopened)
        copied._signed, copied._readings = list(self._signed), list(self._readings)
        return copied

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
    def readings(self) -> Sequence[Reading]:
        """The effect of each line taken so far."""
        return self._readings

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
            self.check_possible(line)
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


class SheetHistory:
    """The folds of the beginnings of a sheet, which show how it read when each line was written.
    Each is computed from the one before, from about the first line on that reads differently."""

    def __init__(self, match_format: MatchFormat, lines: Sequence[SheetLine]) -> None:
        self._format = match_format
        self._lines = lines
        self._words: dict[int, Word] = {}
        self._last_reopened = 0
        self._read_lines: list[ReadLine] = []
        self._fold = SheetFold(Walk(match_format), 0)
        # Those after every KEPT_EVERY lines, from the empty sheet on: a copy of each fold would
        # cost more than taking a few lines again.
        self._kept_folds = [self._fold.copy()]

    def fold_beginning(self, end: int) -> SheetFold:
        """The fold of the first ``end`` lines by themselves, until the next call. Raises Unreadable
        or SheetRefused."""
        beginning = self._lines[:end]
        read_lines = read_words(beginning, self._words)
        last_reopened = _find_last_reopened(beginning)
        if last_reopened != self._last_reopened:
            # Which signatures count is different from the start.
            self._last_reopened = last_reopened
            self._kept_folds = [SheetFold(Walk(self._format), last_reopened)]
            self._go_back(0)
        # How many lines at the start read as they did before.
        unchanged = 0
        for known_line, read_line in zip(self._read_lines, read_lines, strict=False):
            if known_line != read_line:
                break
            unchanged += 1
        if unchanged < len(self._read_lines):
            self._go_back(unchanged)
        for read_line in read_lines[len(self._read_lines) :]:
            try:
                self._fold.take(read_line)
            except (SheetRefused, Unreadable):
                # The line may have begun a game before it was refused.
                self._go_back(len(self._read_lines))
                raise
            self._read_lines.append(read_line)
            if len(self._read_lines) % KEPT_EVERY == 0:
                self._kept_folds.append(self._fold.copy())
        return self._fold

    def _go_back(self, count: int) -> None:
        """Goes back to a fold of at most the first ``count`` lines."""
        kept = count // KEPT_EVERY
        del self._kept_folds[kept + 1 :], self._read_lines[kept * KEPT_EVERY :]
        self._fold = self._kept_folds[kept].copy()

    def fold_as_written(self, end: int) -> SheetFold:
        """The lines before the one at ``end`` as they read when that one was written. If they were
        not valid by themselves, because a later line corrects them: as they read now."""
        try:
            return self.fold_beginning(end)
        except (SheetRefused, Unreadable):
            read_lines = read_words(self._lines, self._words)
            return _take_lines(self._format, self._lines[:end], read_lines[:end])


def _find_last_reopened(lines: Sequence[SheetLine]) -> int:
    return max((line.n for line in lines if line.kind == REOPEN), default=0)


def _take_lines(
    match_format: MatchFormat, lines: Sequence[SheetLine], read_lines: Sequence[ReadLine]
) -> SheetFold:
    """The fold of ``read_lines``: those of ``lines``, or a beginning of them."""
    sheet_fold = SheetFold(Walk(match_format), _find_last_reopened(lines))
    for read_line in read_lines:
        sheet_fold.take(read_line)
    return sheet_fold
