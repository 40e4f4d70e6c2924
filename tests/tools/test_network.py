"""The door, and the addresses of the hall."""

import socket
from collections.abc import Iterator

import pytest

from tools.network import NoFreePort, hall_addresses, open_door


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_port_in_use_is_not_taken_from_who_has_it(taken: int) -> None:
    with pytest.raises(NoFreePort, match=str(taken)):
        open_door("127.0.0.1", taken)


def test_without_a_wish_the_next_free_port_is_taken() -> None:
    with open_door("127.0.0.1", None) as first, open_door("127.0.0.1", None) as second:
        assert 8000 <= first.getsockname()[1] < second.getsockname()[1] < 8050


def test_who_comes_before_the_web_process_waits_at_the_door() -> None:
    with open_door("127.0.0.1", None) as door:
        early = socket.create_connection(door.getsockname(), timeout=5)
        early.sendall(b"GET")
        accepted, _ = door.accept()
        assert accepted.recv(3) == b"GET"
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        accepted.close()
        early.close()


def test_hall_addresses_are_those_that_others_can_reach() -> None:
    found = hall_addresses()
    assert len(found) == len(set(found))
    assert not any(address.startswith(("127.", "169.254.")) for address in found)
