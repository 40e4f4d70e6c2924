"""Everything that is wrong with the form of a line, for a writer who has made a mistake."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from api.idempotency import KEY, LONGEST_KEY
from api.reading import find_body_violations
from api.refusals import KEY_HEADER
from kernel.reading import read
from kernel.refusals import Refused, Unreadable
from kernel.violations import Violation
from rules.contract import Situation
from scoring.core.fold import append_line, fold_stored
from scoring.core.format import MatchFormat
from scoring.core.lines import AMEND, CONTENTS, HAND, KINDS, WORD_KINDS, SheetLine
from scoring.core.state import SheetRefused
from scoring.core.words import read_word
from scoring.models import Line
from scoring.sheets import make_sheet_lines
from tournaments.services.results.sheets import NEED_REASON


def find_line_faults(body: Any, key: str, model: Any) -> Iterator[Violation]:
    """The faults of the header ``Idempotency-Key``, of the body and of the content of its kind.
    ``model``: what the body is read as."""
    if not key:
        yield Violation("key_missing", {"header": KEY_HEADER})
    elif not KEY.fullmatch(key):
        yield Violation("key_malformed", {"header": KEY_HEADER, "most": LONGEST_KEY})
    if not isinstance(body, dict):
        return
    try:
        model.model_validate(body)
    except ValidationError as error:
        yield from find_body_violations(error, body)
    # For the model the version is optional: its absence has a status of its own (428).
    if "version" not in body:
        yield Violation("version_missing", {"field": "version"})
    kind, data = body.get("kind"), body.get("data", {})
    if not isinstance(data, dict):
        return
    content = CONTENTS.get(kind) if isinstance(kind, str) else None
    if content is not None:
        try:
            read(content, data)
        except (Refused, Unreadable) as error:
            yield from _put_in_data(error.violations)
    if kind in NEED_REASON and not data.get("reason"):
        yield Violation("field_missing", {"field": "data.reason"})


def find_faults_by_sheet(
    body: Any, match_format: MatchFormat, rows: Iterable[Line]
) -> Iterator[Violation]:
    """The faults of a line that only its sheet shows: points that no hand of the game can have, and
    of a correction, a line that is not there."""
    if not isinstance(body, dict):
        return
    kind, data = body.get("kind"), body.get("data", {})
    if kind not in KINDS or not isinstance(data, dict):
        return
    lines = make_sheet_lines(rows)
    line = SheetLine(len(lines) + 1, kind, data)
    if kind in WORD_KINDS:
        try:
            read_word(line, lines)
        except Unreadable:
            return  # find_line_faults has named these
        except SheetRefused as refused:
            yield from _put_in_data(refused.violations)
        if kind == AMEND:
            yield from _find_hand_faults(data, lines, match_format)
        return
    try:
        append_line(fold_stored(match_format, lines), match_format, lines, line)
    except (Unreadable, SheetRefused) as refused:
        for violation in _put_in_data(refused.violations):
            # What is possible next depends on the version that the writer saw.
            if violation.code != "line_not_possible_now":
                yield violation


def _find_hand_faults(
    amend: Mapping[str, Any], lines: Sequence[SheetLine], match_format: MatchFormat
) -> Iterator[Violation]:
    """The faults of the hand that an amend writes. Which game it belongs to is only certain where
    all games of the match are alike."""
    # A number beyond the sheet is refused already; the fields then show what was meant.
    number, data = amend["line"], amend["data"]
    game = match_format.games[0]
    is_hand = 1 <= number <= len(lines) and lines[number - 1].kind == HAND
    seems_a_hand = number > len(lines) and data.keys() & game.rulebook.record_model.model_fields
    are_alike = match_format.games.count(game) == len(match_format.games)
    if not are_alike or not (is_hand or seems_a_hand):
        return
    # A hand that was entered card by card has no record that could be read here.
    if "play" in data:
        return
    # The totals before the hand are not looked up: it is checked as the first one of a game.
    situation = Situation((0,) * match_format.sides, None, to_target=game.hands is None)
    try:
        record = game.rulebook.read_record(data)
        violations = game.rulebook.check(record, game.options, situation)
    except (Refused, Unreadable) as error:
        violations = error.violations
    yield from _put_in_data(violations, "data.data")


def _put_in_data(violations: Iterable[Violation], path: str = "data") -> Iterator[Violation]:
    """Violations of a content, by their fields in the body."""
    for violation in violations:
        field = violation.params.get("field")
        place = path if field is None else f"{path}.{field}"
        yield replace(violation, params={**violation.params, "field": place})


def list_content_violations(violations: Iterable[Violation]) -> Iterator[Violation]:
    """Of the violations of a body those of its content, by their fields in the content."""
    for violation in violations:
        field = str(violation.params.get("field"))
        if field.startswith("data."):
            inner_field = field.removeprefix("data.")
            yield replace(violation, params={**violation.params, "field": inner_field})
