"""How the house is to be run, said on the command line or by make's variables."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Wishes:
    """``json_ready``: one line of JSON when ready, for a program that starts the house."""

    hall: bool
    demo: bool
    port: int | None
    json_ready: bool


def read_wishes(words: Sequence[str] | None = None) -> Wishes:
    """From the words of the command line; HALL, DEMO and PORT are what is not said there."""
    parser = argparse.ArgumentParser(prog="make run", allow_abbrev=False)
    parser.add_argument("--hall", action="store_true", default=_flag("HALL", default="0"))
    parser.add_argument(
        "--no-demo", dest="demo", action="store_false", default=_flag("DEMO", default="1")
    )
    parser.add_argument("--port", type=_port, default=os.environ.get("PORT") or None)
    parser.add_argument("--json-ready", action="store_true")
    given = parser.parse_args(words)
    return Wishes(given.hall, given.demo, given.port, given.json_ready)


def _flag(name: str, *, default: str) -> bool:
    return (os.environ.get(name) or default).casefold() not in ("0", "no", "false")


def _port(text: str) -> int:
    port = int(text)
    if not 0 < port < 65536:
        raise ValueError
    return port
