"""Everything that `make check` looks at; all of it runs, whatever fails."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from tools.paths import PYTHON, ROOT

ROOMS = "rules accounts jobs live scoring tournaments wording api web serving config".split()
AT_ONCE = 2
FOR_TESTS = {"DJANGO_SETTINGS_MODULE": "tests.settings"}
IN_PUBLIC = {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "SECURE": "1",
    "SECRET_KEY": "only-for-the-check-and-long-enough-for-it-0123456789",
    "ALLOWED_HOSTS": "la-bella.example",
}
"""What an installation on the internet says: its warnings are faults."""


@dataclass(frozen=True)
class Step:
    """One command of the environment, and what it is called."""

    name: str
    command: str
    settings: Mapping[str, str] = field(default_factory=lambda: FOR_TESTS)


STEPS = (
    Step("types", f"mypy {' '.join(ROOMS)} tools bench soak tests manage.py"),
    Step("lint", "ruff check ."),
    Step("format", "ruff format --check ."),
    Step("arrows", "lint-imports --no-cache"),
    Step("migrations", "python manage.py makemigrations --check --dry-run"),
    Step("deployment", "python manage.py check --deploy --fail-level WARNING", IN_PUBLIC),
    Step("catalogues", "python -m tools.catalogues --check"),
    Step("schema", "python -m tools.schema --check"),
    Step("templates", "djlint templates --lint --quiet"),
    Step("vendored", "python -m tools.vendored"),
    Step("docs", "python -m tools.docs"),
)


def main() -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        passed = list(pool.map(_passes, STEPS))
    failed = [step.name for step, good in zip(STEPS, passed, strict=True) if not good]
    if failed:
        sys.exit(f"make check: {', '.join(failed)} did not pass")


def _passes(step: Step) -> bool:
    began = time.monotonic()
    program, *words = step.command.split()
    done = subprocess.run(
        [str(PYTHON.parent / program), *words],
        cwd=ROOT,
        env=os.environ | step.settings,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    good = not done.returncode
    line = f"{step.name:12} {'ok' if good else 'NO':3} {time.monotonic() - began:5.1f} s\n"
    sys.stdout.write(line if good else f"{line}{done.stdout}\n")
    sys.stdout.flush()
    return good


if __name__ == "__main__":
    main()
