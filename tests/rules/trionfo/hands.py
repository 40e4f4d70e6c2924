"""What the tests of Trionfo share: the rulebook, legal hands, how a violation is compared."""

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from kernel.violations import Violation
from rules.contract import Situation
from rules.games.trionfo.rulebook import Trionfo
from tests.rules.trionfo import oracle

BOOK = Trionfo()
DEFAULT = BOOK.read_options({})
START = Situation((0,) * 5, to_target=False)

Facts = dict[str, Any]


def check(facts: Facts, before: Situation = START) -> list[Facts]:
    """The violations of a record as plain data: the code among the parameters."""
    return plain(BOOK.check(BOOK.read_record(facts), DEFAULT, before))


def plain(violations: Iterable[Violation]) -> list[Facts]:
    return [{"code": violation.code, **violation.params} for violation in violations]


seeds = st.integers(0, 2**32)
legal_hands = st.builds(
    lambda seed, bid, strong: oracle.legal_hand(seed, bid=bid, strong=strong),
    seeds,
    st.sampled_from(oracle.SAID[1:]),
    st.booleans(),
)
legal_beginnings = st.builds(
    lambda play, length: {**play, "plays": play["plays"][:length]},
    legal_hands,
    st.integers(0, 40),
)
