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
    digest = _digest()
    if stamp.exists() and stamp.read_text(encoding="ascii") == digest:
        return
    run_manage(environment, "collectstatic", "--no-input", "--clear", "--verbosity", "0")
    stamp.write_text(digest, encoding="ascii")


def _describe_libraries() -> bytes:
    """The libraries and their versions: as locked in a checkout, else as pip has installed them."""
    if IS_CHECKOUT:
        return LOCKS["base"].read_bytes()
    found = sorted(f"{each.name} {each.version}" for each in distributions())
    return "\n".join(found).encode()


def _digest() -> str:
    """Changes with our files, with how they are stored, and with the packages that bring others."""
    digest = hashlib.sha256(_describe_libraries())
    digest.update((ROOT / "config" / "static.py").read_bytes())
    for path in sorted([*ROOT.glob("static/**/*"), *ROOT.glob("*/static/**/*")]):
        if path.is_file():
            digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()
