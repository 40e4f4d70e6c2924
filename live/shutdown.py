"""The end of the streams: with the server, which would wait for them."""

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeAlias

from live.hub import hub

Handler: TypeAlias = Callable[[int, FrameType | None], Any]


def end_streams_with_the_server() -> None:
    """To be called once the server has set its signal handlers, in its main thread: what ends the
    server ends the streams first."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        ending = signal.getsignal(number)
        if callable(ending):
            signal.signal(number, _streams_first(ending, loop))


def _streams_first(ending: Handler, loop: asyncio.AbstractEventLoop) -> Handler:
    def end(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(hub.end_all)
        ending(number, frame)

    return end
