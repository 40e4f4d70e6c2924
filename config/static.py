"""Static files under names that change with their content, in the modules that import them too."""

import re

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORTS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]  # noqa: SLF001
_STRIPPED_FILES = re.compile(r"(css|js)/.*\.(css|js)|vendor/.*\.mjs")
"""Our own files, and the modules that the pad imports."""
_OMITTED = {
    "css": (
        (re.compile(rb"^[ \t]*/\*.*?\*/\s*", re.DOTALL | re.MULTILINE), b""),
        (re.compile(rb"\s*([{};])\s*"), rb"\1"),
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
    ),
}
"""What is left out of a served file, and its replacement: comments on their own lines, types in the
code, indentation. This is a quarter of what a phone would load. Other comments behind code stay,
because they cannot be distinguished from strings without parsing."""


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # has no types
    """So that a phone may keep every file for good and never mixes two editions of the pad.

    Imports are rewritten in our own modules alone: packages bring files that import as they please.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _IMPORTS))
    max_post_process_passes = 15
    """At least as many as modules import one another in a chain."""

    def _save(self, name: str, content: "File[bytes]") -> str:
        return super()._save(name, compact(name, content))  # type: ignore[no-any-return]


def compact(name: str, content: "File[bytes]") -> "File[bytes]":
    """The file as it is served: our own scripts and styles without comments and indentation."""
    if not _STRIPPED_FILES.fullmatch(name.replace("\\", "/")):
        return content
    source = b"".join(content.chunks())  # from its beginning: Django has read it for its hash
    for pattern, replacement in _OMITTED["css" if name.endswith(".css") else "js"]:
        source = pattern.sub(replacement, source)
    return ContentFile(source, name)
