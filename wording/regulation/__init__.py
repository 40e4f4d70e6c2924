"""The regulation of an event, in sentences: chapters of numbered articles.

Every chapter is made from the settings alone. An option of a format, of a cut, of a ranking or of
the house rules has its sentence in the registry of its kind, under its own name: ``FormatWords``,
``stages.CUT_RULES``, ``ranking.RANKING_RULES``, ``house.HOUSE_RULES``. A test changes each option
in turn and fails where the text does not change.
"""

from wording.regulation.book import (
    Chapter,
    PrintedArticle,
    build_regulation,
    list_regulation_sentences,
)
from wording.regulation.games import word_match_regulation

__all__ = [
    "Chapter",
    "PrintedArticle",
    "build_regulation",
    "list_regulation_sentences",
    "word_match_regulation",
]
