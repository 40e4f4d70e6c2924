"""The embedded broker: kombu's file system broker, made safe against half written and damaged
files.

Kombu opens a file under its final name and then writes it. A worker that reads it in between gets
an empty message and crashes; so does a process that reads an exchange while another one writes it,
or a file that a failing disk has damaged.
"""

import fcntl
from collections import defaultdict
from pathlib import Path
from queue import Empty
from time import monotonic_ns
from typing import Any
from uuid import uuid4

import structlog
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps, loads

log = structlog.get_logger(__name__)

SCHEME = "files"
DAMAGED = "damaged"
"""The folder beside that of processed messages where damaged files are kept."""
_bound: defaultdict[Path, list[filesystem.exchange_queue_t]] = defaultdict(list)
"""The bindings that this process has made, by the file of their exchange: it is written again from
them where it is damaged."""


class Channel(filesystem.Channel):
    """Moves complete files into place, and damaged ones aside."""

    def _put(  # type: ignore[override]
        self, queue: str, payload: Any, **_kwargs: Any
    ) -> None:
        name = f"{monotonic_ns():020}_{uuid4()}.{queue}.msg"
        _write(Path(self.data_folder_out) / name, dumps(payload))

    def _get(self, queue: str) -> Any:  # type: ignore[override]
        """The next message of a queue. Raises Empty."""
        for file in sorted(Path(self.data_folder_in).iterdir()):
            if file.name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = Path(self.processed_folder) / file.name
            try:
                file.replace(taken)
            except FileNotFoundError:
                continue  # another worker was faster
            message = _parse(taken.read_bytes())
            if isinstance(message, dict):
                taken.unlink()
                return message
            self._set_aside(taken)
        raise Empty

    def get_table(  # type: ignore[override]
        self, exchange: str
    ) -> list[filesystem.exchange_queue_t]:
        """The bindings of an exchange."""
        file: Path = self._exchange_file(exchange)  # type: ignore[attr-defined]
        try:
            content = file.read_bytes()
        except FileNotFoundError:
            return []
        try:
            return [filesystem.exchange_queue_t(*bound) for bound in _parse(content)]
        except TypeError:
            self._set_aside(file)
            if _bound[file]:
                _write(file, dumps(_bound[file]))
            return _bound[file]

    def _queue_bind(
        self, exchange: str, routing_key: str | None, pattern: str | None, queue: str
    ) -> None:
        bound = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        file: Path = self._exchange_file(exchange)  # type: ignore[attr-defined]
        if bound not in _bound[file]:
            _bound[file].append(bound)
        with file.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            known = self.get_table(exchange)
            if bound not in known:
                _write(file, dumps([bound, *known]))

    def _set_aside(self, file: Path) -> None:
        folder = Path(self.processed_folder) / DAMAGED
        folder.mkdir(exist_ok=True)
        kept = folder / f"{monotonic_ns()}-{file.name}"
        try:
            file.replace(kept)
        except FileNotFoundError:
            return  # another process has set it aside
        log.error("damaged file of the broker moved aside", moved_to=str(kept))


def _parse(content: bytes) -> Any:
    """What a file says; None where it is damaged."""
    try:
        return loads(content)
    except (ValueError, TypeError):
        return None


def _write(file: Path, text: str) -> None:
    beside = file.with_name(f"{uuid4()}.part")
    beside.write_text(text, encoding="utf-8")
    beside.replace(file)


class Transport(filesystem.Transport):
    """Kombu's, with our channel."""

    Channel = Channel


TRANSPORT_ALIASES[SCHEME] = f"{__name__}:Transport"
