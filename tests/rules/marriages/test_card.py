"""The card says what the rulebook says: every row, every series of declarations, every claim."""

import json
from collections.abc import Iterable, Iterator
from itertools import permutations, product
from typing import Any

import pytest

from kernel.refusals import Refused
from rules.contract import Situation
from tests.rules.marriages import oracle, pad
from tests.rules.marriages.hands import GAMES, added, book_of, check, every_game
from tests.rules.marriages.oracle import Doc

KINDS = ("marriage", "mi_copri", "mariannino", "mariannone")
COMBINATIONS = KINDS[2:]
TURNED = ("briscola_151", "mariaccia")
LEFT_TO_THE_SERVER = {
    "combination_leaves_no_others",
    "cover_before_combination",
    "cover_not_in_points",
    "declared_twice",
    "no_room_for_both",
    "too_many_after_combination",
    "too_many_before_combination",
}
"""What binds several declarations, or declarations and points: no key of the card has it."""
BEFORE = [(0, 0), (90, 60), (20, 110), (140, 140)]
"""So much less than the target."""


def card_of(game: str, options: Doc) -> dict[str, Any]:
    """The card as it comes to the pad: through JSON."""
    book, chosen = book_of(game, options)
    card: dict[str, Any] = json.loads(json.dumps(book.build_card(chosen)))
    return card


def booked(game: str, options: Doc, record: Doc, before: Situation) -> pad.Walked | set[str]:
    """What the rulebook makes of a record: where it leads, or the codes against it."""
    book, chosen = book_of(game, options)
    read = book.read_record(record)
    violations = book.check(read, chosen, before)
    if violations:
        return {violation.code for violation in violations}
    (step,) = book.score(read, chosen)
    totals = step.add_to(before.totals)
    if step.wins is not None:
        return pad.Walked(totals, step.wins, step.parts[-1].rule)
    ending = book.find_ending(totals, chosen, book.find_first_side(read, chosen, before))
    return pad.Walked(totals, ending.winner, ending.why) if ending else pad.Walked(totals)


def walked(card: dict[str, Any], record: Doc, before: Situation) -> pad.Walked | None:
    """What the pad makes of it; None where it has no row."""
    try:
        return pad.hand(card, record, before.totals)
    except pad.CannotBe:
        return None


def steps_of(card: dict[str, Any]) -> tuple[Any, Any]:
    (form,) = card["forms"]
    declarations, cards = form["steps"]
    return declarations, cards


def keys(game: str) -> Iterator[tuple[int, str, str | None, int, str | None]]:
    """Everything that may be asked of the table: side, kind, suit, place, trumps."""
    suits, trumps = (None, *"DCSBX"), (None, *"DCSB") if game in TURNED else (None,)
    for side, kind, suit in product((0, 1), KINDS, suits):
        for place, trump in product(range(1 if kind in COMBINATIONS else 5), trumps):
            yield side, kind, suit, place, trump


def at_its_place(game: str, place: int, suit: str | None, trump: str | None) -> Doc:
    """A record of ``place`` marriages of other suits."""
    others = [each for each in "DCSB" if each != suit][:place]
    series = [{"side": 0, "kind": "marriage", "suit": each} for each in others]
    turned = {"trump": trump} if game in TURNED else {}
    return {"card_points": [60, 60], "declarations": series, **turned}


@every_game
def test_a_declaration_has_a_row_if_and_only_if_it_can_be_at_its_place(
    game: str, options: Doc
) -> None:
    declarations, _ = steps_of(card_of(game, options))
    rows = {tuple(row["key"]): row for row in declarations["rows"]}
    assert len(rows) == len(declarations["rows"])
    possible = set()
    for side, kind, suit, place, trump in keys(game):
        before = at_its_place(game, place, suit, trump)
        item = {"side": side, "kind": kind, "suit": suit}
        written = {**before, "declarations": [*before["declarations"], item]}
        if len(before["declarations"]) < place or check(game, options, written):
            continue
        key = (side, kind, suit, place, trump) if game in TURNED else (side, kind, suit, place)
        possible.add(key)
        pairs = zip(added(game, options, written), added(game, options, before), strict=True)
        assert rows[key]["adds"] == [more - less for more, less in pairs]
        wins, why = (side, kind) if kind == "mariannone" else (None, None)
        assert (rows[key]["wins"], rows[key]["why"]) == (wins, why)
    assert set(rows) == possible


@every_game
def test_card_points_have_a_row_if_and_only_if_they_can_be(game: str, options: Doc) -> None:
    _, cards = steps_of(card_of(game, options))
    assert [(row["key"], row["adds"], row["wins"]) for row in cards["rows"]] == [
        ([[ours, 120 - ours]], [ours, 120 - ours], None)
        for ours in range(121)
        if ours not in (1, 119)
    ]


def series(game: str) -> Iterator[Doc]:
    """Every series of up to four declarations, each of its own suit, possible or not."""
    for length in range(5):
        for said in product(product((0, 1), KINDS), repeat=length):
            yield {
                "declarations": _items(said, "DCSB"),
                **({"trump": "D"} if game in TURNED else {}),
            }
    if game in TURNED:
        for length, trump in product(range(5), "DB"):
            marriages = product(product((0, 1), KINDS[:1]), repeat=length)
            for said, suits in product(marriages, permutations("DCSB", length)):
                yield {"declarations": _items(said, suits), "trump": trump}


def _items(said: Iterable[tuple[int, str]], suits: Iterable[str]) -> list[Doc]:
    return [
        {"side": side, "kind": kind, "suit": None if kind in COMBINATIONS else suit}
        for (side, kind), suit in zip(said, suits, strict=False)
    ]


@every_game
def test_every_series_of_declarations_leads_where_the_rulebook_says(
    game: str, options: Doc
) -> None:
    card = card_of(game, options)
    need = oracle.chosen(game, options)["target"]
    for at, declared in enumerate(series(game)):
        left = BEFORE[at % len(BEFORE)]
        before = Situation((max(0, need - 150 - left[0]), max(0, need - 150 - left[1])))
        first = {"first": at % 2} if game == "briscola_151" else {}
        written = {"card_points": [50, 70], **declared, **first}
        by_book, by_pad = booked(game, options, written, before), walked(card, written, before)
        if isinstance(by_book, set):
            assert by_pad is None or by_book <= LEFT_TO_THE_SERVER, (written, by_book)
        else:
            assert by_pad == by_book, written


@every_game
def test_a_suit_that_stands_there_twice_has_no_row(game: str, options: Doc) -> None:
    card = card_of(game, options)
    trump = {"trump": "D"} if game in TURNED else {}
    for sides in product((0, 1), repeat=2):
        items = [{"side": side, "kind": "marriage", "suit": "C"} for side in sides]
        written = {"card_points": [60, 60], "declarations": items, **trump}
        assert booked(game, options, written, Situation((0, 0))) == {"suit_declared_twice"}
        assert walked(card, written, Situation((0, 0))) is None


@pytest.mark.parametrize("options", [{}, {"target": 250}, {"target": 51}])
def test_every_claim_is_won_by_whom_the_rulebook_says(options: Doc) -> None:
    card = card_of("mariaccia", options)
    book, chosen = book_of("mariaccia", options)
    for side, points, total in product((0, 1), range(-1, 223), (0, 30, 51, 130, 199, 250)):
        claimed = {"side": side, "points": points}
        totals = (total, 7) if side == 0 else (7, total)
        try:
            winner = book.decide_claim(claimed, chosen, Situation(totals)).winner
        except Refused:
            with pytest.raises(pad.CannotBe):
                pad.claim(card, claimed, totals)
        else:
            assert pad.claim(card, claimed, totals) == winner


def test_a_card_without_claims_has_none() -> None:
    without = [
        (game, options) for game, options in GAMES if card_of(game, options)["claim"] is None
    ]
    with_claims = [each for each in GAMES if each not in without]
    assert with_claims == [("mariaccia", {})]


@every_game
def test_the_card_names_what_it_is_for(game: str, options: Doc) -> None:
    card = card_of(game, options)
    chosen = oracle.chosen(game, options)
    assert (card["game"], card["sides"], card["options"]) == (game, 2, chosen)
    both = "first" if chosen.get("race") == "immediate" else "higher"
    assert card["end"] == {"unit": "points", "need": chosen["target"], "both": both}
    turned = ["trump"] if game in TURNED else []
    assert card["smallest"] == ["card_points", "declarations", *turned]
    seats = oracle.players(game, options)
    after = [*range(1, seats), 0]
    assert card["turn"] == {"field": "leader", "after_hand": after, "after_redeal": None}


@every_game
def test_declarations_and_cards_are_booked_as_one(game: str, options: Doc) -> None:
    declarations, cards = steps_of(card_of(game, options))
    assert (declarations["is_looked_at"], cards["is_looked_at"]) == (False, True)
    assert cards["items"] is None
    assert declarations["items"] == {
        "field": "declarations",
        "fields": ["side", "kind", "suit"],
        "series": {"kind": ["marriage", "mi_copri"]},
        "distinct": ["suit"],
    }
