"""Builds the documentation site into build/docs; a warning, such as a broken link, is an error.

``--check`` builds it into a temporary folder: only the verdict matters.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tools.paths import PYTHON, ROOT

STRICT = ("--fail-on-warning", "--keep-going", "--nitpicky", "--quiet")


def main() -> None:
    if "--check" not in sys.argv:
        build_site(ROOT / "build")
        return
    with tempfile.TemporaryDirectory() as folder:
        build_site(Path(folder))


def build_site(folder: Path) -> None:
    """The pages go to ``docs`` in the folder; only those that have changed are built again."""
    pages, doctrees = folder / "docs", folder / "doctrees"
    command = [str(PYTHON), "-m", "sphinx", *STRICT, "--doctree-dir", str(doctrees)]
    completed = subprocess.run([*command, "docs", str(pages)], cwd=ROOT, check=False)
    if completed.returncode:
        sys.exit("The documentation has faults; see the warnings above.")


if __name__ == "__main__":
    main()
