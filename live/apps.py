"""The live app."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class LiveConfig(AppConfig):
    name = "live"

    def ready(self) -> None:
        post_migrate.connect(_draw_database_identity, sender=self)


def _draw_database_identity(*, using: str, **_given: Any) -> None:
    """Every start migrates. Drawn by the first page that needs it, a full disk would refuse pages
    that only read."""
    from live.computed import draw_database_identity  # models are loaded by now

    draw_database_identity(using)
