"""Tunes the garbage collector for processes that load much at their start and live long."""

import gc

LARGE_ANSWER = 50_000
"""About as many objects as the largest answers hold at once. By default the collector runs after
every 700 new ones, and traverses everything that is loaded several times while a ranking of 1,024
is made."""


def settle() -> None:
    """Call this when everything is loaded: what exists now is never traversed again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(LARGE_ANSWER)
