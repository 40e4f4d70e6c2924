"""The words of the pad about a hand."""

from django.utils.functional import Promise

HAND_WORDS: dict[str, Promise] = {}
