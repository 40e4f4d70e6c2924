"""The public coin: every choice of a draw comes from one published seed."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from typing import Final, TypeVar

from kernel.reading import shorten_value
from kernel.refusals import Refused
from kernel.violations import Violation

Item = TypeVar("Item")

_SEED: Final = re.compile("[0-9a-f]{64}")
_BLOCKS: Final = 1 << 256


def toss(secret: str, word: str) -> str:
    """The seed of a draw: the committed secret (hex) with the public word.

    The word counts in NFC, so that a name typed with a dead key is the same name.
    """
    normalized_word = unicodedata.normalize("NFC", word)
    return hashlib.sha256(f"{secret}:{normalized_word}".encode()).hexdigest()


def check_seed(seed: str) -> tuple[Violation, ...]:
    """A seed is 64 lower-case hex digits: another spelling would be another draw."""
    if _SEED.fullmatch(seed):
        return ()
    return (Violation("malformed", {"field": "seed", "value": shorten_value(seed)}),)


class Coin:
    """The generator of a draw, ten lines in any language.

    Block i is SHA-256 of ``seed:i``, i in decimal, as a big-endian integer; i runs on.
    """

    def __init__(self, seed: str) -> None:
        """Raises Refused for an invalid ``seed``."""
        if violations := check_seed(seed):
            raise Refused(violations)
        self._seed = seed
        self._next = 0

    def below(self, n: int) -> int:
        """An integer of 0 … n-1, each equally likely: a block that is too high is passed over."""
        # The greatest multiple of n: above it, the first remainders would be more likely.
        limit = _BLOCKS - _BLOCKS % n
        while True:
            # 256 bits: the digest of the seed and of how many blocks were taken before.
            digest = hashlib.sha256(f"{self._seed}:{self._next}".encode()).digest()
            self._next += 1
            block = int.from_bytes(digest, "big")
            if block < limit:
                return block % n

    def shuffle(self, items: Iterable[Item]) -> list[Item]:
        """The items in a new order, by Fisher and Yates from the last place down."""
        order = list(items)
        for last_index in range(len(order) - 1, 0, -1):
            chosen_index = self.below(last_index + 1)
            order[last_index], order[chosen_index] = order[chosen_index], order[last_index]
        return order
