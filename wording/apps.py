"""The wording app."""

from django.apps import AppConfig


class WordingConfig(AppConfig):
    name = "wording"
