"""Writes fifty changes a second, sends them to a receiver in a process of its own, and prints what
that has cost as JSON. Run in a fresh installation."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from threading import Event, Thread

import django

django.setup()

from django.db import connection, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from bench.figures import measure_cpu_seconds, percentile  # noqa: E402
from live.vocabulary import MATCH_DECIDED  # noqa: E402
from tests.factories import make_club, make_event, owner_of  # noqa: E402
from webhooks.delivery import SendRules, send_next_batch  # noqa: E402
from webhooks.models import WebhookDelivery, WebhookEndpoint  # noqa: E402
from webhooks.outbox import Change, write_changes  # noqa: E402
from webhooks.services import WebhookPlan, create_endpoint  # noqa: E402

SECONDS = 20
A_SECOND = 50
ENDPOINTS = 5
"""Each change goes to this many, so ten changes a second are fifty deliveries."""
TYPE = MATCH_DECIDED.name

RECEIVER = """
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.send_header("Content-Length", "0")
        self.end_headers()
    def log_message(self, *args):
        pass
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
"""


def main() -> None:
    process = subprocess.Popen([sys.executable, "-c", RECEIVER], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        print(json.dumps(_measure_sending(port)))
    finally:
        process.terminate()
        process.wait()


def _measure_sending(port: int) -> dict[str, float]:
    club = make_club()
    event = make_event(club=club, pairs=2, drawn=False)
    ids = {"stage": 1, "pairing": 1, "match": 1}

    def write() -> None:
        with transaction.atomic():
            change = Change(MATCH_DECIDED, 1, ids, {"winner": 0})
            write_changes(change, event_id=event.pk, now=timezone.now())

    # Waking costs a file of the broker; beat and the changes themselves share it.
    unheard = 1000 * measure_cpu_seconds(write, times=50)
    for number in range(ENDPOINTS):
        create_endpoint(
            club_id=club.pk,
            plan=WebhookPlan(f"W{number}", f"http://127.0.0.1:{port}/", [TYPE]),
            actor=owner_of(club),
            now=timezone.now(),
            allows_loopback=True,
        )
    heard = 1000 * measure_cpu_seconds(write, times=50)
    rules = SendRules(allows_loopback=True, draw=lambda: 0.5, clock=timezone.now)
    while send_next_batch(rules) is not None:
        pass
    WebhookDelivery.objects.all().delete()
    cpu = _send_while_written(write, rules)
    delivered = WebhookDelivery.objects.filter(state=WebhookDelivery.State.DELIVERED)
    times = [(row.created_at, row.attempted_at) for row in delivered]
    delays = [(sent - made).total_seconds() for made, sent in times if sent is not None]
    assert len(delays) == SECONDS * A_SECOND, len(delays)
    assert not WebhookEndpoint.objects.filter(failures__gt=0).exists()
    return {"cpu": cpu, "delay": percentile(delays, 95), "unheard": unheard, "heard": heard}


def _send_while_written(write: Callable[[], None], rules: SendRules) -> float:
    """The CPU seconds of the sender's thread for each delivery."""
    ended = Event()

    def write_all() -> None:
        began = time.monotonic()
        for number in range(SECONDS * A_SECOND // ENDPOINTS):
            ended.wait(max(0.0, began + number * ENDPOINTS / A_SECOND - time.monotonic()))
            write()
        ended.set()
        connection.close()

    writer = Thread(target=write_all)
    writer.start()
    spent, tried = time.thread_time(), 0
    while not ended.is_set() or WebhookDelivery.objects.exclude(state="DELIVERED").exists():
        sent = send_next_batch(rules)
        tried += sent or 0
        if sent is None:
            time.sleep(0.02)
    writer.join()
    return (time.thread_time() - spent) / tried


if __name__ == "__main__":
    main()
