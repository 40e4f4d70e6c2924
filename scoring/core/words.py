"""Applies the corrections of a sheet: which of its lines count, and with which content."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kernel.reading import read
from kernel.refusals import Refused
from kernel.violations import Violation
from scoring.core.lines import (
    AMEND,
    PLAY_KINDS,
    REOPEN,
    STRIKE,
    WORD_KINDS,
    Amend,
    SheetLine,
    Strike,
    Surplus,
)
from scoring.core.state import SheetRefused


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line with all its corrections applied."""

    n: int
    kind: str
    data: Mapping[str, Any]
    amended_by: int | None = None
    struck_by: int | None = None
    own_game: int | None = None
    """The only game (from 0) in which it counts, if a correction in force names it as surplus."""
    named_by: int | None = None
    """The line that names it."""


Word = Amend | Strike


def read_words(
    lines: Sequence[SheetLine], known_words: dict[int, Word] | None = None
) -> list[ReadLine]:
    """Every line with its corrections applied: the last one counts, a struck amend or strike is
    undone. ``known_words``: the corrections of the sheet that were read before, by their numbers;
    those read now are added, so that each is read once for all beginnings of a sheet.

    Lines are read from the last to the first, so that the corrections of a correction are known
    before it is applied. Raises SheetRefused for a correction of a line that does not exist.
    """
    if not any(line.kind in WORD_KINDS for line in lines):
        return [ReadLine(line.n, line.kind, line.data) for line in lines]
    words = {} if known_words is None else known_words
    # By the number of the corrected line: the number of the correction, and its content.
    corrections: dict[int, tuple[int, Word]] = {}
    surplus_lines: dict[int, tuple[int, Surplus]] = {}
    read_lines: list[ReadLine] = []
    for line in reversed(lines):
        correction = corrections.get(line.n)
        if correction is None:
            read_line = ReadLine(line.n, line.kind, line.data)
        else:
            corrected_by, correcting = correction
            if isinstance(correcting, Amend):
                read_line = ReadLine(line.n, line.kind, correcting.data, amended_by=corrected_by)
            else:
                read_line = ReadLine(line.n, line.kind, line.data, struck_by=corrected_by)
        if line.kind in WORD_KINDS:
            word = words[line.n] if line.n in words else read_word(line, lines)
            words[line.n] = word
            if read_line.struck_by is None:
                # Backwards, the first correction met is the last one written, and the one that
                # counts.
                corrections.setdefault(word.line, (line.n, word))
                # A correction that a later one has replaced is not undone: the lines that it has
                # set aside stay so as long as their game is over.
                for surplus in word.aside:
                    surplus_lines.setdefault(surplus.line, (line.n, surplus))
        elif line.n in surplus_lines:
            named_by, surplus = surplus_lines[line.n]
            read_line = replace(read_line, own_game=surplus.game, named_by=named_by)
        read_lines.append(read_line)
    read_lines.reverse()
    return read_lines


def read_word(line: SheetLine, lines: Sequence[SheetLine]) -> Word:
    """The content of an amend or a strike. Raises Unreadable, or SheetRefused if it corrects a
    line that does not exist or that must not be corrected in this way."""
    word: Word
    try:
        word = read(Amend, line.data) if line.kind == AMEND else read(Strike, line.data)
    except Refused as refused:
        raise SheetRefused(line.n, refused.violations) from refused
    if word.line >= line.n:
        line_params = {"field": "line", "line": word.line}
        raise SheetRefused(line.n, [Violation("no_such_line", line_params)])
    corrected_kind = lines[word.line - 1].kind
    params = {"line": word.line, "kind": corrected_kind}
    # Only play has content to amend. What else was written wrongly is struck and written again.
    if line.kind == AMEND and corrected_kind not in PLAY_KINDS:
        raise SheetRefused(line.n, [Violation("cannot_be_amended", params)])
    # Signatures that a reopening has voided must not become valid again without being written.
    if line.kind == STRIKE and corrected_kind == REOPEN:
        raise SheetRefused(line.n, [Violation("cannot_be_struck", params)])
    for number, surplus in enumerate(word.aside):
        if surplus.line >= line.n:
            missing_params = {"field": f"aside.{number}.line", "line": surplus.line}
            raise SheetRefused(line.n, [Violation("no_such_line", missing_params)])
        surplus_kind = lines[surplus.line - 1].kind
        if surplus_kind not in PLAY_KINDS:
            surplus_params = {"line": surplus.line, "kind": surplus_kind}
            raise SheetRefused(line.n, [Violation("cannot_be_set_aside", surplus_params)])
    return word
