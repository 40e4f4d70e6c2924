"""Two hundred streams of programs that follow an event of 64 tables with a hand a second: what they
take of a core, and how much longer a hand takes."""

import json
import selectors
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import closing

from bench.django_setup import fresh, run
from bench.figures import Figure, percentile
from bench.http import serving
from bench.spectators import TABLES, Tables, play

STREAMS = 200
STREAMS_A_TOKEN = 10
"""As many as the server allows (api.program_streams)."""
SECONDS = 30
SETTLING = 5.0
TOKENS = f"""
import django, json
django.setup()
from accounts.actors import TokenAccess
from accounts.models import User
from accounts.services import make_token
user = User.objects.get(email="bench@example.com")
names = [f"program {{number}}" for number in range({STREAMS // STREAMS_A_TOKEN})]
print(json.dumps([make_token(user=user, name=name, access=TokenAccess.READ)[1] for name in names]))
"""


class Followers:
    """The streams, read in a thread of their own."""

    def __init__(self, port: int, event: str, tokens: Sequence[str]) -> None:
        self.changes = 0
        self.ended = threading.Event()
        self.sockets = []
        for number in range(STREAMS):
            token = tokens[number // STREAMS_A_TOKEN]
            client = socket.create_connection(("127.0.0.1", port))
            headers = f"Host: 127.0.0.1\r\nAuthorization: Token {token}\r\n"
            client.sendall(f"GET /live/?event={event} HTTP/1.1\r\n{headers}\r\n".encode())
            self.sockets.append(client)
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        with selectors.DefaultSelector() as selector:
            for each in self.sockets:
                selector.register(each, selectors.EVENT_READ)
            while not self.ended.is_set():
                for key, _ in selector.select(timeout=0.5):
                    self.changes += key.fileobj.recv(65536).count(b"\nid: ")  # type: ignore[union-attr]

    def close(self) -> None:
        self.ended.set()
        self.thread.join()
        for each in self.sockets:
            each.close()


def measure() -> list[Figure]:
    with fresh("sqlite") as environment:
        environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
        run(environment, "-m", "django", "collectstatic", "--no-input", "--verbosity", "0")
        made = json.loads(run(environment, "-m", "bench.running", f"{2 * TABLES}@{TABLES}"))
        (event,) = made["events"]
        tokens = json.loads(run(environment, "-c", TOKENS))
        with serving(environment, made["token"]) as server:
            tables = Tables(server, event)
            tables.write_everywhere()
            alone = play(server, tables, SECONDS)
            with closing(Followers(server.connection.port, event, tokens)) as followers:
                time.sleep(SETTLING)
                followers.changes = 0
                followed = play(server, tables, SECONDS)
                changes = followers.changes
    (share_alone, hands_alone), (share, hands) = alone, followed
    ratio = percentile(hands, 95) / percentile(hands_alone, 95)
    return [
        Figure(f"{STREAMS} program streams, a hand a second, of a core", share, "%", "≤ 15"),
        Figure("… of it by the streams", share - share_alone, "%"),
        Figure("… CPU seconds of the streams a hand", (share - share_alone) / 100, "s"),
        Figure("… a hand saved, p95", percentile(hands, 95) * 1e3, "ms"),
        Figure("… p95 against that without streams", ratio, "×", "≤ 2"),
        Figure("… changes sent to each, a second", changes / STREAMS / SECONDS, "/s", "≥ 1"),
    ]
