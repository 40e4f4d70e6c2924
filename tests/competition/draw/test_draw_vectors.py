"""The vectors of the page on drawing: what anybody who draws again begins with."""

import json
import re
from pathlib import Path

import pytest

from competition.documents.draws import verify
from competition.draw.coin import Coin, toss
from competition.draw.commitment import VERSION, commitment
from kernel.json_lines import answers
from kernel.refusals import Refused, Unreadable
from kernel.violations import Violation

PAGE = Path("docs/explanation/draw.md").read_text(encoding="utf-8")
VECTORS = dict(re.findall(r"^([a-z()0-9]+) {2,}(.*)$", PAGE, re.MULTILINE))
[RECORD] = re.findall(r"```jsonl\n(.*)\n```", PAGE)


def test_the_record_of_the_page_is_valid_and_has_its_commitment() -> None:
    (said,) = answers([RECORD.encode()], verify)
    assert json.loads(said) == {"id": None, "legal": True, "valid": True, "differs": []}
    record = json.loads(RECORD)
    assert [record[name] for name in ("secret", "word", "commitment")] == [
        VECTORS[name] for name in ("secret", "word", "commitment")
    ]


@pytest.mark.parametrize("field", ["secret", "word", "entries"])
def test_a_record_with_half_a_sign_in_it_is_unreadable(field: str) -> None:
    entry = {"id": "\ud800", "seed": None, "club": None}
    record = {**json.loads(RECORD), field: [entry] if field == "entries" else "\ud800"}
    with pytest.raises(Unreadable, match="half a sign"):
        verify(record)


@pytest.mark.parametrize("version", [2, 999, "1", 0])
def test_a_record_of_another_version_cannot_be_verified(version: str | int) -> None:
    """It may be right, but this version would draw from the same seed in another way."""
    record = {**json.loads(RECORD), "version": version}
    record["commitment"] = commitment(
        secret=record["secret"],
        entries=record["entries"],
        constraints=record["constraints"],
        format_=record["format"],
        version=version,
    )
    with pytest.raises(Refused) as refused:
        verify(record)
    assert refused.value.violations == (
        Violation("unknown_draw_version", {"version": str(version), "known": VERSION}),
    )
    (said,) = answers([json.dumps(record).encode()], verify)
    assert json.loads(said)["legal"] is False


def test_secret_and_word_toss_the_seed_of_the_page_however_the_word_is_typed() -> None:
    assert toss(VECTORS["secret"], VECTORS["word"]) == VECTORS["seed"]
    assert toss(VECTORS["secret"], "perche\N{COMBINING ACUTE ACCENT}") == VECTORS["seed"]


def test_the_coin_gives_the_numbers_and_the_order_of_the_page() -> None:
    coin = Coin(VECTORS["seed"])
    numbers = VECTORS["below(10)"].split()
    assert [str(coin.below(10)) for _ in numbers] == numbers
    before, after = (signs.split() for signs in VECTORS["shuffle"].split("->"))
    assert Coin(VECTORS["seed"]).shuffle(before) == after
