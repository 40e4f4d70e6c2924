"""Anchors: a signed digest over all that an event had recorded at one moment.

What is anchored are items, each a value by its key (``sheet:17``). An anchor carries the items that
are new or changed since the one before, and the digest of that one: so each covers all before it.
"""

import base64
import binascii
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qs, urlencode

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from kernel.canonical import digest

Items: TypeAlias = Mapping[str, Any]
"""By key. A value is a list, a text, or a mapping whose parts are added one by one."""
START: Final = "0" * 64
LONGEST_TEXT: Final = 400
LONGEST_LINK: Final = 1000
"""Of the address in a printed QR code, which has the text of an anchor in it."""
PAPER_PARAMETER: Final = "paper"
"""Of that address."""
SHORT_EVENT, SHORT_DIGEST, SHORT_GROUP = 8, 20, 4
"""Hexadecimal digits of the printed short form: of the event, of the digest, and of a group of
these. Twenty digits (80 bits) cannot be forged by trying."""
_BEGINNING: Final = "LABELLA1/"
_TEXT: Final = re.compile(
    _BEGINNING + r"(?P<event>[0-9a-f-]{36})/(?P<number>[1-9][0-9]{0,8})/(?P<at>[0-9T:.+-]{20,40})"
    r"/(?P<digest>[0-9a-f]{64})/(?P<signature>[A-Za-z0-9_-]{86})"
)

_SHORT: Final = re.compile(
    rf"(?P<event>[0-9a-f]{{{SHORT_EVENT}}})-(?P<number>[1-9][0-9]{{0,8}})"
    rf"-(?P<digest>[0-9a-f]{{{SHORT_DIGEST}}})"
)


class AnchorUnreadable(ValueError):
    """A text that is no anchor."""


@dataclass(frozen=True, slots=True)
class AnchorStatement:
    """What is signed, and printed as a QR code. ``at`` is ISO 8601 in UTC."""

    event: str
    number: int
    at: str
    digest: str

    def __str__(self) -> str:
        return f"LABELLA1/{self.event}/{self.number}/{self.at}/{self.digest}"


@dataclass(frozen=True, slots=True)
class ShortAnchor:
    """What paper shows of an anchor to be typed: the beginnings of the event's id and of the
    digest. Without a signature it says nothing about who made the anchor."""

    event: str
    number: int
    digest: str

    def __str__(self) -> str:
        starts = range(0, len(self.digest), SHORT_GROUP)
        groups = (self.digest[start : start + SHORT_GROUP] for start in starts)
        return "-".join((self.event, str(self.number), *groups))


@dataclass(frozen=True, slots=True)
class AnchorRecord:
    """An anchor with its content, as it is stored and exported. ``key``: the public key (hex) that
    it names as its own; empty if it names none."""

    statement: AnchorStatement
    previous: str
    changes: Items
    signature: str
    key: str = ""


def compute_anchor_digest(
    *, event: str, number: int, at: str, previous: str, changes: Items
) -> str:
    """SHA-256 over the canonical JSON of an anchor's content, in hex."""
    return digest(
        {"event": event, "number": number, "at": at, "previous": previous, "changes": changes}
    )


def compute_record_digest(record: AnchorRecord) -> str:
    """The digest that a record should have by its content."""
    statement = record.statement
    return compute_anchor_digest(
        event=statement.event,
        number=statement.number,
        at=statement.at,
        previous=record.previous,
        changes=record.changes,
    )


def sign_statement(statement: AnchorStatement, key: Ed25519PrivateKey) -> str:
    """The signature in URL-safe base64 without padding."""
    signature = key.sign(str(statement).encode())
    return base64.urlsafe_b64encode(signature).decode().rstrip("=")


def is_signed(statement: AnchorStatement, signature: str, public_key: str) -> bool:
    """Whether a signature is that of the owner of ``public_key`` (hex)."""
    # What cannot be decoded is no signature by this key: to the caller the same as a wrong one.
    # The padding was left out; more of it than is needed does no harm.
    try:
        raw = base64.urlsafe_b64decode(signature + "==")
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(raw, str(statement).encode())
    except (InvalidSignature, ValueError, binascii.Error):
        return False
    return True


def find_signing_key(statement: AnchorStatement, signature: str, keys: Iterable[str]) -> str:
    """The first of these public keys whose owner has signed; empty if none has."""
    return next((key for key in keys if is_signed(statement, signature, key)), "")


def format_anchor(statement: AnchorStatement, signature: str) -> str:
    """The text of the QR code: enough by itself to verify against."""
    return f"{statement}/{signature}"


def read_anchor_text(text: str) -> tuple[AnchorStatement, str]:
    """The statement and its signature. Raises AnchorUnreadable."""
    # The length first: a text from outside may be of any size.
    if len(text) > LONGEST_TEXT:
        raise AnchorUnreadable
    text_match = _TEXT.fullmatch(text.strip())
    if text_match is None:
        raise AnchorUnreadable
    statement = AnchorStatement(
        text_match["event"], int(text_match["number"]), text_match["at"], text_match["digest"]
    )
    return statement, text_match["signature"]


def shorten_anchor(statement: AnchorStatement) -> ShortAnchor:
    """The short form of an anchor."""
    return ShortAnchor(
        statement.event[:SHORT_EVENT], statement.number, statement.digest[:SHORT_DIGEST]
    )


def read_short_anchor(text: str) -> ShortAnchor:
    """The short form as somebody has typed it: capitals, spaces and the hyphens between the groups
    of the digest do not count. Raises AnchorUnreadable."""
    if len(text) > LONGEST_TEXT:
        raise AnchorUnreadable
    # A phone may put a dash in place of a hyphen.
    words = re.split(r"[\s\u2010-\u2014-]+", text.strip().lower())
    short_match = _SHORT.fullmatch(f"{'-'.join(words[:2])}-{''.join(words[2:])}")
    if short_match is None:
        raise AnchorUnreadable
    return ShortAnchor(short_match["event"], int(short_match["number"]), short_match["digest"])


def make_anchor_link(page: str, text: str) -> str:
    """What a printed QR code has: the address of the event's anchors, with the text of one."""
    return f"{page}?{urlencode({PAPER_PARAMETER: text}, safe='/:')}"


def read_printed_anchor(printed: str) -> tuple[AnchorStatement, str] | ShortAnchor:
    """What paper shows of an anchor: the text of a QR code, alone or in its address, or the short
    form. Raises AnchorUnreadable."""
    text = printed.strip()
    if len(text) > LONGEST_LINK:
        raise AnchorUnreadable
    query = text.partition("#")[0].partition("?")[2]
    # Any address will do: the server may have moved since the paper was printed, and what counts
    # is the signature. Without the parameter nothing is left to read, which is refused below.
    if "://" in text:
        text = parse_qs(query).get(PAPER_PARAMETER, [""])[0]
    if text.startswith(_BEGINNING):
        return read_anchor_text(text)
    return read_short_anchor(text)


def find_changed_items(before: Items, now: Items) -> dict[str, Any]:
    """What a new anchor carries: items that are new or have another value."""
    return {key: value for key, value in sorted(now.items()) if before.get(key) != value}


def join_items(anchors: Iterable[Items]) -> dict[str, Any]:
    """All items as they were at the last of these anchors."""
    items: dict[str, Any] = {}
    for changes in anchors:
        items |= changes
    return items


def find_differing_parts(anchored: Any, now: Any) -> list[str]:
    """The parts of an item that are no longer as they were anchored. Parts that were added since
    (a draw that was held, a penalty that was cancelled) are no difference."""
    if not isinstance(anchored, dict) or not isinstance(now, dict):
        if anchored == now:
            return []
        return ["value"]
    differing_parts: list[str] = []
    for part, value in anchored.items():
        # A part that was None had not happened yet.
        if value is not None and now.get(part) != value:
            differing_parts.append(part)
    return differing_parts
