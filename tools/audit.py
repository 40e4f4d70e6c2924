"""Looks up the locked packages in the database of known vulnerabilities (pip-audit, PyPI)."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from tools.paths import PYTHON, ROOT

SKIPPED = "skipped: vulnerability data cannot be reached"
SECONDS = 60
SECONDS_A_REQUEST = 5
LOCKED = (ROOT / "requirements" / "dev.txt", ROOT / "requirements" / "docs.txt")
"""The first contains what runs."""
COMMAND = (
    str(PYTHON.parent / "pip-audit"),
    *(argument for lock in LOCKED for argument in ("--requirement", str(lock))),
    *("--require-hashes", "--disable-pip", "--format", "json", "--progress-spinner", "off"),
    *("--timeout", str(SECONDS_A_REQUEST)),
)


def main() -> None:
    found = run_audit(COMMAND, SECONDS)
    if found is None:
        sys.stdout.write(f"{SKIPPED}\n")
    elif found:
        sys.exit("\n".join(found))


def run_audit(command: Sequence[str], seconds: float) -> list[str] | None:
    """The known vulnerabilities; None if the data cannot be reached."""
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return None
    return read_vulnerabilities(report)


def read_vulnerabilities(report: Mapping[str, Any]) -> list[str] | None:
    """A line for each vulnerability in a report of pip-audit; None if no package was looked up.
    A package that is missing from the data while others are there is a fault as well: it would
    never be audited."""
    packages = report["dependencies"]
    missing = [each["name"] for each in packages if "skip_reason" in each]
    if len(missing) == len(packages):
        return None
    found = [f"{name}: could not be looked up" for name in missing]
    for package in packages:
        for fault in package.get("vulns", ()):
            fixed = ", ".join(fault["fix_versions"]) or "none yet"
            found.append(
                f"{package['name']} {package['version']}: {fault['id']}, fixed in: {fixed}"
            )
    return found


if __name__ == "__main__":
    main()
