"""The first start: a demo club with an evening under way, or a real club's first owner."""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.environment import say
from tools.folder import Begun, begun, has_begun
from tools.management import manage

OWNER = {
    "--club": "LABELLA_OWNER_CLUB",
    "--email": "LABELLA_OWNER_EMAIL",
    "--first-name": "LABELLA_OWNER_FIRST_NAME",
    "--last-name": "LABELLA_OWNER_LAST_NAME",
}
"""What `first_owner` wants to know, and where a machine that cannot be asked says it. The
password is in LABELLA_OWNER_PASSWORD, or comes on standard input."""


def begin(folder: Path, settings: Mapping[str, str], *, demo: bool) -> dict[str, Any]:
    """Begins what has not begun yet; what a new demo says of itself: its logins, its event."""
    how = begun(folder)
    if how is Begun.DEMO and not demo:
        sys.exit(
            f"{folder} holds the demo. To found a real club in its place: make demo-reset, "
            "then make run DEMO=0"
        )
    if how is not Begun.NOT:
        return {}
    return _make_demo(folder, settings) if demo else _found_club(folder, settings)


def _make_demo(folder: Path, settings: Mapping[str, str]) -> dict[str, Any]:
    say("making the demo …")
    printed = manage(settings, "demo", "--json", read=True).strip()
    made: dict[str, Any] = json.loads(printed) if printed else {}
    # A database that already had a club had it from somebody: nobody shall reset it.
    has_begun(folder, Begun.DEMO if made else Begun.CLUB)
    return made


def _found_club(folder: Path, settings: Mapping[str, str]) -> dict[str, Any]:
    given = {option: os.environ[name] for option, name in OWNER.items() if name in os.environ}
    if len(given) < len(OWNER) and not sys.stdin.isatty():
        missing = [name for option, name in OWNER.items() if option not in given]
        sys.exit(f"Nobody can be asked for the first owner here: set {', '.join(missing)}")
    manage(settings, "first_owner", *(f"{option}={value}" for option, value in given.items()))
    has_begun(folder, Begun.CLUB)
    return {}
