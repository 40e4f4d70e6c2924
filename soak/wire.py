"""HTTP/1.1 requests as bytes: one for each connection, read completely before it is passed on."""

from asyncio import StreamReader
from dataclasses import dataclass

LONGEST_HEAD = 64 * 1024


@dataclass(frozen=True)
class WireRequest:
    """A request: its method and target, the head that is sent on, and the body."""

    method: str
    target: str
    host: str
    head: bytes
    body: bytes

    @property
    def raw(self) -> bytes:
        return self.head + self.body

    @property
    def phone(self) -> str:
        """The name of the phone: the host without ``.localhost``."""
        return self.host.partition(".")[0]

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]


async def read_request(reader: StreamReader) -> WireRequest | None:
    """The request on a new connection."""
    head = await reader.readuntil(b"\r\n\r\n")
    first, *fields = head.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
    method, target, _ = first.split(" ")
    kept, host, length = [], "", 0
    for line in fields:
        name, _, value = line.partition(":")
        if name.lower() == "host":
            host = value.strip()
        elif name.lower() == "content-length":
            length = int(value)
        if name.lower() != "connection":
            kept.append(line)
    # The server closes after its answer, so an answer ends where its connection ends.
    sent_on = "\r\n".join([first, *kept, "Connection: close", "", ""]).encode("latin-1")
    return WireRequest(method, target, host, sent_on, await reader.readexactly(length))
