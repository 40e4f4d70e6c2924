"""How people at a table answer the questions of a pad: they know which hands were played, and can
look at the sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from soak.tapped import TappedDeal, TappedHand, TappedMatch, read_hand

Line = Mapping[str, Any]


@dataclass(frozen=True)
class CorrectedSheet:
    """The lines of a sheet, with what its corrections make of them."""

    lines: Sequence[Line]

    @cached_property
    def struck(self) -> set[int]:
        """The numbers of the struck lines."""
        return {line["data"]["line"] for line in self.lines if line["kind"] == "strike"}

    @property
    def hand_lines(self) -> list[Line]:
        """The lines that have a hand, also those that are struck."""
        return [line for line in self.lines if line["kind"] == "hand"]

    @property
    def signed_sides(self) -> set[int]:
        """The sides whose signature stands."""
        sides: set[int] = set()
        for line in self.lines:
            if line["kind"] == "sign" and line["n"] not in self.struck:
                sides.add(line["data"]["side"])
        return sides

    def find_line(self, number: int) -> Line | None:
        for line in self.lines:
            if line["n"] == number:
                return line
        return None

    def read_corrected_hand(self, line: Line) -> TappedHand:
        """The hand of a line with its corrections."""
        data = line["data"]
        for each in self.lines:
            is_of_line = each["kind"] == "amend" and each["data"]["line"] == line["n"]
            # The last correction counts, of those that are not struck themselves.
            if is_of_line and each["n"] not in self.struck:
                data = each["data"]["data"]
        return read_hand(data)

    def list_hand_lines(self, after: int) -> list[Line]:
        """Those of ``hand_lines`` after this number."""
        return [line for line in self.hand_lines if line["n"] > after]

    def list_hands(self, after: int = 0) -> list[TappedHand]:
        """The hands that count, in their order; only those of lines ``after`` this number."""
        newer = self.list_hand_lines(after)
        return [self.read_corrected_hand(line) for line in newer if line["n"] not in self.struck]


def answer_conflict(
    item: Line,
    lines: Sequence[Line],
    tapped: TappedMatch,
    *,
    shown: str = "",
    is_corrected: bool = False,
    is_struck: bool = False,
) -> str:
    """The button to tap for a line that another phone was faster with. ``lines`` are those of the
    sheet; ``shown``: the points of the other line, as the pad shows them; ``is_corrected``: a
    correction waits behind the line; ``is_struck``: it was taken back on this phone."""
    sheet = CorrectedSheet(lines)
    match item["kind"]:
        case "hand" if is_struck:
            return _answer_struck_hand(item, sheet, tapped, shown)
        case "hand":
            return _answer_hand(item, sheet, tapped, shown, is_corrected=is_corrected)
        case "amend":
            amended = sheet.find_line(item["data"]["line"])
            if amended is None or amended["kind"] != "hand":
                return "write_another"
            hand = read_hand(item["data"]["data"])
            if amended["n"] in sheet.struck:
                # The other phone has struck what this one corrects. The players know whether the
                # hand was played, and whether it stands elsewhere by now.
                is_settled = tapped.has_taken_back(hand) or hand in sheet.list_hands()
            else:
                is_settled = sheet.read_corrected_hand(amended) == hand
        case "strike":
            # The other phone may have struck the hand too, or given its line to the hand played
            # after.
            number = item["data"]["line"]
            line = sheet.find_line(number)
            is_settled = number in sheet.struck
            if not is_settled and line is not None and line["kind"] == "hand":
                is_settled = not tapped.has_taken_back(sheet.read_corrected_hand(line))
        case _:
            # A signature that was struck has to be given again.
            is_settled = item["data"]["side"] in sheet.signed_sides
    return "keep_theirs" if is_settled else "write_another"


def _answer_struck_hand(item: Line, sheet: CorrectedSheet, tapped: TappedMatch, shown: str) -> str:
    """The players have taken the hand back: also where another phone has written it. But the same
    points may have been played again since, and are then another hand."""
    hand = read_hand(item["data"])
    is_there = hand in sheet.list_hands(after=get_version_seen(item))
    if is_there and is_shown_as(hand, shown) and tapped.has_taken_back(hand):
        return "strike_theirs"
    return "keep_theirs"


def _answer_hand(
    item: Line, sheet: CorrectedSheet, tapped: TappedMatch, shown: str, *, is_corrected: bool
) -> str:
    hand = read_hand(item["data"])
    version_seen = get_version_seen(item)
    for newer_hand in sheet.list_hands(after=version_seen):
        if tapped.has_taken_back(newer_hand) and is_shown_as(newer_hand, shown):
            # It stands where this hand belongs.
            return "correct_theirs"
    deal = tapped.find_deal(hand)
    if deal is None:
        return "write_another"
    theirs = find_line_of_deal(deal, sheet.list_hand_lines(after=version_seen))
    if theirs is None:
        return "write_another"
    on_sheet = sheet.read_corrected_hand(theirs)
    is_mine_right = is_corrected or hand == deal.hand
    is_theirs_wrong = on_sheet != deal.hand and is_shown_as(on_sheet, shown)
    if is_mine_right and is_theirs_wrong:
        return "correct_theirs"
    return "keep_theirs"


def answer_overtaken(
    deal: TappedDeal | None,
    hand: TappedHand | None,
    lines: Sequence[Line],
    tapped: TappedMatch,
) -> str:
    """The button to tap for a hand that was being typed when another phone wrote one."""
    if deal is None:
        return "same_theirs"
    sheet = CorrectedSheet(lines)
    recent = sheet.hand_lines[-4:]
    if recent and tapped.has_taken_back(sheet.read_corrected_hand(recent[-1])):
        return "same_mine"
    theirs = find_line_of_deal(deal, recent)
    if theirs is None:
        return "next_mine"
    is_wrong = hand == deal.hand != sheet.read_corrected_hand(theirs)
    if is_wrong and theirs is recent[-1]:
        return "same_mine"
    return "same_theirs"


def get_version_seen(item: Line) -> int:
    """The number of the last line that the phone knew when the line was typed."""
    version: int = item.get("since", item["version"])
    return version


def is_shown_as(hand: TappedHand, shown: str) -> bool:
    """Whether a question shows the points of this hand."""
    return shown == "–".join(map(str, hand.adds))


def find_line_of_deal(deal: TappedDeal, hand_lines: Sequence[Line]) -> Line | None:
    """The line that has the hand of this deal; None if there is none."""
    # The last one, as the same points can have been written earlier in the match.
    for line in reversed(hand_lines):
        if read_hand(line["data"]) in deal.typed:
            return line
    return None
