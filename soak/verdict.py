"""Compares every sheet with what was tapped."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from soak.answers import CorrectedSheet
from soak.tapped import TappedHand, TappedMatch

Line = Mapping[str, Any]


@dataclass
class Verdict:
    """``lost`` and ``duplicated`` count hands; ``faults`` describes everything that is wrong."""

    matches: int = 0
    hands: int = 0
    lines: int = 0
    lost: int = 0
    duplicated: int = 0
    differing: int = 0
    faults: list[str] = field(default_factory=list)

    def add_match(
        self, tapped: TappedMatch, document: Mapping[str, Any], sheet: Sequence[Line]
    ) -> None:
        """Compares one match with its sheet."""
        found = CorrectedSheet(sheet).list_hands()
        self.matches += 1
        self.hands += len(found)
        self.lines += len(sheet)
        if found != tapped.hands:
            self._add_difference(tapped, found)
        keys = Counter(line["key"] for line in sheet)
        where = f"table {tapped.table}, match {tapped.match}"
        self.faults += [f"{where}: key {key} occurs twice" for key, n in keys.items() if n > 1]
        if document["status"] == "OPEN":
            self.faults.append(f"{where} is not decided")
        if not {0, 1} <= set(document["state"]["signed"]):
            self.faults.append(f"{where} is not signed by both sides")

    def _add_difference(self, tapped: TappedMatch, found: Sequence[TappedHand]) -> None:
        lines = [f"table {tapped.table}, match {tapped.match}: the sheet is not what was tapped"]
        steps = SequenceMatcher(None, tapped.hands, found, autojunk=False).get_opcodes()
        for kind, from_, to, there_from, there_to in steps:
            tapped_here, found_here = tapped.hands[from_:to], found[there_from:there_to]
            if kind == "equal":
                continue
            self.lost += max(0, len(tapped_here) - len(found_here))
            self.duplicated += max(0, len(found_here) - len(tapped_here))
            self.differing += min(len(tapped_here), len(found_here))
            on_sheet = _list_points(found_here)
            difference = f"tapped {_list_points(tapped_here)}, on the sheet {on_sheet}"
            lines.append(f"  from hand {from_ + 1}: {difference}")
        lines += [f"    {act}" for act in tapped.acts]
        self.faults.append("\n".join(lines))


def _list_points(hands: Sequence[TappedHand]) -> str:
    points = ["–".join(map(str, hand.adds)) for hand in hands]
    return ", ".join(points) or "nothing"
