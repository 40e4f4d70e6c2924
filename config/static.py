"""Static files under names that change with their content, in the modules that import them too."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORTS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]  # noqa: SLF001


class HouseStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # has no types
    """So that a phone may keep every file for good and never mixes two editions of the pad. Our
    own modules alone: what packages bring imports as it pleases."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _IMPORTS))
    max_post_process_passes = 15
    """At least as many as modules import one another in a chain."""
