"""What the tests of Marafon share: the rulebook, legal hands, and how a violation is compared."""

from collections.abc import Iterable
from itertools import product
from typing import Any

from hypothesis import strategies as st

from kernel.violations import Violation
from rules.contract import Situation
from rules.games.marafon.options import MarafonOptions
from rules.games.marafon.rulebook import Marafon
from tests.rules.marafon import oracle

BOOK = Marafon()
DEFAULT = BOOK.read_options({})
START = Situation((0, 0))

Facts = dict[str, Any]


def options(**chosen: Any) -> MarafonOptions:
    return BOOK.read_options(chosen)


def check(facts: Facts, chosen: MarafonOptions = DEFAULT, before: Situation = START) -> list[Facts]:
    """The violations of a record as plain data: the code among the parameters."""
    return plain(BOOK.check(BOOK.read_record(facts), chosen, before))


def plain(violations: Iterable[Violation]) -> list[Facts]:
    return [{"code": violation.code, **violation.params} for violation in violations]


def codes(violations: Iterable[Violation]) -> list[tuple[str, int | None]]:
    return [(violation.code, violation.at) for violation in violations]


legal_hands = st.integers(0, 2**32).map(oracle.legal_hand)
"""Whole hands, every second one with a marafona."""

legal_beginnings = st.builds(
    lambda seed, length: oracle.legal_hand(seed, length=length),
    st.integers(0, 2**32),
    st.integers(0, 40),
)

MARAFONA_VARIANTS: list[Facts] = [
    {},
    {"marafona_points": 0},
    {"marafona_who": "caller", "marafona_points": 5},
    {"marafona_must_declare": False, "marafona_lead_ace": True},
]
VARIANTS: list[Facts] = [
    {"count": count, "plus_figure": plus, "both_reach": both, **marafona}
    for count, plus, both, marafona in product(
        ("points", "figure"), (False, True), ("higher", "first_in_play"), MARAFONA_VARIANTS
    )
]
"""Options that change how a hand is checked or booked, each with each."""

variants = st.sampled_from(VARIANTS)
