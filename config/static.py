"""Static files under names that change with their content, also in the imports of our modules."""

import re
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile, File
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORTS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]  # noqa: SLF001
_STYLES = dict(CompressedManifestStaticFilesStorage.patterns)["*.css"]
_ADDRESSES = tuple(each for each in _STYLES if "sourceMappingURL" not in str(each))
"""In styles. Source maps are not collected (config/apps.py)."""
_STRIPPED_FILES = re.compile(r"(css|js)/.*\.(css|js)|vendor/.*\.mjs")
"""Our own files, and the modules that the pad imports."""
_OWN_FOLDERS = frozenset({"css", "img", "js", "vendor"})
_REPLACEMENTS = {
    "css": (
        (re.compile(rb"^[ \t]*/\*.*?\*/\s*", re.DOTALL | re.MULTILINE), b""),
        (re.compile(rb"\s*([{};])\s*"), rb"\1"),
        (re.compile(rb"([{;][a-z0-9-]+): "), rb"\1:"),
        (re.compile(rb";}"), b"}"),
    ),
    "js": (
        (
            re.compile(
                rb"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)\n", re.DOTALL | re.MULTILINE
            ),
            b"",
        ),
        (re.compile(rb"/\*\* @(?:(?!\*/).)*\*/ ?"), b""),
        (re.compile(rb"^[ \t]+", re.MULTILINE), b""),
        (re.compile(rb"\n{2,}"), b"\n"),
    ),
}
"""By the kind of file, patterns and their replacements: comments on their own lines, types in the
code, indentation and empty lines are left out. This is a quarter of what a phone would load. Other
comments behind code stay, because they cannot be distinguished from strings without parsing."""


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # has no types
    """Puts a hash into each name, so that a phone may keep files for ever and never mixes those of
    two releases.

    Imports are rewritten only in our own modules: other packages import in their own ways.
    """

    patterns = (("*.css", _ADDRESSES), ("js/*.js", _IMPORTS))
    max_post_process_passes = 15
    """At least the length of the longest chain of imports: each pass corrects the names one module
    further, because a changed name changes the importing file and its hash."""

    def create_compressor(self, **options: Any) -> Compressor:
        return OwnFilesCompressor(Path(self.location), **options)

    def _save(self, name: str, content: "File[bytes]") -> str:
        return super()._save(name, compact(name, content))  # type: ignore[no-any-return]


class OwnFilesCompressor(Compressor):  # type: ignore[misc]  # has no types
    """Compresses the files that a phone loads with Brotli and gzip, those of other packages only
    with gzip: Brotli would take half a minute for the scripts of the API's documentation."""

    def __init__(self, root: Path, **options: Any) -> None:
        super().__init__(**options)
        self.root, self.gzip_compressor = root, Compressor(use_brotli=False, **options)

    def compress(self, path: str) -> list[str]:
        is_own = Path(path).relative_to(self.root).parts[0] in _OWN_FOLDERS
        return super().compress(path) if is_own else self.gzip_compressor.compress(path)  # type: ignore[no-any-return]


def compact(name: str, content: "File[bytes]") -> "File[bytes]":
    """The file as it is served: our own scripts and styles without comments and indentation."""
    if not _STRIPPED_FILES.fullmatch(name.replace("\\", "/")):
        return content
    source = b"".join(content.chunks())  # from its beginning: Django has read it for its hash
    kind = "css" if name.endswith(".css") else "js"
    for pattern, replacement in _REPLACEMENTS[kind]:
        source = pattern.sub(replacement, source)
    return ContentFile(source, name)
