"""What can happen to a request on the network, and how often."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from soak.wire import WireRequest


class RequestFate(StrEnum):
    """What the network does with a request and its answer."""

    PASS = "passed"
    DELAY = "delayed"
    DELAY_ANSWER = "answer delayed"
    LATE = "delivered after the phone gave up"
    DROP = "dropped"
    LOSE_ANSWER = "answer lost"
    CUT_ANSWER = "cut inside the answer"
    DUPLICATE = "delivered twice"
    REORDER = "overtaken by a later one"
    HANG = "never answered"


Rates = Mapping[RequestFate, float]

LINES: Rates = {
    RequestFate.DELAY: 0.06,
    RequestFate.DELAY_ANSWER: 0.04,
    RequestFate.LATE: 0.01,
    RequestFate.DROP: 0.05,
    RequestFate.LOSE_ANSWER: 0.06,
    RequestFate.CUT_ANSWER: 0.03,
    RequestFate.DUPLICATE: 0.06,
    RequestFate.REORDER: 0.05,
    RequestFate.HANG: 0.01,
}
"""Writing a line: the requests that must survive everything."""
READS: Rates = {
    RequestFate.DELAY: 0.04,
    RequestFate.DELAY_ANSWER: 0.02,
    RequestFate.DROP: 0.03,
    RequestFate.LOSE_ANSWER: 0.02,
    RequestFate.CUT_ANSWER: 0.02,
    RequestFate.REORDER: 0.02,
    RequestFate.HANG: 0.002,
}
FILES: Rates = {RequestFate.DELAY: 0.02, RequestFate.DROP: 0.002, RequestFate.CUT_ANSWER: 0.002}
"""A page has about forty files: with higher rates it would hardly ever load."""


@dataclass(frozen=True)
class Seconds:
    """How long each fault lasts: shortest and longest, in seconds."""

    delay: tuple[float, float] = (0.1, 3.0)
    late: tuple[float, float] = (12.5, 15.0)
    """More than the 12 seconds after which the pad gives up a request."""
    duplicate: tuple[float, float] = (0.0, 6.0)
    reorder: tuple[float, float] = (2.0, 4.0)
    """How long a request waits for a later one to overtake it."""
    hang: tuple[float, float] = (15.0, 20.0)
    stream: float = 60.0
    """The mean lifetime of a stream."""


def classify_request(request: WireRequest) -> str:
    """``lines``, ``reads`` or ``files``."""
    if request.method == "POST" and request.path.endswith("/lines/"):
        return "lines"
    if request.path.startswith("/api/"):
        return "reads"
    return "files"


RATES: Mapping[str, Rates] = {"lines": LINES, "reads": READS, "files": FILES}


def draw_fate(request: WireRequest, random: Random) -> RequestFate:
    """Draw what happens to this request."""
    at = random.random()
    for fate, rate in RATES[classify_request(request)].items():
        at -= rate
        if at < 0:
            return fate
    return RequestFate.PASS
