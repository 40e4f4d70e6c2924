"""Kills processes of the server and of the browsers while hands are played."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random

from soak.hall import SoakHall
from soak.pads import Phones

PER_10_000: Mapping[str, int] = {"web": 20, "worker": 4, "server": 4, "browser": 25}
"""Kills in a full run; a shorter run has at least one of each."""


def draw_kills(hands: int, random: Random) -> list[tuple[int, str]]:
    """What is killed, and after how many hands, in order."""
    kills = []
    for what, often in PER_10_000.items():
        count = max(1, round(often * hands / 10_000))
        # None at the very end: a kill that comes after the last hand would not happen.
        kills += [(random.randrange(hands // 20, hands * 9 // 10), what) for _ in range(count)]
    return sorted(kills)


async def kill_all(
    kills: Sequence[tuple[int, str]],
    hands: Callable[[], int],
    hall: SoakHall,
    phones: Sequence[Phones],
    random: Random,
) -> Counter[str]:
    """Kills each when its number of hands is reached; returns how often each was killed."""
    counts: Counter[str] = Counter()
    for after, what in kills:
        while hands() < after:
            await asyncio.sleep(0.2)
        if what == "browser":
            await random.choice(phones).kill()
        elif what == "server":
            # In threads, because these calls block: pads and proxy must go on meanwhile.
            await asyncio.to_thread(hall.kill)
            await asyncio.to_thread(hall.start)
        else:
            await asyncio.to_thread(hall.kill_part, what)
        counts[what] += 1
    return counts
