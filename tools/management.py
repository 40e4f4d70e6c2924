"""Runs Django's management commands in the project's environment."""

import os
import subprocess
import sys
from collections.abc import Mapping, MutableMapping
from typing import TextIO

from tools.paths import PYTHON, ROOT
from tools.processes import exit_with_parent


def remove_time_limits(environment: MutableMapping[str, str]) -> None:
    """A migration, a verification or a copy takes as long as it needs. The limits are for what is
    served (docs/reference/settings.md)."""
    environment.setdefault("DATABASE_LOCK_SECONDS", "0")
    environment.setdefault("DATABASE_STATEMENT_SECONDS", "0")


def run_manage(environment: Mapping[str, str], *argv: str, capture: bool = False) -> str:
    """Run a management command and return its output if it is captured. Exits if it fails.

    By ``python -m django``, as an installed package has no ``manage.py``; without the system
    checks, which are about the code and would load all of it each time."""
    parent = os.getpid()
    output: int | TextIO = sys.stderr
    if capture:
        output = subprocess.PIPE
    completed = subprocess.run(
        [str(PYTHON), "-m", "django", *argv, "--skip-checks"],
        env=dict(environment),
        cwd=ROOT,
        check=False,
        stdout=output,
        text=True,
        preexec_fn=lambda: exit_with_parent(parent),
    )
    if completed.returncode:
        sys.exit(f"The command `{argv[0]}` failed; see its output above.")
    return completed.stdout or ""
