"""Everything that `make check` looks at, step after step; all of them run, whatever fails."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence

from tools.paths import PYTHON, ROOT

BIN = PYTHON.parent
ROOMS = "rules accounts jobs live scoring tournaments wording api web config".split()
SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.settings"}

STEPS: dict[str, Sequence[str]] = {
    "lint": ("ruff", "check", "."),
    "format": ("ruff", "format", "--check", "."),
    "types": ("mypy", *ROOMS, "tools", "bench", "tests", "manage.py"),
    "imports": ("lint-imports", "--no-cache"),
    "migrations": ("python", "manage.py", "makemigrations", "--check", "--dry-run"),
    "deployment": ("python", "manage.py", "check"),
    "catalogues": ("python", "-m", "tools.catalogues", "--check"),
    "templates": ("djlint", "templates", "--lint", "--quiet"),
    "vendored": ("sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"),
    "docs": ("python", "-m", "tools.docs"),
}


def main() -> None:
    failed = [name for name, command in STEPS.items() if not _passes(name, command)]
    if failed:
        sys.exit(f"make check: {', '.join(failed)} did not pass")


def _passes(name: str, command: Sequence[str]) -> bool:
    began = time.monotonic()
    tool = BIN / command[0]
    words = [str(tool) if tool.exists() else command[0], *command[1:]]
    folder = ROOT / "static" / "vendor" if name == "vendored" else ROOT
    done = subprocess.run(
        words,
        cwd=folder,
        env=os.environ | SETTINGS,
        check=False,
        capture_output=True,
        text=True,
    )
    print(f"{name:12} {'ok' if not done.returncode else 'NO':3} {time.monotonic() - began:5.1f} s")
    if done.returncode:
        print(done.stdout + done.stderr)
    sys.stdout.flush()
    return not done.returncode


if __name__ == "__main__":
    main()
