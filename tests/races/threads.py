"""Many connections at once, each in a thread of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connections

T = TypeVar("T")


def all_at_once(calls: Sequence[Callable[[], T]]) -> list[T | Exception]:
    """The results of the calls, started together, in their order; an exception is a result too."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], T]) -> T | Exception:
        try:
            connections.close_all()
            barrier.wait(timeout=10)
            return call()
        except Exception as error:  # noqa: BLE001  (handed to the test)
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
