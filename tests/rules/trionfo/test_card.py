"""The card says what the rulebook says: every row, every key, every turn."""

import json
from itertools import product
from typing import Any

from tests.rules.trionfo import oracle
from tests.rules.trionfo.hands import BOOK, DEFAULT, Facts, check

CARD: dict[str, Any] = json.loads(json.dumps(BOOK.build_card(DEFAULT)))
"""As it comes to the pad: through JSON."""
RESULT, ALL_PASS = CARD["forms"]


def records(form: Facts) -> list[tuple[Facts, Facts]]:
    """Every record that a form has a row for, and the row."""
    (step,) = form["steps"]
    return [(dict(zip(step["fields"], row["key"], strict=True)), row) for row in step["rows"]]


def test_every_row_is_booked_as_the_rulebook_has_it() -> None:
    for record, row in records(RESULT) + records(ALL_PASS):
        assert check(record) == []
        (step,) = BOOK.score(BOOK.read_record(record), DEFAULT)
        assert row["adds"] == list(step.add_to((0,) * 5))
        assert sum(row["adds"]) == 0
        assert row["wins"] is None


def test_a_key_has_a_row_if_and_only_if_it_can_be() -> None:
    has_row = [record for record, _ in records(RESULT)]
    fields = RESULT["steps"][0]["fields"]
    seats = range(-1, 6)
    for values in product(
        seats, oracle.SAID, (None, *seats), (None, False, True), (None, False, True)
    ):
        record = dict(zip(fields, values, strict=True))
        assert (check(record) == []) == (record in has_row), record


def test_all_pass_is_a_form_of_its_own() -> None:
    assert [form["name"] for form in CARD["forms"]] == ["result", "all_pass"]
    ((record, row),) = records(ALL_PASS)
    assert (record, row["adds"]) == ({"all_pass": True}, [0, 0, 0, 0, 0])


def test_the_card_names_what_it_is_for() -> None:
    assert (CARD["game"], CARD["sides"], CARD["options"], CARD["claim"]) == ("trionfo", 5, {}, None)
    assert CARD["end"] == {"unit": "points", "need": None, "both": "higher"}
    assert CARD["smallest"] == RESULT["steps"][0]["fields"]
    turn = {"field": "leader", "after_hand": [1, 2, 3, 4, 0], "after_redeal": None}
    assert CARD["turn"] == turn
