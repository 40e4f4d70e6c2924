"""What later lines say about earlier ones: which lines count, and how they read."""

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
    """The only game that it counts in, if a word in force has named it as surplus (from 0)."""
    named_by: int | None = None
    """The line that has named it."""


def read_words(lines: Sequence[SheetLine]) -> list[ReadLine]:
    """Every line with its corrections applied: the last one counts, a struck amend or strike is
    undone.

    Lines are read from the last to the first, so that the corrections of a correction are known
    before it is applied. Raises SheetRefused for a correction of a line that does not exist.
    """
    if not any(line.kind in WORD_KINDS for line in lines):
        return [ReadLine(line.n, line.kind, line.data) for line in lines]
    words: dict[int, tuple[int, Amend | Strike]] = {}
    named: dict[int, tuple[int, Surplus]] = {}
    result: list[ReadLine] = []
    for line in reversed(lines):
        word = words.get(line.n)
        reading = _as_it_reads(line, word)
        if line.kind in WORD_KINDS:
            said = read_word(line, lines)
            if reading.struck_by is None:
                words.setdefault(said.line, (line.n, said))
                # A word that a later one has replaced is not undone: what it has set aside stays
                # aside as long as its game is over.
                for surplus in said.aside:
                    named.setdefault(surplus.line, (line.n, surplus))
        elif line.n in named:
            by, surplus = named[line.n]
            reading = replace(reading, own_game=surplus.game, named_by=by)
        result.append(reading)
    result.reverse()
    return result


def _as_it_reads(line: SheetLine, word: tuple[int, Amend | Strike] | None) -> ReadLine:
    if word is None:
        return ReadLine(line.n, line.kind, line.data)
    by, said = word
    if isinstance(said, Amend):
        return ReadLine(line.n, line.kind, said.data, amended_by=by)
    return ReadLine(line.n, line.kind, line.data, struck_by=by)


def read_word(line: SheetLine, lines: Sequence[SheetLine]) -> Amend | Strike:
    """What an amend or a strike says. Raises Unreadable, or SheetRefused for one about no line."""
    said: Amend | Strike
    try:
        said = read(Amend, line.data) if line.kind == AMEND else read(Strike, line.data)
    except Refused as refused:
        raise SheetRefused(line.n, refused.violations) from refused
    if said.line >= line.n:
        raise SheetRefused(line.n, [Violation("no_such_line", {"line": said.line})])
    kind = lines[said.line - 1].kind
    if line.kind == AMEND and kind not in PLAY_KINDS:
        raise SheetRefused(
            line.n, [Violation("cannot_be_amended", {"line": said.line, "kind": kind})]
        )
    if line.kind == STRIKE and kind == REOPEN:
        raise SheetRefused(
            line.n, [Violation("cannot_be_struck", {"line": said.line, "kind": kind})]
        )
    for surplus in said.aside:
        _check_surplus(line.n, surplus.line, lines)
    return said


def _check_surplus(n: int, surplus: int, lines: Sequence[SheetLine]) -> None:
    if surplus >= n:
        raise SheetRefused(n, [Violation("no_such_line", {"line": surplus})])
    kind = lines[surplus - 1].kind
    if kind not in PLAY_KINDS:
        params = {"line": surplus, "kind": kind}
        raise SheetRefused(n, [Violation("cannot_be_set_aside", params)])
