"""Ends the streams when the server shuts down, which would otherwise wait for them."""

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeAlias

from live.hub import hub

Handler: TypeAlias = Callable[[int, FrameType | None], Any]


def end_streams_with_the_server() -> None:
    """Wrap the signal handlers of the server, once it has set them."""
    # Python sets signal handlers in the main thread only; a server in another thread (a test's) has
    # none.
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        server_handler = signal.getsignal(number)
        if callable(server_handler):
            signal.signal(number, _end_streams_before(server_handler, loop))


def _end_streams_before(server_handler: Handler, loop: asyncio.AbstractEventLoop) -> Handler:
    def handle_signal(number: int, frame: FrameType | None) -> None:
        # A handler interrupts the loop between any two steps, perhaps while a listener is being
        # changed: so it only schedules.
        loop.call_soon_threadsafe(hub.end_all)
        server_handler(number, frame)

    return handle_signal
