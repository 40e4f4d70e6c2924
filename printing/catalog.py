"""The layouts by name: how each is built, and when it is made by a worker."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from printing.builders.brackets import build_bracket
from printing.builders.cards import build_cards
from printing.builders.check_in import build_check_in
from printing.builders.entries import build_cash, build_entries, build_receipts
from printing.builders.groups import build_groups
from printing.builders.pairings import build_names, build_pairings
from printing.builders.prizes import build_certificates, build_prizes
from printing.builders.regulations import build_regulation_paper
from printing.builders.round_sets import build_round_set
from printing.builders.sheets import build_blank_sheets, build_sheets
from printing.builders.standings import build_standings
from printing.documents import Document
from printing.orders import PrintOrder


@dataclass(frozen=True, slots=True)
class Layout:
    """A kind of paper. ``has_round``: a round can be chosen; ``has_paper``: a size can be chosen;
    ``entries_at_once``: with more entries than this, a worker makes it (docs/reference/performance,
    "Paper")."""

    name: str
    build: Callable[[PrintOrder], Document]
    entries_at_once: int
    has_round: bool = False
    has_paper: bool = False


_LAYOUTS: Final = (
    Layout("pairings", build_pairings, 1024, has_round=True),
    Layout("names", build_names, 1024, has_round=True),
    Layout("sheets", build_sheets, 128, has_round=True),
    Layout("bracket", build_bracket, 256, has_paper=True),
    Layout("groups", build_groups, 256),
    Layout("round", build_round_set, 0, has_round=True),
    Layout("regulation", build_regulation_paper, 1 << 16),
    Layout("entries", build_entries, 1024),
    Layout("cards", build_cards, 256),
    Layout("check_in", build_check_in, 256),
    Layout("blank", build_blank_sheets, 1 << 16),
    Layout("cash", build_cash, 1024),
    Layout("standings", build_standings, 512),
    Layout("prizes", build_prizes, 512),
    Layout("certificates", build_certificates, 512),
    Layout("receipts", build_receipts, 512),
)
LAYOUTS: Final[dict[str, Layout]] = {layout.name: layout for layout in _LAYOUTS}
SECTIONS: Final = (
    ("now", ("sheets", "pairings", "names", "bracket", "groups")),
    ("before", ("entries", "regulation", "check_in", "cards", "blank", "cash")),
    ("after", ("standings", "prizes", "certificates", "receipts")),
)
"""The layouts in the order of an evening, without ``ROUND_SET``."""
ROUND_SET: Final = "round"
"""The layout of all the paper of a round: it stands above the others."""
