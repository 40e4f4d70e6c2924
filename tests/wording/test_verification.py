"""The sentences of what the verification of an event finds."""

import pytest
from django.utils.translation import override

from competition.trust.faults import Fault
from tests.wording.raised import literals_of
from wording.faults import VERIFICATION
from wording.verification import describe_fault

DETAIL: dict[str, object] = {
    "anchor": 3,
    "after_line": 4,
    "to_line": 9,
    "draw": 1,
    "entries": 2,
    "expected": 11,
    "first": 5,
    "item": "draw:7",
    "key": "5f2c91aa",
    "last": 6,
    "line": 8,
    "round": 2,
    "stored": 12,
    "times": 2,
}


def test_every_fault_has_a_sentence() -> None:
    codes = literals_of("Fault") | literals_of("SheetFault") | literals_of("_item_fault")
    codes |= literals_of("_make_fault") | literals_of("_make_fault", at=1)
    assert codes == VERIFICATION.keys()


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("code", sorted(VERIFICATION))
@pytest.mark.parametrize("pairing", ["main-1-1", ""])
def test_a_sentence_is_filled(code: str, language: str, pairing: str) -> None:
    with override(language):
        sentence = describe_fault(Fault(code, 1, pairing, 17, DETAIL))
    assert "%" not in sentence
    assert sentence.endswith((".", "5f2c91aa"))


def test_a_match_that_has_left_its_pairing_is_named_by_its_number() -> None:
    fault = Fault("chain_broken", match=17, detail={"line": 3})
    with override("it"):
        sentence = describe_fault(fault)
    assert sentence == "Referto di incontro 17: la riga 3 non segue da quella prima."
