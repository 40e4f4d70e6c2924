"""Tunes the garbage collector for processes that load much once and live long."""

import gc

LARGE_ANSWER = 50_000
"""About as many objects as the largest answers hold at once. By default the collector looks after
every 700, and walks through all that is loaded several times while a ranking of 1,024 is made."""


def settle() -> None:
    """What is loaded by now stays for good: it is never walked through again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(LARGE_ANSWER)
