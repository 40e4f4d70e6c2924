"""The listening socket, and the addresses for phones."""

import socket
from collections.abc import Iterator

import pytest

from tools.network import NoFreePort, list_lan_addresses, open_listening_socket


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_port_in_use_is_not_taken_from_who_has_it(taken: int) -> None:
    with pytest.raises(NoFreePort, match=str(taken)):
        open_listening_socket("127.0.0.1", taken)


def test_by_default_the_next_free_port_is_used() -> None:
    with (
        open_listening_socket("127.0.0.1", None) as first,
        open_listening_socket("127.0.0.1", None) as second,
    ):
        assert 8000 <= first.getsockname()[1] < second.getsockname()[1] < 8050


def test_a_connection_before_the_web_process_waits_in_the_backlog() -> None:
    with open_listening_socket("127.0.0.1", None) as listener:
        early = socket.create_connection(listener.getsockname(), timeout=5)
        early.sendall(b"GET")
        accepted, _ = listener.accept()
        assert accepted.recv(3) == b"GET"
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        accepted.close()
        early.close()


def test_lan_addresses_are_those_that_others_can_reach() -> None:
    found = list_lan_addresses()
    assert len(found) == len(set(found))
    assert not any(address.startswith(("127.", "169.254.")) for address in found)
