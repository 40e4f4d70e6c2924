"""The form of the lines of a sheet: which fields they have, and of which types."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused, Unreadable
from rules.contract import Rulebook
from scoring.core.fold import check_kind, check_order
from scoring.core.lines import CLAIM, CONTENTS, HAND, REOPEN, SIGN, WORD_KINDS, SheetLine
from scoring.core.state import SheetRefused
from scoring.core.walk import read_play
from scoring.core.words import ReadLine, read_words

AnyRulebook = Rulebook[Any, Any, Any, Any]


def check_forms(books: Sequence[AnyRulebook], lines: Sequence[SheetLine]) -> None:
    """Raises Unreadable for the first line whose content does not have the form of its kind, of
    those that a fold reads. ``books``: those of the games of the match. Which of these a hand
    belongs to is not known on a sheet that is refused, so it must have the form of one of them."""
    for line in lines:
        check_kind(line)
        if line.kind in WORD_KINDS:
            _read_content(CONTENTS[line.kind], line.data)
    last_reopened = max((line.n for line in lines if line.kind == REOPEN), default=0)
    for read_line in _list_read_lines(lines):
        # Neither is ever read: a line that is struck, and a signature that is void.
        if read_line.struck_by is not None:
            continue
        if read_line.kind == SIGN and read_line.n <= last_reopened:
            continue
        if read_line.kind in (HAND, CLAIM):
            _check_form_of_game(books, read_line)
        else:
            _read_content(CONTENTS[read_line.kind], read_line.data)


def _list_read_lines(lines: Sequence[SheetLine]) -> Iterable[ReadLine]:
    """The lines with their corrections applied. Where these are refused themselves: those that no
    correction names, as they stand."""
    try:
        check_order(lines)
        return read_words(lines)
    except SheetRefused:
        named = {line.data["line"] for line in lines if line.kind in WORD_KINDS}
        return [ReadLine(line.n, line.kind, line.data) for line in lines if line.n not in named]


def _check_form_of_game(books: Sequence[AnyRulebook], line: ReadLine) -> None:
    """Raises Unreadable if a hand or a claim has the form of no game of the match."""
    unreadable: Unreadable | None = None
    for book in books:
        try:
            if line.kind == CLAIM:
                # A game without claims refuses any.
                if book.claim_model is not None:
                    _read_content(book.claim_model, line.data)
            elif "play" in line.data:
                _read_content(book.play_model, read_play(line.data))
            else:
                with suppress(Refused):
                    book.read_record(line.data)
        except Unreadable as error:
            unreadable = unreadable or error
        else:
            return
    if unreadable is not None:
        raise unreadable


def _read_content(model: type[Frozen], data: Mapping[str, Any]) -> None:
    """Raises Unreadable; what is refused has the form."""
    with suppress(Refused):
        read(model, data)
