"""The system check of the compiled catalogues: without them, pages would be shown untranslated."""

from collections.abc import Sequence
from pathlib import Path

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register  # noqa: A004

from wording.catalogues import is_outdated

HINT = "Run `make setup`, or `python -m wording.catalogues` in the environment of the server."


@register(Tags.translation)
def check_catalogues(
    app_configs: Sequence[AppConfig] | None, **kwargs: object
) -> list[CheckMessage]:
    """An error where a language has no compiled catalogue, a warning where it is outdated."""
    messages: list[CheckMessage] = []
    for language, _ in settings.LANGUAGES:
        for locale in settings.LOCALE_PATHS:
            source = Path(locale) / language / "LC_MESSAGES" / "django.po"
            if not source.with_suffix(".mo").exists():
                message = f"The translations in {source} are not compiled."
                messages.append(Error(message, hint=HINT, id="wording.E001"))
            elif source.exists() and is_outdated(source):
                message = f"The translations in {source} have changed since they were compiled."
                messages.append(Warning(message, hint=HINT, id="wording.W001"))
    return messages
