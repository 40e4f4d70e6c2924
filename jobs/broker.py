"""The embedded broker: kombu's broker of files, whose readers never find a half written one.

Kombu opens a file in its place and then writes it. A worker that looks up in between takes an empty
message, and dies of it; so does who reads an exchange that another is making.
"""

import fcntl
from pathlib import Path
from time import monotonic_ns
from typing import Any
from uuid import uuid4

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

SCHEME = "files"


class Channel(filesystem.Channel):
    """Every file comes to its place complete."""

    def _put(  # type: ignore[override]
        self, queue: str, payload: Any, **_kwargs: Any
    ) -> None:
        name = f"{monotonic_ns():020}_{uuid4()}.{queue}.msg"
        _write(Path(self.data_folder_out) / name, dumps(payload))

    def _queue_bind(
        self, exchange: str, routing_key: str | None, pattern: str | None, queue: str
    ) -> None:
        bound = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        file: Path = self._exchange_file(exchange)  # type: ignore[attr-defined]
        with file.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            known = self.get_table(exchange)
            if bound not in known:
                _write(file, dumps([bound, *known]))


def _write(file: Path, text: str) -> None:
    beside = file.with_name(f"{uuid4()}.part")
    beside.write_text(text, encoding="utf-8")
    beside.replace(file)


class Transport(filesystem.Transport):
    """Kombu's, with our channel."""

    Channel = Channel


TRANSPORT_ALIASES[SCHEME] = f"{__name__}:Transport"
