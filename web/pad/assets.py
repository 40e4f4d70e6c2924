"""The static files of the pad: the modules of its first screen, all files that it needs without a
network, and an identifier of their version."""

import hashlib
import re
from collections.abc import Iterable, Iterator
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
    return _find_addresses(sorted(set(_list_files())))


def _find_addresses(files: Iterable[Path]) -> tuple[str, ...]:
    return tuple(static(path.relative_to(ROOT).as_posix()) for path in files)


def _list_files() -> Iterator[Path]:
    for pattern in PATTERNS:
        for path in ROOT.glob(pattern):
            if path.is_file():
                yield path


_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?"(\.[^"]+)";', re.MULTILINE)


@cache
def first_modules() -> tuple[str, ...]:
    """The addresses of the modules that ``main.js`` imports, directly or through others, in the
    order in which a browser finds them. A page that names them all saves one round trip for each
    level of imports."""
    modules = [MAIN]
    for path in modules:  # the list grows during the loop
        source = path.read_text(encoding="utf-8")
        for address in _IMPORT.findall(source):
            module = (path.parent / address).resolve()
            if module not in modules:
                modules.append(module)
    return _find_addresses(modules)


@cache
def edition() -> str:
    """A digest of all files. Browsers install the service worker again when it changes."""
    digest = hashlib.sha256()
    for path in sorted(_list_files()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
