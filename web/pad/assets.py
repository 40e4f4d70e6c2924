"""The files that the pad needs to open without network, and a name for this edition of them."""

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static

ROOT = Path(settings.STATICFILES_DIRS[0])
PATTERNS = (
    "js/pad/**/*.js",
    "js/draw/canonical.js",
    "js/stream.js",
    "js/theme.js",
    "vendor/*.mjs",
    "vendor/pico.min.css",
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


@cache
def edition() -> str:
    """Changes whenever one of the files does."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in PATTERNS for path in ROOT.glob(pattern)):
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
