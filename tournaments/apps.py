"""The tournaments app."""

from django.apps import AppConfig
from django.urls import register_converter

from database.addresses import IdConverter


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Imported here, as models can only be imported once all applications are known."""
        from tournaments.stream_access import register_checks

        register_checks()
        # Before the addresses of pages and of the API, which both use it.
        register_converter(IdConverter, "id")
