"""The generator, against ten lines that anyone could write."""

import hashlib
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.draw.coin import Coin, toss
from kernel.refusals import Refused

SEED = hashlib.sha256(b"la bella").hexdigest()
seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)


def oracle(seed: str) -> Iterator[int]:
    """Blocks as the page on drawing describes them."""
    i = 0
    while True:
        yield int(hashlib.sha256((seed + ":" + str(i)).encode("ascii")).hexdigest(), 16)
        i += 1


def oracle_below(blocks: Iterator[int], n: int) -> int:
    return next(block % n for block in blocks if block < (2**256 // n) * n)


def oracle_shuffle(seed: str, items: list[int]) -> list[int]:
    blocks = oracle(seed)
    for i in reversed(range(1, len(items))):
        j = oracle_below(blocks, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


@given(seeds, st.lists(st.integers(1, 2**256), max_size=20))
def test_numbers_are_those_of_the_oracle_and_blocks_run_on(seed: str, bounds: list[int]) -> None:
    coin, blocks = Coin(seed), oracle(seed)
    assert [coin.below(n) for n in bounds] == [oracle_below(blocks, n) for n in bounds]


@given(seeds, st.integers(0, 60))
def test_a_shuffle_is_that_of_the_oracle(seed: str, size: int) -> None:
    assert Coin(seed).shuffle(range(size)) == oracle_shuffle(seed, list(range(size)))


def test_the_first_blocks_of_a_seed_are_known() -> None:
    assert SEED == "4cc368e211d801a74c36e6d8a8e0e341f7f862f10694b8b60517988fe990eb39"
    coin = Coin(SEED)
    assert [coin.below(2**256) >> 224 for _ in range(3)] == [0x849DB720, 0x08F9FA50, 0x306CF100]


def test_a_shuffle_of_ten_is_known() -> None:
    # Worked out by another program in another language.
    assert Coin(SEED).shuffle(range(10)) == [5, 7, 2, 6, 9, 1, 8, 3, 4, 0]


def test_a_block_over_the_greatest_multiple_is_passed_over() -> None:
    n = 2**255 + 1
    blocks = oracle(SEED)
    passed = [i for i, block in zip(range(40), blocks, strict=False) if block >= n]
    coin = Coin(SEED)
    taken = [coin.below(n) for _ in range(40 - len(passed))]
    assert passed
    assert all(number < n for number in taken)
    assert taken == [
        block for i, block in zip(range(40), oracle(SEED), strict=False) if i not in passed
    ]


def test_a_number_below_one_takes_a_block_like_any_other() -> None:
    coin, blocks = Coin(SEED), oracle(SEED)
    assert coin.below(1) == 0
    next(blocks)
    assert coin.below(2**256) == next(blocks)


def test_nothing_is_drawn_for_no_choice() -> None:
    coin = Coin(SEED)
    assert coin.shuffle([]) == []
    assert coin.shuffle(["alone"]) == ["alone"]
    assert coin.below(2**256) == next(oracle(SEED))


def test_a_shuffle_leaves_what_it_was_given() -> None:
    items = [1, 2, 3, 4]
    Coin(SEED).shuffle(items)
    assert items == [1, 2, 3, 4]


def test_all_orders_of_three_come_about_as_often() -> None:
    coin = Coin(SEED)
    orders = Counter(tuple(coin.shuffle("abc")) for _ in range(6000))
    assert len(orders) == 6
    assert all(900 < times < 1100 for times in orders.values())


@pytest.mark.parametrize(
    "seed", ["", "ab", SEED[:-1], SEED + "0", SEED.upper(), "g" * 64, "٣" * 64, SEED[:-1] + "\n"]
)
def test_another_spelling_of_a_seed_is_refused(seed: str) -> None:
    with pytest.raises(Refused) as refused:
        Coin(seed)
    assert [violation.code for violation in refused.value.violations] == ["malformed"]


def test_a_toss_binds_the_secret_to_the_word_of_the_hall() -> None:
    said = hashlib.sha256(("00" * 32).encode() + b":" + "perché".encode()).hexdigest()
    assert toss("00" * 32, "perché") == said
    assert toss("00" * 32, "perche") != said


def test_a_word_is_the_same_however_its_accents_are_typed() -> None:
    assert toss("00" * 32, "perche\u0301") == toss("00" * 32, "perch\u00e9")
