"""What the tests of Mariglia share: the rulebook, legal hands, how a violation is compared."""

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from kernel.violations import Violation
from rules.contract import Situation
from rules.games.mariglia.options import MarigliaOptions
from rules.games.mariglia.rulebook import Mariglia
from tests.rules.mariglia import oracle

BOOK = Mariglia()
DEFAULT = BOOK.read_options({})
START = Situation((0, 0))

Facts = dict[str, Any]

HAND: Facts = {"totals": [41, 29], "dealer": 0, "trionfo": "KS"}


def options(**chosen: Any) -> MarigliaOptions:
    return BOOK.read_options(chosen)


def check(
    facts: Facts, chosen: MarigliaOptions = DEFAULT, before: Situation = START
) -> list[Facts]:
    """The violations of a record as plain data: the code among the parameters."""
    return plain(BOOK.check(BOOK.read_record(facts), chosen, before))


def plain(violations: Iterable[Violation]) -> list[Facts]:
    return [{"code": violation.code, **violation.params} for violation in violations]


honours = st.sampled_from(["J2H1", "H2J1"])
seeds = st.integers(0, 2**32)


@st.composite
def legal_hands(draw: st.DrawFn, *, least: int = 40) -> tuple[Facts, str]:
    """A legal play, and the honours that it was played by."""
    chosen = draw(honours)
    length = draw(st.integers(least, 40))
    return oracle.legal_hand(draw(seeds), honours=chosen, length=length), chosen
