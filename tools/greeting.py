"""What the house says when it is ready: where its screens are, and who may sign in."""

import json
import os
import subprocess
from collections.abc import Sequence
from typing import Any

from tools.paths import PYTHON

QR = "import segno, sys; segno.make(sys.argv[1], error='m').terminal(compact=True)"


def greet_program(address: str, demo: dict[str, Any]) -> None:
    """One line of JSON: ``{"address", "pid"}``, and after the first start ``"logins", "event"``."""
    print(json.dumps({"address": address, "pid": os.getpid(), **demo}), flush=True)


def greet(address: str, demo: dict[str, Any]) -> None:
    """The screens and the logins of a new demo."""
    board = demo.get("event", {}).get("url_path", "/")
    print("\nLa Bella is running. Ctrl-C ends it; everything is kept.\n")
    print(f"  Board (everybody)   {address}{board}")
    print(f"  Desk (organizers)   {address}/desk/")
    print(f"  Pad (at the tables) {address}/pad/")
    print(f"  API                 {address}/api/v1/")
    print(f"  API, documentation  {address}/api/v1/docs/\n", flush=True)


def show_logins(demo: dict[str, Any]) -> None:
    """They are random, stored only as hashes, and shown this once."""
    if not demo:
        return
    print("  Logins of the demo, shown this once:\n")
    for login in demo["logins"]:
        print(f"    {login['role']:10} {login['email']:34} {login['password']}")
    print(flush=True)


def greet_hall(addresses: Sequence[str], port: int) -> None:
    """The address for phones, also as a QR."""
    if not addresses:
        print("  This machine is on no network: phones cannot get in.\n", flush=True)
        return
    first, *others = [f"http://{address}:{port}/" for address in addresses]
    print(f"  For the phones in the hall: {first}\n", flush=True)
    subprocess.run([str(PYTHON), "-c", QR, first], check=False)
    if others:
        print(f"\n  If they do not get in there: {' or '.join(others)}")
    print(flush=True)
