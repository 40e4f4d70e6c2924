"""Connections to receivers: to a checked address, with one deadline for a whole exchange."""

import io
import socket
import ssl
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache
from threading import Thread
from time import monotonic
from typing import Any

from webhooks.targets import Resolver, WebhookTarget, resolve_target


@dataclass(frozen=True, slots=True)
class Deadline:
    """When an exchange must be over, by its clock."""

    ends: float
    clock: Callable[[], float] = monotonic

    def get_seconds_left(self) -> float:
        """The seconds until then. Raises TimeoutError if there are none."""
        left = self.ends - self.clock()
        if left <= 0:
            raise TimeoutError
        return left


def open_connection(target: WebhookTarget, resolve: Resolver, deadline: Deadline) -> socket.socket:
    """A connection to the first address of a target that takes it. Raises AddressNotPublic,
    OSError."""
    failure = OSError()
    for address in resolve_target(target, bound_resolver(resolve, deadline)):
        left = deadline.get_seconds_left()
        try:
            # An address, not a name: nothing is resolved a second time.
            connected = socket.create_connection((address, target.port), timeout=left)
            if target.is_tls:
                return start_tls(connected, target.host, deadline)
            return connected
        except ssl.SSLError:
            raise
        except OSError as error:
            failure = error
    # That of the last address.
    raise failure


def bound_resolver(resolve: Resolver, deadline: Deadline) -> Resolver:
    """A resolver that raises TimeoutError at the deadline. That of the system takes no timeout, so
    it is asked in a thread, which is left alone once it is too late. The thread is a daemon: a
    process that ends does not wait for it."""

    def resolve_in_time(host: str, port: int) -> Sequence[str]:
        addresses: Future[Sequence[str]] = Future()

        def ask() -> None:
            try:
                addresses.set_result(resolve(host, port))
            except Exception as error:  # noqa: BLE001  (raised in the thread that waits)
                addresses.set_exception(error)

        try:
            Thread(target=ask, name="webhook-resolver", daemon=True).start()
        except RuntimeError as error:
            # The system has no thread left: this message is tried again, and the others go on.
            raise OSError("no thread for the resolver") from error
        return addresses.result(deadline.get_seconds_left())

    return resolve_in_time


def start_tls(connected: socket.socket, host: str, deadline: Deadline) -> socket.socket:
    """The connection with TLS, for which the receiver has the time until the deadline. Without
    success it is closed. Raises OSError."""
    try:
        connected.settimeout(deadline.get_seconds_left())
        # The name, not the address: the certificate is checked against it.
        return _tls_context().wrap_socket(connected, server_hostname=host)
    except BaseException:
        connected.close()
        raise


@cache
def _tls_context() -> ssl.SSLContext:
    """Made once: loading the certificates of the system costs more than a delivery."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


class BoundedSocket:
    """The part of a socket that HTTPResponse uses, with a deadline for all reads together: a
    receiver that sends a byte every second would never meet a timeout of single reads."""

    def __init__(self, inner: socket.socket, deadline: Deadline) -> None:
        self._inner, self._deadline = inner, deadline

    def send_all(self, data: bytes) -> None:
        self._inner.settimeout(self._deadline.get_seconds_left())
        self._inner.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_BoundedReader(self))

    def receive_into(self, buffer: Any) -> int:
        self._inner.settimeout(self._deadline.get_seconds_left())
        return self._inner.recv_into(buffer)


class _BoundedReader(io.RawIOBase):
    def __init__(self, bounded: BoundedSocket) -> None:
        self._bounded = bounded

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._bounded.receive_into(buffer)
