"""Checks the pages: links resolve, code blocks parse, and no file names paths of another
machine."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.paths import ROOT
from tools.project_files import list_project_files

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
    faults = []
    # Also the files that will be committed.
    for name in list_project_files([".", ":!static/vendor"], with_new=True):
        path = ROOT / name
        if path.stat().st_size >= LARGEST:
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            # A picture or a font.
            continue
        place = path.relative_to(ROOT)
        foreign = [found.group() for found in FOREIGN.finditer(text)]
        faults += [f"{place}: names another machine: {each}" for each in foreign]
        if path.suffix == ".md":
            faults += [f"{place}: {fault}" for fault in find_page_faults(path, text)]
    if faults:
        sys.exit("\n".join(faults))


def make_heading_slug(heading: str) -> str:
    """The address of a heading on its page, as sites for code give it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def find_page_faults(path: Path, text: str) -> Iterator[str]:
    """What is wrong with a page: links inside the project that lead nowhere, code that is none."""
    # What looks like a link inside code is none.
    prose = FENCE.sub("", text)
    for target in LINK.findall(prose):
        name, _, anchor = target.partition("#")
        page = path.parent / name if name else path
        if "://" in target or target.startswith("mailto:"):
            continue
        if not page.exists():
            yield f"leads nowhere: {target}"
        elif anchor:
            headings = HEADING.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
            if anchor not in {make_heading_slug(heading) for heading in headings}:
                yield f"there is no such heading: {target}"
    for language, code in FENCE.findall(text):
        try:
            if language == "python":
                compile(code, "page", "exec")
            elif language == "json":
                json.loads(code)
        except (SyntaxError, ValueError):
            yield f"this is no {language}: {code.splitlines()[0]} …"


if __name__ == "__main__":
    main()
