"""Checks that static/vendor has exactly the files in the list of checksums."""

import hashlib
import sys
from pathlib import Path

from tools.paths import ROOT

LIST = "SHA256SUMS"
FOLDERS = (ROOT / "static" / "vendor", ROOT / "tests" / "browser" / "vendor")


def faults(folder: Path) -> list[str]:
    """What differs between the folder and its list (as `sha256sum` writes it)."""
    lines = (folder / LIST).read_text(encoding="ascii").splitlines()
    listed = {name.lstrip("*"): digest for digest, name in (line.split(None, 1) for line in lines)}
    there = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.name != LIST
    }
    return [
        *(f"{name}: is listed and missing" for name in sorted(listed.keys() - there.keys())),
        *(f"{name}: is not listed" for name in sorted(there.keys() - listed.keys())),
        *(
            f"{name}: is not what was vendored"
            for name in sorted(listed.keys() & there.keys())
            if listed[name] != there[name]
        ),
    ]


if __name__ == "__main__":
    found = [fault for folder in FOLDERS for fault in faults(folder)]
    if found:
        sys.exit("\n".join(found))
