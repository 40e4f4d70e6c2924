"""How people at a table answer the questions of a pad: they know which hands were played, and can
look at the sheet."""

from collections.abc import Mapping, Sequence
from typing import Any

from soak.tapped import TappedDeal, TappedHand, TappedMatch, read_hand

Line = Mapping[str, Any]


def answer_conflict(
    item: Line,
    sheet: Sequence[Line],
    tapped: TappedMatch,
    *,
    shown: str = "",
    is_corrected: bool = False,
    is_struck: bool = False,
) -> str:
    """The button to tap for a line that another phone was faster with. ``shown``: the points of
    the other line, as the pad shows them; ``is_corrected``: a correction waits behind the line;
    ``is_struck``: it was taken back on this phone."""
    match item["kind"]:
        case "hand" if is_struck:
            return _answer_struck(item, sheet, shown)
        case "hand":
            return _answer_hand(item, sheet, tapped, shown, is_corrected=is_corrected)
        case "amend":
            amended = next((line for line in sheet if line["n"] == item["data"]["line"]), None)
            if amended is None or amended["kind"] != "hand":
                return "write_another"
            hand = read_hand(item["data"]["data"])
            if amended["n"] in list_struck_lines(sheet):
                # The other phone has struck what this one corrects. The players know whether the
                # hand was played, and whether it stands elsewhere by now.
                is_settled = tapped.has_taken_back(hand) or hand in list_hands_on(sheet)
            else:
                is_settled = read_hand_on(sheet, amended) == hand
        case "strike":
            # The other phone may have struck the hand too, or given its line to the hand played
            # after.
            number = item["data"]["line"]
            hands = (line for line in sheet if line["kind"] == "hand")
            line = next((each for each in hands if each["n"] == number), None)
            is_settled = number in list_struck_lines(sheet)
            if not is_settled and line is not None:
                is_settled = not tapped.has_taken_back(read_hand_on(sheet, line))
        case _:
            # A signature that was struck has to be given again.
            struck = list_struck_lines(sheet)
            signatures = [line for line in sheet if line["kind"] == "sign"]
            signed = {line["data"]["side"] for line in signatures if line["n"] not in struck}
            is_settled = item["data"]["side"] in signed
    return "keep_theirs" if is_settled else "write_another"


def _answer_hand(
    item: Line, sheet: Sequence[Line], tapped: TappedMatch, shown: str, *, is_corrected: bool
) -> str:
    hand = read_hand(item["data"])
    deal = tapped.find_deal(hand)
    newer = [line for line in sheet if line["n"] > item.get("since", item["version"])]
    if any(
        tapped.has_taken_back(each) and is_shown_as(each, shown) for each in list_hands_on(newer)
    ):
        # It stands where this hand belongs.
        return "correct_theirs"
    theirs = find_line(deal, newer) if deal else None
    if deal is None or theirs is None:
        return "write_another"
    on_sheet = read_hand_on(sheet, theirs)
    is_shown = is_shown_as(on_sheet, shown)
    is_mine_right = is_corrected or hand == deal.hand
    is_wrong = on_sheet != deal.hand
    return "correct_theirs" if is_mine_right and is_wrong and is_shown else "keep_theirs"


def _answer_struck(item: Line, sheet: Sequence[Line], shown: str) -> str:
    """The players have taken the hand back: also where another phone has written it."""
    hand = read_hand(item["data"])
    newer = [line for line in sheet if line["n"] > item.get("since", item["version"])]
    struck = list_struck_lines(sheet)
    newer_hands = [line for line in newer if line["kind"] == "hand" and line["n"] not in struck]
    is_there = any(read_hand_on(sheet, line) == hand for line in newer_hands)
    is_shown = is_shown_as(hand, shown)
    return "strike_theirs" if is_there and is_shown else "keep_theirs"


def answer_overtaken(
    deal: TappedDeal | None,
    hand: TappedHand | None,
    sheet: Sequence[Line],
    tapped: TappedMatch,
) -> str:
    """The button to tap for a hand that was being typed when another phone wrote one."""
    if deal is None:
        return "same_theirs"
    hands = [line for line in sheet if line["kind"] == "hand"][-4:]
    if hands and tapped.has_taken_back(read_hand_on(sheet, hands[-1])):
        return "same_mine"
    theirs = find_line(deal, hands)
    if theirs is None:
        return "next_mine"
    is_wrong = hand == deal.hand != read_hand_on(sheet, theirs)
    return "same_mine" if is_wrong and theirs is hands[-1] else "same_theirs"


def is_shown_as(hand: TappedHand, shown: str) -> bool:
    """Whether a question shows the points of this hand."""
    return shown == "–".join(map(str, hand.adds))


def find_line(deal: TappedDeal, lines: Sequence[Line]) -> Line | None:
    """The line that has the hand of this deal; None if there is none."""
    # The last one, as the same points can have been written earlier in the match.
    for line in reversed(lines):
        if line["kind"] == "hand" and read_hand(line["data"]) in deal.typed:
            return line
    return None


def list_struck_lines(sheet: Sequence[Line]) -> set[int]:
    """The numbers of the struck lines."""
    return {line["data"]["line"] for line in sheet if line["kind"] == "strike"}


def read_hand_on(sheet: Sequence[Line], line: Line) -> TappedHand:
    """A hand with its corrections."""
    struck = list_struck_lines(sheet)
    data = line["data"]
    for each in sheet:
        is_of_line = each["kind"] == "amend" and each["data"]["line"] == line["n"]
        # The last correction counts, of those that are not struck themselves.
        if is_of_line and each["n"] not in struck:
            data = each["data"]["data"]
    return read_hand(data)


def list_hands_on(sheet: Sequence[Line]) -> list[TappedHand]:
    """The hands of a sheet that count, in their order."""
    struck = list_struck_lines(sheet)
    lines = [line for line in sheet if line["kind"] == "hand" and line["n"] not in struck]
    return [read_hand_on(sheet, line) for line in lines]
