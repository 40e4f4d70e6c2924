"""The broker of files: a message is there whole, or not at all."""

import resource
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

from jobs.broker import SCHEME

QUEUES = [f"queue-{number}" for number in range(40)]


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[Any]:
    with Connection(f"{SCHEME}://", transport_options=_folders(tmp_path)) as connection:
        yield _channel_of(connection)


def _channel_of(connection: Any) -> Any:
    return connection.channel()


def _folders(path: Path) -> dict[str, str]:
    names = ("data_folder_in", "data_folder_out", "control_folder", "processed_folder")
    return dict.fromkeys(names, str(path))


class Slow:
    """What is looked for while it is being written."""

    def __init__(self, channel: Any) -> None:
        self.channel = channel

    def __json__(self) -> dict[str, str]:
        with pytest.raises(Empty):
            self.channel._get("work")
        return {"body": "done"}


def test_a_message_that_is_being_written_is_not_there_yet(channel: Any) -> None:
    channel._put("work", Slow(channel))
    assert channel._get("work") == {"body": "done"}
    with pytest.raises(Empty):
        channel._get("work")


def test_a_message_that_cannot_be_written_leaves_no_file(channel: Any, tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))  # as on a full disk
    try:
        with pytest.raises(OSError, match="File too large"):
            channel._put("work", {"body": 100 * "x"})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []


def test_messages_come_in_the_order_in_which_they_were_put(channel: Any) -> None:
    for number in range(5):
        channel._put("work", {"number": number})
    channel._put("rest", {"number": 5})
    assert [channel._get("work")["number"] for _ in range(5)] == list(range(5))
    assert channel._get("rest") == {"number": 5}


def test_who_binds_at_once_is_bound_and_who_reads_meanwhile_reads_a_whole_table(
    tmp_path: Path,
) -> None:
    def bind(queue: str) -> int:
        with Connection(f"{SCHEME}://", transport_options=_folders(tmp_path)) as connection:
            one = _channel_of(connection)
            one._queue_bind("work", "", "", queue)
            return len(one.get_table("work"))

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(bind, QUEUES))
    with Connection(f"{SCHEME}://", transport_options=_folders(tmp_path)) as connection:
        table = _channel_of(connection).get_table("work")
    assert sorted(row.queue for row in table) == sorted(QUEUES)


DAMAGE = [b"", b"\x93\x00\xff\x1b damaged", b'{"body": "ha', b"[1, 2", b'"text"', b"null", b"17"]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_message_is_moved_aside_and_the_next_one_comes(
    channel: Any, tmp_path: Path, damage: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    channel._put("work", {"number": 1})
    channel._put("work", {"number": 2})
    first = min(tmp_path.glob("*.work.msg"))
    first.write_bytes(damage)
    assert channel._get("work") == {"number": 2}
    with pytest.raises(Empty):
        channel._get("work")
    (kept,) = (tmp_path / "damaged").iterdir()
    assert kept.read_bytes() == damage
    assert kept.name in caplog.text


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_exchange_is_moved_aside_and_written_again(
    channel: Any, tmp_path: Path, damage: bytes
) -> None:
    for queue in QUEUES[:2]:
        channel._queue_bind("jobs", queue, "", queue)
    file = tmp_path / "jobs.exchange"
    file.write_bytes(damage)
    assert {bound.queue for bound in channel.get_table("jobs")} == set(QUEUES[:2])
    assert b"queue-1" in file.read_bytes()
    (kept,) = (tmp_path / "damaged").iterdir()
    assert kept.read_bytes() == damage


def test_an_exchange_that_another_process_damaged_is_bound_again(
    channel: Any, tmp_path: Path
) -> None:
    (tmp_path / "jobs.exchange").write_bytes(b"\xff")
    channel._queue_bind("jobs", "work", "", "work")
    assert [bound.queue for bound in channel.get_table("jobs")] == ["work"]


def test_a_process_that_has_bound_nothing_leaves_the_table_to_those_that_have(
    channel: Any, tmp_path: Path
) -> None:
    file = tmp_path / "jobs.exchange"
    file.write_bytes(b"\xff")
    assert channel.get_table("jobs") == []
    assert not file.exists()
