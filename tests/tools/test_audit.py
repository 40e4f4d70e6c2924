"""What the audit of the locked packages makes of a report of pip-audit."""

import json
import sys

import pytest

from tools.audit import read_vulnerabilities, run_audit

SOUND = {"name": "segno", "version": "1.6.6", "vulns": []}
FAULTY = {
    "name": "django",
    "version": "5.2.0",
    "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["5.2.1"], "aliases": [], "description": ""}],
}
UNKNOWN = {"name": "six", "skip_reason": "Dependency not found on PyPI"}


@pytest.mark.parametrize(
    ("packages", "found"),
    [
        ([SOUND], []),
        ([SOUND, FAULTY], ["django 5.2.0: PYSEC-2026-1, fixed in: 5.2.1"]),
        ([SOUND, UNKNOWN], ["six: could not be looked up"]),
        ([UNKNOWN, UNKNOWN], None),
    ],
)
def test_a_package_is_sound_only_if_it_was_looked_up(
    packages: list[dict[str, object]], found: list[str] | None
) -> None:
    report = {"dependencies": packages, "fixes": []}
    assert read_vulnerabilities(report) == found
    said = json.dumps(report)
    assert run_audit((sys.executable, "-c", f"print({said!r})"), 30) == found


@pytest.mark.parametrize("script", ["import time; time.sleep(60)", "print('no connection')"])
def test_an_audit_without_data_is_said_to_be_skipped(script: str) -> None:
    assert run_audit((sys.executable, "-c", script), 1) is None
