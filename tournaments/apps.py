"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Imported here, as models can only be imported once all applications are known."""
        from tournaments.stream_access import register_checks

        register_checks()
