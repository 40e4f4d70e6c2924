from django.apps import AppConfig


class PrintingConfig(AppConfig):
    """Paper and spreadsheets."""

    name = "printing"
