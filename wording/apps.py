"""The wording app."""

from django.apps import AppConfig


class WordingConfig(AppConfig):
    name = "wording"

    def ready(self) -> None:
        from wording import checks  # noqa: F401  registers the check
