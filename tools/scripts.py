"""``python -m tools.scripts``: types, lint and unit tests of the JavaScript, for `make check`.

The long ones (thousands of random sequences, and the defects that are put back) are in
`make test-scripts`. Without node, which nobody needs to run La Bella, it is skipped and reports it.
"""

import os
import shutil
import subprocess
import sys

from tools.paths import ROOT

SCRIPTS = ("types", "lint", "test-units")


def main() -> None:
    npm = shutil.which("npm")
    if npm is None or not (ROOT / "node_modules").exists():
        sys.stdout.write("skipped: node or its packages are missing (make node_modules)\n")
        return
    for script in SCRIPTS:
        command = [npm, "run", "--silent", script]
        completed = subprocess.run(
            command, cwd=ROOT, env=os.environ | {"PAD_RUNS": "100"}, check=False
        )
        if completed.returncode:
            sys.exit(f"npm run {script} failed")


if __name__ == "__main__":
    main()
