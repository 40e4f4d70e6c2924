"""Checks the pages: links resolve, code blocks parse, and no file names paths of another
machine."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.paths import ROOT

LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FOREIGN = re.compile(
    "|".join(
        (
            r"(?<![\w.])/(?:root|home)/\w+",
            r"(?<![\w.])/" + r"(?:work|tmp)/\w+",
            r"pypi\.(?:org|python)",
            r"files\.pythonhosted",
            r"registry\.npm",
            r"deb\.debian",
        )
    )
)
LARGEST = 2_000_000


def main() -> None:
    faults = [f"{path.relative_to(ROOT)}: {fault}" for path in _files() for fault in _faults(path)]
    if faults:
        sys.exit("\n".join(faults))


def _files() -> Iterator[Path]:
    """All files that are or will be committed, except vendored ones."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in listed.stdout.split("\0"):
        path = ROOT / name
        ours = path.is_file() and not name.startswith("static/vendor/")
        if ours and path.stat().st_size < LARGEST:
            yield path


def _faults(path: Path) -> Iterator[str]:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    yield from (f"names another machine: {found.group()}" for found in FOREIGN.finditer(text))
    if path.suffix == ".md":
        yield from page_faults(path, text)


def page_faults(path: Path, text: str) -> Iterator[str]:
    """What is wrong with a page: links inside the project that lead nowhere, code that is none."""
    prose = FENCE.sub("", text)
    for target in LINK.findall(prose):
        name, _, anchor = target.partition("#")
        page = path.parent / name if name else path
        if "://" in target or target.startswith("mailto:"):
            continue
        if not page.exists():
            yield f"leads nowhere: {target}"
        elif anchor and anchor not in _anchors(page):
            yield f"there is no such heading: {target}"
    for language, code in FENCE.findall(text):
        if not _reads(language, code):
            yield f"this is no {language}: {code.splitlines()[0]} …"


def _anchors(page: Path) -> set[str]:
    """The headings of a page as the addresses that sites for code give them."""
    headings = HEADING.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _reads(language: str, code: str) -> bool:
    try:
        if language == "python":
            compile(code, "page", "exec")
        elif language == "json":
            json.loads(code)
    except (SyntaxError, ValueError):
        return False
    return True


if __name__ == "__main__":
    main()
