"""The steps of `make check`. All of them run, also after one has failed."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from tools.paths import PYTHON, ROOT
from wording.catalogues import InvalidCatalogue, compile_catalogues

PACKAGES = (
    "kernel observability database rules accounts jobs live webhooks scoring competition"
    " tournaments wording printing api web serving config"
).split()
PARALLEL_STEPS = 2
FOR_TESTS = {"DJANGO_SETTINGS_MODULE": "tests.settings"}
IN_PUBLIC = {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "SECURE": "1",
    "SECRET_KEY": "only-for-the-check-and-long-enough-for-it-0123456789",
    "ALLOWED_HOSTS": "la-bella.example",
}
"""The environment of an installation on the internet; warnings about it are errors."""


@dataclass(frozen=True)
class CheckCommand:
    """A command of the virtual environment, and its name."""

    name: str
    command: str
    settings: Mapping[str, str] = field(default_factory=lambda: FOR_TESTS)


STEPS = (
    CheckCommand("types", f"mypy {' '.join(PACKAGES)} tools bench soak tests manage.py"),
    CheckCommand("lint", "ruff check ."),
    CheckCommand("format", "ruff format --check ."),
    CheckCommand("imports", "lint-imports --no-cache"),
    CheckCommand("migrations", "python manage.py makemigrations --check --dry-run"),
    CheckCommand("deployment", "python manage.py check --deploy --fail-level WARNING", IN_PUBLIC),
    CheckCommand("catalogues", "python -m tools.catalogues --check"),
    CheckCommand("schema", "python -m tools.schema --check"),
    CheckCommand("templates", "djlint templates --lint --quiet"),
    CheckCommand("vendored", "python -m tools.vendored"),
    CheckCommand("docs", "python -m tools.docs"),
    CheckCommand("scripts", "python -m tools.scripts"),
    CheckCommand("notation", "python -m tools.notation_reference --check"),
    CheckCommand("errors", "python -m tools.error_reference --check"),
    CheckCommand("import graph", "python -m tools.import_graph --check"),
    CheckCommand("site", "python -m tools.docs_site --check"),
    CheckCommand("language", "python -m tools.language"),
    CheckCommand("audit", "python -m tools.audit"),
)


def main() -> None:
    try:
        compile_catalogues()
    except InvalidCatalogue as error:
        sys.exit(str(error))
    with ThreadPoolExecutor(PARALLEL_STEPS) as pool:
        passed = list(pool.map(_run_step, STEPS))
    failed = [step.name for step, good in zip(STEPS, passed, strict=True) if not good]
    if failed:
        sys.exit(f"make check: {', '.join(failed)} failed")


def _run_step(step: CheckCommand) -> bool:
    began = time.monotonic()
    program, *arguments = step.command.split()
    completed = subprocess.run(
        [str(PYTHON.parent / program), *arguments],
        cwd=ROOT,
        env=os.environ | step.settings,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    passed = not completed.returncode
    verdict = "NO"
    if passed:
        verdict = "ok"
    line = f"{step.name:12} {verdict:3} {time.monotonic() - began:5.1f} s\n"
    if passed and completed.stdout.startswith("skipped:"):
        line = f"{step.name:12} {completed.stdout}"
    # In one call, because steps run side by side and would mix their output.
    if passed:
        sys.stdout.write(line)
    else:
        sys.stdout.write(f"{line}{completed.stdout}\n")
    sys.stdout.flush()
    return passed


if __name__ == "__main__":
    main()
