"""Assembles the chapters of a regulation and numbers its articles."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from competition.regulation import RegulationFacts
from wording.regulation.games import write_match_chapters
from wording.regulation.house import (
    word_authority_rules,
    word_claims_rules,
    word_entry_rules,
    word_event_rules,
    word_penalty_rules,
    word_presence_rules,
)
from wording.regulation.places import word_prize_rules
from wording.regulation.stages import write_stage_chapters


@dataclass(frozen=True, slots=True)
class PrintedArticle:
    """One rule with its number (3.2). ``is_own``: written by the club."""

    number: str
    text: str
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a regulation. ``key`` is one of ``competition.regulation.CHAPTERS``; all
    chapters of stages have the same, and so have all of games."""

    number: int
    key: str
    title: str
    articles: tuple[PrintedArticle, ...]


TITLES: dict[str, Promise] = {
    "event": _("The event"),
    "entries": _("Entering the event"),
    "presence": _("Lateness and absence"),
    "penalties": _("Penalties"),
    "claims": _("Results and protests"),
    "prizes": _("Final places and prizes"),
    "authority": _("Who decides"),
    "club": _("Articles of the club"),
}
CHAPTER_NAMES: dict[str, Promise] = {
    **TITLES,
    "stages": _("The stages"),
    "matches": _("The rules of the game"),
}
"""The names of the chapters in the form in which the club chooses one for its article."""


def build_regulation(facts: RegulationFacts) -> tuple[Chapter, ...]:
    """The whole regulation in the reader’s language. The club’s articles follow the others of their
    chapter; a chapter without articles is left out."""
    drafts = list(_draft_chapters(facts))
    # The club writes in Italian, and translates an article if it wants to.
    is_english = (get_language() or "").startswith("en")
    own_texts: dict[str, list[str]] = defaultdict(list)
    for article in facts.articles:
        text = article.text_en if is_english and article.text_en else article.text
        own_texts[article.chapter].append(text)
    # Several chapters may share a key: the club's articles follow the last of them.
    last_index_of_key = {key: index for index, (key, _title, _rules) in enumerate(drafts)}
    chapters: list[Chapter] = []
    for index, (key, title, rules) in enumerate(drafts):
        number = len(chapters) + 1  # chapters that are left out take no number
        articles: list[PrintedArticle] = []
        for rule in rules:
            # An option may have no sentence (its own is another's, or it is not used here).
            if rule:
                articles.append(PrintedArticle(f"{number}.{len(articles) + 1}", rule))
        if last_index_of_key[key] == index:
            for text in own_texts[key]:
                article_number = f"{number}.{len(articles) + 1}"
                articles.append(PrintedArticle(article_number, text, is_own=True))
        if articles:
            chapters.append(Chapter(number, key, title, tuple(articles)))
    return tuple(chapters)


def _draft_chapters(facts: RegulationFacts) -> Iterator[tuple[str, str, Iterable[str]]]:
    """The key, the title and the rules of each chapter, in the order in which they are printed."""
    yield "event", str(TITLES["event"]), word_event_rules(facts)
    yield "entries", str(TITLES["entries"]), word_entry_rules(facts)
    for title, rules in write_stage_chapters(facts):
        yield "stages", title, rules
    for title, rules in write_match_chapters(facts):
        yield "matches", title, rules
    yield "presence", str(TITLES["presence"]), word_presence_rules(facts)
    yield "penalties", str(TITLES["penalties"]), word_penalty_rules(facts)
    yield "claims", str(TITLES["claims"]), word_claims_rules(facts)
    yield "prizes", str(TITLES["prizes"]), word_prize_rules(facts)
    yield "authority", str(TITLES["authority"]), word_authority_rules(facts)
    yield "club", str(TITLES["club"]), ()


def list_regulation_sentences(chapters: Iterable[Chapter]) -> tuple[str, ...]:
    """The titles and the articles one after the other, without their numbers."""
    sentences: list[str] = []
    for chapter in chapters:
        sentences.append(f"{chapter.title}:")
        sentences += [article.text for article in chapter.articles]
    return tuple(sentences)
