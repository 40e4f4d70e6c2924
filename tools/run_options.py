"""The options of ``make run``, from the command line and from make's variables."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class RunOptions:
    """``hall``: listen on all interfaces. ``json_ready``: print one line of JSON when ready, for
    programs that start the server."""

    hall: bool
    demo: bool
    port: int | None
    json_ready: bool


def parse_run_options(argv: Sequence[str] | None = None) -> RunOptions:
    """Parse the command line; the environment variables HALL, DEMO and PORT are the defaults."""
    parser = argparse.ArgumentParser(prog="make run", allow_abbrev=False)
    add_run_options(parser)
    return read_run_options(parser.parse_args(argv))


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Add the options, which ``make run`` and ``la-bella run`` share."""
    parser.add_argument(
        "--hall",
        action="store_true",
        default=_read_flag("HALL", default="0"),
        help="phones in the same network get in",
    )
    parser.add_argument(
        "--no-demo",
        dest="demo",
        action="store_false",
        default=_read_flag("DEMO", default="1"),
        help="found a real club at the first start",
    )
    parser.add_argument(
        "--port",
        type=_parse_port,
        default=os.environ.get("PORT") or None,
        help="a port of its own; without it, 8000 or the next that is free",
    )
    parser.add_argument(
        "--json-ready", action="store_true", help="print one line of JSON when ready"
    )


def read_run_options(parsed: argparse.Namespace) -> RunOptions:
    """The options of a parsed command line."""
    return RunOptions(parsed.hall, parsed.demo, parsed.port, parsed.json_ready)


def _read_flag(name: str, *, default: str) -> bool:
    return (os.environ.get(name) or default).casefold() not in ("0", "no", "false")


def _parse_port(text: str) -> int:
    port = int(text)
    if not 0 < port < 65536:
        raise ValueError
    return port
