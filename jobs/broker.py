"""The embedded broker: kombu's file system broker, made safe against incomplete and damaged files.

Kombu opens a file under its final name and then writes it. A worker that reads it in between gets
an empty message and crashes; so does a process that reads an exchange while another one writes it,
or that reads a file damaged by a failing disk.
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
_own_bindings: defaultdict[Path, list[filesystem.exchange_queue_t]] = defaultdict(list)
"""The bindings that this process has made, by the file of their exchange. A damaged file is written
again from them."""


class Channel(filesystem.Channel):
    """Moves complete files into place, and damaged ones aside."""

    def _put(  # type: ignore[override]
        self, queue: str, payload: Any, **_kwargs: Any
    ) -> None:
        # Names sort in the order of sending; the UUID tells messages of one nanosecond apart.
        name = f"{monotonic_ns():020}_{uuid4()}.{queue}.msg"
        _write(Path(self.data_folder_out) / name, dumps(payload))

    def _get(self, queue: str) -> Any:  # type: ignore[override]
        """The next message of a queue. Raises Empty."""
        for file in sorted(Path(self.data_folder_in).iterdir()):
            if file.name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = Path(self.processed_folder) / file.name
            try:
                # The claim: of several workers that see the file, one can move it.
                file.replace(taken)
            except FileNotFoundError:
                continue
            message = _parse(taken.read_bytes())
            if isinstance(message, dict):
                taken.unlink()
                return message
            self._move_damaged(taken)
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
            return [filesystem.exchange_queue_t(*binding) for binding in _parse(content)]
        except TypeError:
            # Not a list of bindings. Other processes add theirs again when they start.
            self._move_damaged(file)
            if _own_bindings[file]:
                _write(file, dumps(_own_bindings[file]))
            return _own_bindings[file]

    def _queue_bind(
        self, exchange: str, routing_key: str | None, pattern: str | None, queue: str
    ) -> None:
        binding = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        file: Path = self._exchange_file(exchange)  # type: ignore[attr-defined]
        if binding not in _own_bindings[file]:
            _own_bindings[file].append(binding)
        # Read and written under one lock: otherwise two processes that bind at the same time would
        # lose one of the bindings. The lock is another file, because this one is replaced.
        with file.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            stored = self.get_table(exchange)
            if binding not in stored:
                _write(file, dumps([binding, *stored]))

    def _move_damaged(self, file: Path) -> None:
        folder = Path(self.processed_folder) / DAMAGED
        folder.mkdir(exist_ok=True)
        kept = folder / f"{monotonic_ns()}-{file.name}"
        try:
            file.replace(kept)
        except FileNotFoundError:
            return  # Another process has moved it.
        log.error("damaged file of the broker moved aside", moved_to=str(kept))


def _parse(content: bytes) -> Any:
    """The content of a file as JSON; None if it is damaged."""
    try:
        return loads(content)
    except (ValueError, TypeError):
        return None


def _write(file: Path, text: str) -> None:
    """Write a file that appears under its name only when it is complete: renaming is atomic. If it
    cannot be written, nothing is left of it."""
    incomplete = file.with_name(f"{uuid4()}.part")
    try:
        incomplete.write_text(text, encoding="utf-8")
        incomplete.replace(file)
    except OSError:
        incomplete.unlink(missing_ok=True)
        raise


class Transport(filesystem.Transport):
    """Kombu's file system transport with this module's channel."""

    Channel = Channel


TRANSPORT_ALIASES[SCHEME] = f"{__name__}:Transport"
