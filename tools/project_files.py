"""The files of the project, as git lists them."""

import subprocess
from collections.abc import Sequence

from tools.paths import ROOT


def list_project_files(patterns: Sequence[str] = (), *, with_new: bool = False) -> list[str]:
    """The committed files that match a pattern of git (none: all), by their paths from the root.
    ``with_new``: also those that would be committed."""
    command = ["git", "ls-files", "-z"]
    if with_new:
        command += ["--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(
        [*command, "--", *patterns], cwd=ROOT, check=True, capture_output=True, text=True
    )
    # git also lists files that were deleted and not committed yet.
    return [name for name in listed.stdout.split("\0") if (ROOT / name).is_file()]
