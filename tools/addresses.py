"""What the server prints when it is ready: its addresses, and the logins of a new demo."""

import json
import os
import subprocess
from collections.abc import Sequence
from typing import Any

from tools.paths import PYTHON

QR = "import segno, sys; segno.make(sys.argv[1], error='m').terminal(compact=True)"


def print_json(address: str, demo: dict[str, Any]) -> None:
    """Print ``{"address", "pid"}`` as one line; after the first start also ``"logins"`` and
    ``"event"``."""
    print(json.dumps({"address": address, "pid": os.getpid(), **demo}), flush=True)


def print_addresses(address: str, demo: dict[str, Any]) -> None:
    """Print the addresses of board, desk, pad and API."""
    board = demo.get("event", {}).get("url_path", "/")
    print("\nLa Bella is running. Stop it with Ctrl-C; all data is kept.\n")
    print(f"  Board (public)      {address}{board}")
    print(f"  Desk (organizers)   {address}/desk/")
    print(f"  Pad (tables)        {address}/pad/")
    print(f"  API                 {address}/api/v1/")
    print(f"  API documentation   {address}/api/v1/docs/\n", flush=True)


def print_demo_logins(demo: dict[str, Any]) -> None:
    """Print the random logins of a new demo. Only their hashes are stored."""
    if not demo:
        return
    print("  Logins of the demo, shown only once:\n")
    for login in demo["logins"]:
        print(f"    {login['role']:10} {login['email']:34} {login['password']}")
    print(flush=True)


def print_lan_addresses(addresses: Sequence[str], port: int) -> None:
    """Print the address for phones in the hall, also as a QR code."""
    if not addresses:
        print("  This computer has no network: phones cannot connect.\n", flush=True)
        return
    first, *others = [f"http://{address}:{port}/" for address in addresses]
    print(f"  For phones in the hall: {first}\n", flush=True)
    subprocess.run([str(PYTHON), "-c", QR, first], check=False)
    if others:
        print(f"\n  If that address does not work: {' or '.join(others)}")
    print(flush=True)
