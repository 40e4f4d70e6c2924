"""The files of the pad: those of its first screen, those that it needs to open without network, and
a name for this edition of them."""

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static

ROOT = Path(settings.STATICFILES_DIRS[0])
MAIN = ROOT / "js" / "pad" / "main.js"
PATTERNS = (
    "js/pad/**/*.js",
    "js/draw/canonical.js",
    "js/stream.js",
    "js/theme.js",
    "vendor/*.mjs",
    "vendor/pico-pad.css",
    "vendor/qr/index.js",
    "css/tokens.css",
    "css/components.css",
    "css/pad*.css",
    "img/*.svg",
)


@cache
def pad_assets() -> tuple[str, ...]:
    """The addresses of all static files of the pad, as the pages name them."""
    paths = {path for pattern in PATTERNS for path in ROOT.glob(pattern) if path.is_file()}
    return tuple(static(path.relative_to(ROOT).as_posix()) for path in sorted(paths))


_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?"(\.[^"]+)";', re.MULTILINE)


@cache
def first_modules() -> tuple[str, ...]:
    """The addresses of the modules that ``main.js`` imports, directly or through others, in the
    order in which a browser finds them. A page that names them all saves one round trip a level."""
    found = [MAIN]
    for path in found:  # grows while it is walked
        found += [module for module in _imports_of(path) if module not in found]
    return tuple(static(path.relative_to(ROOT).as_posix()) for path in found)


def _imports_of(path: Path) -> Iterator[Path]:
    for address in dict.fromkeys(_IMPORT.findall(path.read_text(encoding="utf-8"))):
        yield (path.parent / address).resolve()


@cache
def edition() -> str:
    """Changes whenever one of the files does."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in PATTERNS for path in ROOT.glob(pattern)):
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
