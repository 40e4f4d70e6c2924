"""Collects the static files, compressed and named by content hash, when one of them has changed."""

import hashlib
from collections.abc import Mapping
from importlib.metadata import distributions
from pathlib import Path

from tools.environment import LOCKS
from tools.management import run_manage
from tools.paths import IS_CHECKOUT, ROOT


def collect_static(data_dir: Path, environment: Mapping[str, str]) -> None:
    """Collect into ``static/`` of the data directory, unless its stamp is current."""
    stamp = data_dir / "static" / ".stamp"
    # The digest changes with our files, with how they are stored, and with the libraries that bring
    # others: as locked in a checkout, else as pip has installed them.
    if IS_CHECKOUT:
        libraries = LOCKS["base"].read_bytes()
    else:
        found = sorted(f"{each.name} {each.version}" for each in distributions())
        libraries = "\n".join(found).encode()
    state = hashlib.sha256(libraries)
    for name in ("apps.py", "static.py"):
        state.update((ROOT / "config" / name).read_bytes())
    for path in sorted([*ROOT.glob("static/**/*"), *ROOT.glob("*/static/**/*")]):
        if path.is_file():
            state.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    digest = state.hexdigest()
    if stamp.exists() and stamp.read_text(encoding="ascii") == digest:
        return
    run_manage(environment, "collectstatic", "--no-input", "--clear", "--verbosity", "0")
    # Written last, so that an interrupted collection is repeated.
    stamp.write_text(digest, encoding="ascii")
