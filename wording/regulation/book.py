"""Puts the chapters of a regulation together and numbers its articles."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from competition.regulation import ClubArticle, RegulationFacts
from wording.regulation.games import match_chapters
from wording.regulation.house import (
    authority_rules,
    claims_rules,
    entry_rules,
    event_rules,
    penalty_rules,
    presence_rules,
)
from wording.regulation.places import prize_rules
from wording.regulation.stages import stage_chapters


@dataclass(frozen=True, slots=True)
class PrintedArticle:
    """One rule with its number (3.2). ``is_own``: in the club's own words."""

    number: str
    text: str
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a regulation. ``key`` is that of ``competition.regulation.CHAPTERS``; several
    chapters of stages, or of games, share theirs."""

    number: int
    key: str
    title: str
    articles: tuple[PrintedArticle, ...]


TITLES: dict[str, Promise] = {
    "event": _("The event"),
    "entries": _("Entering the event"),
    "presence": _("Lateness and absence"),
    "penalties": _("Penalties"),
    "claims": _("Results and claims"),
    "prizes": _("Final places and prizes"),
    "authority": _("Who decides"),
    "club": _("Articles of the club"),
}
CHAPTER_NAMES: dict[str, Promise] = {
    **TITLES,
    "stages": _("The stages"),
    "matches": _("The rules of the game"),
}
"""What the chapters are called where the place of an article is chosen."""


def build_regulation(facts: RegulationFacts) -> tuple[Chapter, ...]:
    """The whole regulation in the language of the reader. Articles of the club stand behind those
    of their chapter; a chapter without articles is left out."""
    drafts = list(_drafts(facts))
    last_of_key = {key: at for at, (key, _title, _rules) in enumerate(drafts)}
    chapters: list[Chapter] = []
    for at, (key, title, rules) in enumerate(drafts):
        own = _own_articles(facts.articles, key) if last_of_key[key] == at else ()
        texts = [*((rule, False) for rule in rules if rule), *((text, True) for text in own)]
        if not texts:
            continue
        number = len(chapters) + 1
        articles = tuple(
            PrintedArticle(f"{number}.{place}", text, is_own)
            for place, (text, is_own) in enumerate(texts, start=1)
        )
        chapters.append(Chapter(number, key, title, articles))
    return tuple(chapters)


def _drafts(facts: RegulationFacts) -> Iterator[tuple[str, str, Iterable[str]]]:
    """Key, title and rules of each chapter, in the order in which they are printed."""
    yield "event", str(TITLES["event"]), event_rules(facts)
    yield "entries", str(TITLES["entries"]), entry_rules(facts)
    for title, rules in stage_chapters(facts):
        yield "stages", title, rules
    for title, rules in match_chapters(facts):
        yield "matches", title, rules
    yield "presence", str(TITLES["presence"]), presence_rules(facts)
    yield "penalties", str(TITLES["penalties"]), penalty_rules(facts)
    yield "claims", str(TITLES["claims"]), claims_rules(facts)
    yield "prizes", str(TITLES["prizes"]), prize_rules(facts)
    yield "authority", str(TITLES["authority"]), authority_rules(facts)
    yield "club", str(TITLES["club"]), ()


def _own_articles(articles: Iterable[ClubArticle], key: str) -> Iterator[str]:
    is_english = (get_language() or "").startswith("en")
    for article in articles:
        if article.chapter == key:
            yield (article.text_en if is_english else "") or article.text


def regulation_sentences(chapters: Iterable[Chapter]) -> tuple[str, ...]:
    """The titles and the articles in a row, without their numbers."""
    return tuple(
        text
        for chapter in chapters
        for text in (f"{chapter.title}:", *(article.text for article in chapter.articles))
    )
