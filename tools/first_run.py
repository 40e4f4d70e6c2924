"""The first start: the demo, or the club and first owner of a real installation."""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.advice import Advice
from tools.data_dir import InstallKind, read_install_kind, write_install_kind
from tools.environment import print_progress
from tools.management import run_manage

OWNER = {
    "--club": "LABELLA_OWNER_CLUB",
    "--email": "LABELLA_OWNER_EMAIL",
    "--first-name": "LABELLA_OWNER_FIRST_NAME",
    "--last-name": "LABELLA_OWNER_LAST_NAME",
}
"""Options of ``first_owner``, and the variables that give them where there is no terminal. The
password is in LABELLA_OWNER_PASSWORD, or is read from standard input."""


def initialize(data_dir: Path, environment: Mapping[str, str], *, demo: bool) -> dict[str, Any]:
    """Create the demo or the club unless there is one. Returns the logins and the event of a new
    demo, and nothing otherwise."""
    kind = read_install_kind(data_dir)
    if kind is InstallKind.DEMO and not demo:
        sys.exit(
            f"{data_dir} holds the demo. To start a real club instead: {Advice.RESET}, "
            f"then {Advice.RUN_CLUB}"
        )
    if kind is not InstallKind.NONE:
        return {}
    if demo:
        print_progress("creating the demo …")
        printed = run_manage(environment, "demo", "--json", capture=True).strip()
        if not printed:
            # An existing club in the database belongs to somebody, so it must never be reset.
            write_install_kind(data_dir, InstallKind.CLUB)
            return {}
        created: dict[str, Any] = json.loads(printed)
        write_install_kind(data_dir, InstallKind.DEMO)
        return created
    given = {option: os.environ[name] for option, name in OWNER.items() if name in os.environ}
    if len(given) < len(OWNER) and not sys.stdin.isatty():
        missing = [name for option, name in OWNER.items() if option not in given]
        sys.exit(f"There is no terminal to ask for the first owner: set {', '.join(missing)}")
    # On a terminal, the command asks for what is not given.
    options = [f"{option}={value}" for option, value in given.items()]
    run_manage(environment, "first_owner", *options)
    write_install_kind(data_dir, InstallKind.CLUB)
    return {}
