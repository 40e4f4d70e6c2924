"""Lines that a phone could not send: their keys, the text in its QR code, lines that were typed.

A key is ``K4D9-12-417``: the phone, the version of the sheet that the line builds on, and three
check digits over the whole content. static/js/pad/game/keys.js makes the same ones; examples that
both are tested with are in tests/data/rescue_keys.json.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

from kernel.canonical import canonical
from scoring.core.lines import TABLE_KINDS

PHONE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without characters that are mixed up when read aloud or written by hand."""
PHONE = re.compile(f"[{PHONE_ALPHABET}]{{4}}")
TAG = "LB1"
"""How the text of a QR code begins: the format, and its edition."""
_DEVICE = "rescue:"
MOST_BYTES = 8000
MOST_LINES = 200
MOST_ROWS = 9
"""Rows that are typed at once."""
_LARGEST = 2**31 - 1
_LARGEST_ID = 2**63 - 1
_LARGEST_NUMBER = 2**53 - 1
_LONGEST_TEXT = 500
_DEEPEST = 8
_FIRST_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)
_AHEAD = timedelta(days=1)
_MOST_FORMER_KEYS = 50


class RescueUnreadable(ValueError):
    """What was scanned, pasted or typed is not what a phone shows: a code with parameters."""

    def __init__(self, code: str, params: Mapping[str, Any]) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class RescuedLine:
    """A line as the phone made it. ``version`` is that of the sheet it builds on."""

    phone: str
    match: int
    version: int
    kind: str
    data: Mapping[str, Any]
    made_at: datetime
    former: tuple[tuple[int, int], ...] = ()
    """Version and check digits of each key that the line had before it got another place."""

    @property
    def check(self) -> int:
        return compute_line_check(self.phone, self.match, self.version, self.kind, self.data)

    @property
    def key(self) -> str:
        return derive_line_key(self.phone, self.match, self.version, self.kind, self.data)

    @property
    def former_keys(self) -> list[str]:
        return [f"{self.phone}-{version}-{check:03}" for version, check in self.former]


def compute_line_check(
    phone: str, match: int, version: int, kind: str, data: Mapping[str, Any]
) -> int:
    """The check digits of a line, 0 to 999: FNV-1a (32 bit) over all that identifies it."""
    value = 0x811C9DC5
    for byte in f"{phone}|{match}|{version}|{kind}|".encode() + canonical(data):
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value % 1000


def derive_line_key(
    phone: str, match: int, version: int, kind: str, data: Mapping[str, Any]
) -> str:
    """The key of a line: the same whether the phone sends it or the desk writes it."""
    return f"{phone}-{version}-{compute_line_check(phone, match, version, kind, data):03}"


def name_rescue_device(phone: str) -> str:
    """The device of a line that the desk has entered for that phone."""
    return _DEVICE + phone


def get_rescued_phone(device: str) -> str | None:
    """The phone for which the desk has entered a line of that device: the line is the table's, as
    if the phone had sent it. None for any other device."""
    if not device.startswith(_DEVICE):
        return None
    return device.removeprefix(_DEVICE)


def read_phone(typed: str) -> str:
    """The key of a phone as it was typed. Raises RescueUnreadable."""
    phone = "".join(typed.split()).upper()
    if not PHONE.fullmatch(phone):
        raise RescueUnreadable("rescue_phone_unreadable", {})
    return phone


# The text of the QR codes ---------------------------------------------------------------------


def read_rescue_text(text: str, now: datetime) -> tuple[RescuedLine, ...]:
    """The lines in the text of one or more QR codes, each on a line of its own.

    A line that stands there twice counts once; those of a match are in the order of their
    versions. ``now``: a phone's clock that cannot be right is not believed. Raises
    RescueUnreadable.
    """
    if len(text.encode(errors="surrogatepass")) > MOST_BYTES:
        raise RescueUnreadable("rescue_too_long", {"most": MOST_BYTES // 1000})
    line_by_key: dict[tuple[int, str], RescuedLine] = {}
    for code in text.splitlines():
        if code.strip():
            for line in _read_code(code.strip(), now):
                # The same line may have been scanned from two phones of a table.
                line_by_key.setdefault((line.match, line.key), line)
    if not line_by_key:
        raise RescueUnreadable("rescue_empty", {})
    if len(line_by_key) > MOST_LINES:
        raise RescueUnreadable("rescue_too_many", {"most": MOST_LINES})
    return tuple(sorted(line_by_key.values(), key=lambda line: (line.match, line.version)))


def write_rescue_text(lines: Sequence[RescuedLine]) -> str:
    """The text of one QR code a phone, with all these lines."""
    rows_by_phone: dict[str, dict[int, list[Any]]] = {}
    for line in lines:
        made_at = int(line.made_at.timestamp() * 1000)
        row: list[Any] = [line.version, line.check, line.kind, line.data, made_at]
        if line.former:
            row.append(line.former)
        rows_by_match = rows_by_phone.setdefault(line.phone, {})
        rows_by_match.setdefault(line.match, []).append(row)
    texts: list[str] = []
    for phone, rows_by_match in rows_by_phone.items():
        document = {"m": list(rows_by_match.items()), "p": phone}
        texts.append(TAG + canonical(document).decode())
    return "\n".join(texts)


def _read_code(code: str, now: datetime) -> Iterator[RescuedLine]:
    """The lines of one QR code. The check digits of each are computed anew, so a line that was
    changed, or scanned wrongly, is rejected."""
    _require(code.startswith(TAG))
    try:
        document = json.loads(code.removeprefix(TAG))
    except (ValueError, RecursionError) as error:
        raise RescueUnreadable("rescue_unreadable", {}) from error
    _require(isinstance(document, dict))
    phone, matches = document.get("p"), document.get("m")
    _require(isinstance(phone, str) and PHONE.fullmatch(phone) is not None)
    for match, items in _read_rows(matches, 2):
        _require(_is_int(match, _LARGEST_ID))
        for version, check, kind, data, made_at, *optional_items in _read_rows(items, 5, 6):
            _require(_is_int(version, _LARGEST) and kind in TABLE_KINDS and isinstance(data, dict))
            _require(_is_plain(data) and _is_int(made_at, _LARGEST_NUMBER))
            if check != compute_line_check(str(phone), match, version, kind, data):
                raise RescueUnreadable("rescue_altered", {})
            # A phone's clock that cannot be right is not believed.
            since_1970 = timedelta(milliseconds=min(made_at, _LARGEST * 1000))
            moment = datetime(1970, 1, 1, tzinfo=UTC) + since_1970
            if not _FIRST_MOMENT <= moment <= now + _AHEAD:
                moment = now
            former: list[tuple[int, int]] = []
            if optional_items:
                for old_version, old_check in _read_rows(optional_items[0], 2):
                    _require(_is_int(old_version, _LARGEST) and _is_int(old_check, 999))
                    former.append((old_version, old_check))
            _require(len(former) <= _MOST_FORMER_KEYS)
            yield RescuedLine(str(phone), match, version, kind, data, moment, tuple(former))


def _require(is_right: bool) -> None:  # noqa: FBT001
    if not is_right:
        raise RescueUnreadable("rescue_unreadable", {})


def _read_rows(value: Any, *lengths: int) -> list[list[Any]]:
    """A list of lists of one of these lengths; what a row holds is checked by its reader."""
    _require(isinstance(value, list))
    for row in value:
        _require(isinstance(row, list) and len(row) in lengths)
    rows: list[list[Any]] = value
    return rows


def _is_int(value: Any, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _is_plain(value: Any, depth: int = 0) -> bool:
    """Whether a sheet may hold this: no fractions, no control characters, nothing endless."""
    if depth > _DEEPEST:
        return False
    if isinstance(value, dict | list):
        parts = chain.from_iterable(value.items()) if isinstance(value, dict) else value
        return all(_is_plain(part, depth + 1) for part in parts)
    if isinstance(value, str):
        # Cc: control characters; Cs: half a sign, which cannot be stored.
        categories = {unicodedata.category(sign) for sign in value}
        return len(value) <= _LONGEST_TEXT and categories.isdisjoint({"Cc", "Cs"})
    return value is None or (isinstance(value, int) and abs(value) <= _LARGEST_NUMBER)


# Lines that were typed ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line that was read aloud: its check digits, and what the phone may have written, the
    likeliest first."""

    kind: str
    check: int
    candidates: tuple[Mapping[str, Any], ...]

    def place(self, phone: str, match: int, version: int, now: datetime) -> RescuedLine | None:
        """The line as this phone made it on this version; None if its check digits do not fit."""
        for data in self.candidates:
            if compute_line_check(phone, match, version, self.kind, data) == self.check:
                return RescuedLine(phone, match, version, self.kind, data, now)
        return None


MOST_BEHIND = 12
MOST_MISSING = 2


def place_typed_lines(
    phone: str, match: int, version: int, lines: Sequence[TypedLine], now: datetime
) -> tuple[RescuedLine | None, ...]:
    """Every typed line as the phone made it; None where the check digits fit nothing that may
    have been written.

    A phone's lines build on each other, so one number is looked for: the version that the first
    of them builds on. The sheet may have grown since (``version`` is where it is now), or lines
    before these may not have been typed. The number under which most lines fit is taken; among
    equals the one nearest to where the sheet is.
    """
    starts = sorted(
        range(max(0, version - MOST_BEHIND), version + MOST_MISSING + 1),
        key=lambda start: abs(start - version),
    )
    # The nearest starts come first and only more fitting lines replace them: so the nearest wins.
    best_lines: list[RescuedLine | None] = [None] * len(lines)
    for start in starts:
        placed_lines: list[RescuedLine | None] = []
        for offset, line in enumerate(lines):
            placed_lines.append(line.place(phone, match, start + offset, now))
        if placed_lines.count(None) < best_lines.count(None):
            best_lines = placed_lines
    return tuple(best_lines)


def list_candidate_records(
    record: Mapping[str, Any],
    *,
    sums: Mapping[str, int],
    optional: Sequence[str],
    turn_field: str,
    turns: Sequence[int | None],
) -> tuple[dict[str, Any], ...]:
    """What a phone may have written for a hand that was typed as ``record``, the likeliest first.

    A phone writes both numbers of a pair (``sums``: what they come to, by field), may leave out a
    "no" or write down that a field of ``optional`` is empty, and says whose turn it was (``turns``:
    the seats, the likeliest first; None: nobody).
    """
    # The digest of the record is part of the check digits, so only the very same fields fit.
    whole_record: dict[str, Any] = {}
    without_no: dict[str, Any] = {}
    for name, typed_value in record.items():
        value, total = typed_value, sums.get(name)
        if total is not None and isinstance(value, list) and None in value:
            # The number of a pair that was not typed follows from the other one.
            known_numbers = [number for number in value if number is not None]
            if known_numbers and known_numbers[0] <= total:
                missing_number = total - known_numbers[0]
                value = [missing_number if number is None else number for number in value]
        whole_record[name] = value
        if value is not False:
            without_no[name] = value
    with_empty = {**dict.fromkeys(optional), **whole_record}
    record_by_digest: dict[bytes, dict[str, Any]] = {}
    if turn_field in record:
        turns = [record[turn_field]]
    for seat in turns:
        for shape in (whole_record, without_no, with_empty):
            data = {**shape, turn_field: seat}
            if seat is None:
                del data[turn_field]
            record_by_digest.setdefault(canonical(data), data)
    return tuple(record_by_digest.values())
