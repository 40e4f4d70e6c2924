"""Django's commands, as the house calls them: with the environment's Python, never left behind."""

import os
import subprocess
import sys
from collections.abc import Mapping

from tools.parts import die_with
from tools.paths import PYTHON, ROOT


def manage(settings: Mapping[str, str], *words: str, read: bool = False) -> str:
    """Runs ``manage.py`` and returns what it printed, if that is to be read. Ends the house if
    the command fails."""
    parent = os.getpid()
    done = subprocess.run(
        [str(PYTHON), "manage.py", *words],
        env=dict(settings),
        cwd=ROOT,
        check=False,
        stdout=subprocess.PIPE if read else sys.stderr,
        text=True,
        preexec_fn=lambda: die_with(parent),
    )
    if done.returncode:
        sys.exit(f"`manage.py {words[0]}` did not work; what it said is above.")
    return done.stdout or ""
