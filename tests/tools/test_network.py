"""Free ports and hall addresses."""

import socket

import pytest

from tools.network import free_port, hall_addresses


def test_a_port_in_use_is_passed_over():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match="in use"):
            free_port("127.0.0.1", port)
    assert free_port("127.0.0.1", None) >= 8000


def test_hall_addresses_are_not_the_machine_alone():
    assert not any(address.startswith("127.") for address in hall_addresses())
