"""Reads the pages: links lead somewhere, and no file speaks of the machine it was written on."""

import re
import subprocess
import sys
from pathlib import Path

from tools.paths import ROOT

LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)]*)?\)")
FOREIGN = re.compile(
    "|".join(
        (
            r"/(?:root|home)/\w+",
            r"/" + r"work/\w+",
            r"pypi\.(?:org|python)",
            r"files\.pythonhosted",
            r"registry\.npm",
            r"deb\.debian",
        )
    )
)
LARGEST = 2_000_000


def main() -> None:
    faults = [fault for path in _tracked() for fault in _faults(path)]
    if faults:
        sys.exit("\n".join(faults))


def _tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file() and path.stat().st_size < LARGEST]


def _faults(path: Path) -> list[str]:
    name = path.relative_to(ROOT)
    if name.parts[0] == "static" and "vendor" in name.parts:
        return []
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return []
    faults = [
        f"{name}: speaks of another machine: {found.group()}" for found in FOREIGN.finditer(text)
    ]
    if path.suffix == ".md":
        faults += [
            f"{name}: leads nowhere: {target}"
            for target in LINK.findall(text)
            if "://" not in target and not (path.parent / target).exists()
        ]
    return faults


if __name__ == "__main__":
    main()
