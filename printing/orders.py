"""What is to be printed: the event, the choices of the page, and the addresses for QR codes."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

from competition.trust.anchors import make_anchor_link
from kernel.canonical import digest
from tournaments.models import Event

PAPERS: Final = ("a4", "a3", "a2", "a1")
TILES: Final = "tiles"
MATCH_PLACE: Final = "{match}"
CODE_PLACE: Final = "{code}"
KEY_LENGTH: Final = 16
"""Hexadecimal digits of the digest that distinguishes prints."""


@dataclass(frozen=True, slots=True)
class PaperAddresses:
    """Where QR codes lead: the public page of the event, the pad, and a match (``{match}`` stands
    for its id). ``unreachable``: the host, if phones cannot reach it. ``check_in``: the check-in of
    an entry (``{code}`` stands for its code). ``anchors``: the public page of the event's anchors;
    empty in jobs that were asked for before there was one."""

    board: str
    pad: str
    match: str
    unreachable: str = ""
    check_in: str = ""
    anchors: str = ""

    @property
    def host(self) -> str:
        """The address of the server as it is typed: the ids of events are too long for that."""
        return urlsplit(self.board).netloc

    @property
    def key(self) -> str:
        """All addresses in a few signs, under which a file is kept."""
        return digest(asdict(self))[:KEY_LENGTH]

    def address_of_match(self, match_id: int) -> str:
        return self.match.replace(MATCH_PLACE, str(match_id))

    def link_of_anchor(self, text: str) -> str:
        """The QR code of an anchor: the text alone, where the address is not known."""
        if not self.anchors:
            return text
        return make_anchor_link(self.anchors, text)

    def address_of_check_in(self, code: str) -> str:
        return self.check_in.replace(CODE_PLACE, code)


@dataclass(frozen=True, slots=True)
class PrintChoices:
    """What can be chosen: a round (None: those that are played now), the size of a poster (empty:
    by the number of entries)."""

    round_id: int | None = None
    paper: str = ""

    @property
    def key(self) -> str:
        """The choices in a few signs, under which a file is kept."""
        return f"{self.round_id or ''}:{self.paper}"

    @classmethod
    def from_key(cls, key: str) -> "PrintChoices":
        round_id, _separator, paper = key.partition(":")
        if not round_id:
            return cls(None, paper)
        return cls(int(round_id), paper)

    def as_json(self) -> dict[str, Any]:
        return {"round_id": self.round_id, "paper": self.paper}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "PrintChoices":
        return cls(data["round_id"], data["paper"])


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """Everything that a document depends on, besides the rows of the event."""

    event: Event
    addresses: PaperAddresses
    now: datetime
    choices: PrintChoices = PrintChoices()


@dataclass(frozen=True, slots=True)
class PrintKey:
    """What tells the prints of an event apart: two jobs with the same key make the same file, and
    one with another key makes another file."""

    layout: str
    language: str
    choices: str
    """``PrintChoices.key``."""
    addresses: str
    """``PaperAddresses.key``: QR codes and the foot of a sheet name the host."""

    @classmethod
    def of_order(cls, order: PrintOrder, layout: str, language: str) -> "PrintKey":
        return cls(layout, language, order.choices.key, order.addresses.key)

    @classmethod
    def of_job(cls, arguments: Mapping[str, Any]) -> "PrintKey":
        """Of the arguments of a job that prints."""
        return cls(
            layout=arguments["layout"],
            language=arguments["language"],
            choices=PrintChoices.from_json(arguments["choices"]).key,
            addresses=PaperAddresses(**arguments["addresses"]).key,
        )

    @property
    def digest(self) -> str:
        """The key in a few signs: the choices alone may be longer than the subject of a job."""
        return digest(asdict(self))[:KEY_LENGTH]
