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
    listed = {}
    for line in lines:
        digest, name = line.split(None, 1)
        # A star marks a file that was read as binary.
        listed[name.lstrip("*")] = digest
    there = {}
    for path in folder.rglob("*"):
        if path.is_file() and path.name != LIST:
            name = path.relative_to(folder).as_posix()
            there[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    missing, added = listed.keys() - there.keys(), there.keys() - listed.keys()
    found = [f"{name}: is listed and missing" for name in sorted(missing)]
    found += [f"{name}: is not listed" for name in sorted(added)]
    for name in sorted(listed.keys() & there.keys()):
        if listed[name] != there[name]:
            found.append(f"{name}: is not what was vendored")
    return found


if __name__ == "__main__":
    found = [fault for folder in FOLDERS for fault in faults(folder)]
    if found:
        sys.exit("\n".join(found))
