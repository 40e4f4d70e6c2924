"""The regulation of an event: what is printed, the house rules, the club's own articles."""

from typing import Annotated, Any
from uuid import UUID

from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import Field, StringConstraints
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.reading import PLAIN, Label, Reason, read_body, read_query
from api.resource import Resource, now
from competition.regulation import (
    LONGEST_ARTICLE,
    LONGEST_OFFENCE,
    MOST_ARTICLES,
    MOST_PENALTIES,
    ClubArticle,
    HouseRules,
    PenaltyRule,
)
from kernel.models import Frozen
from tournaments.models import Event
from tournaments.refusals import NotFound
from tournaments.selectors.events import visible_event
from tournaments.selectors.regulation import (
    Regulation,
    articles_of,
    house_rules_of,
    regulation_in_force,
    regulation_of_version,
)
from tournaments.services.regulations import set_articles, set_house_rules
from wording.regulation import Chapter, build_regulation, regulation_sentences


class RuleArticleDocument(TypedDict):
    """One article by its number (3.2); ``own``: in the club's own words."""

    number: str
    text: str
    own: bool


class ChapterDocument(TypedDict):
    number: int
    key: str
    title: str
    articles: list[RuleArticleDocument]


class EventRegulationDocument(TypedDict):
    """The regulation in the reader's language. ``version`` 0: a draft. ``frozen_at``: when it was
    frozen for play; ``reason``: why it changed after that. ``sentences``: the titles and articles
    in a row. ``versions``: the numbers of all that were published."""

    language: str
    version: int
    made_at: str | None
    frozen_at: str | None
    reason: str
    chapters: list[ChapterDocument]
    sentences: list[str]
    versions: list[int]


class HouseRulesDocument(TypedDict):
    """All house rules of a club, also those at their default."""

    event: str
    rules: dict[str, Any]


class ClubArticleDocument(TypedDict):
    """An article in the club's own words, behind those of ``chapter``; ``text_en``: in English."""

    chapter: str
    text: str
    text_en: str


class ClubArticlesDocument(TypedDict):
    event: str
    articles: list[ClubArticleDocument]


class PenaltyRuleBody(PenaltyRule):
    text: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=LONGEST_OFFENCE), PLAIN
    ] = ""


class HouseRulesBody(HouseRules):
    """The new house rules; fields that are left out get their default. ``reason``: needed for a
    change after the start of play."""

    referee: Label = ""
    organizer: Label = ""
    penalties: Annotated[
        tuple[PenaltyRuleBody, ...], Field(strict=False, max_length=MOST_PENALTIES)
    ] = ()
    reason: Reason = ""

    def rules(self) -> HouseRules:
        return HouseRules.model_validate(self.model_dump(exclude={"reason"}))


class ClubArticleBody(ClubArticle):
    text: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_ARTICLE),
        PLAIN,
    ]
    text_en: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=LONGEST_ARTICLE), PLAIN
    ] = ""


class ClubArticlesBody(Frozen):
    """The new list of the club's own articles, complete."""

    articles: Annotated[list[ClubArticleBody], Field(max_length=MOST_ARTICLES)]
    reason: Reason = ""


class VersionQuery(Frozen):
    """Which version; none: the one in force."""

    version: Annotated[int, Field(ge=1, le=32767)] | None = None


class EventRegulation(Resource):
    """The rules of an event, chapter by chapter, in the reader's language."""

    may_refuse_with = {"GET": (400,)}

    @extend_schema(parameters=[OpenApiParameter("version", int)], responses=EventRegulationDocument)
    def get(self, request: Request, event_id: UUID) -> Response:
        event = visible_event(self.actor, event_id)
        asked = read_query(VersionQuery, request).version
        return Response(_make_document(event, _version(event, asked)))


def _version(event: Event, number: int | None) -> Regulation:
    if number is None:
        return regulation_in_force(event)
    version = event.regulations.filter(number=number).first()
    if version is None:
        raise NotFound
    return regulation_of_version(version)


def _make_document(event: Event, regulation: Regulation) -> EventRegulationDocument:
    chapters = build_regulation(regulation.facts)
    numbers = event.regulations.order_by("number").values_list("number", flat=True)
    return EventRegulationDocument(
        language=get_language() or "",
        version=regulation.number,
        made_at=regulation.made_at.isoformat() if regulation.made_at else None,
        frozen_at=regulation.frozen_at.isoformat() if regulation.frozen_at else None,
        reason=regulation.reason,
        chapters=[_make_chapter_document(chapter) for chapter in chapters],
        sentences=list(regulation_sentences(chapters)),
        versions=list(numbers),
    )


def _make_chapter_document(chapter: Chapter) -> ChapterDocument:
    return ChapterDocument(
        number=chapter.number,
        key=chapter.key,
        title=chapter.title,
        articles=[
            RuleArticleDocument(number=article.number, text=article.text, own=article.is_own)
            for article in chapter.articles
        ],
    )


class EventHouseRules(Resource):
    """The house rules of a club: entries, lateness, claims, penalties."""

    @extend_schema(responses=HouseRulesDocument)
    def get(self, request: Request, event_id: UUID) -> Response:
        return Response(_house_rules(visible_event(self.actor, event_id)))

    @extend_schema(request=HouseRulesBody, responses=HouseRulesDocument)
    def put(self, request: Request, event_id: UUID) -> Response:
        """Replaces all house rules."""
        event = visible_event(self.actor, event_id)
        body = read_body(HouseRulesBody, request)
        set_house_rules(
            event=event, rules=body.rules(), actor=self.actor, now=now(), reason=body.reason
        )
        event.refresh_from_db()
        return Response(_house_rules(event))


def _house_rules(event: Event) -> HouseRulesDocument:
    rules = house_rules_of(event).model_dump(mode="json")
    return HouseRulesDocument(event=str(event.pk), rules=rules)


class EventArticles(Resource):
    """The club's own articles, in order."""

    @extend_schema(responses=ClubArticlesDocument)
    def get(self, request: Request, event_id: UUID) -> Response:
        return Response(_make_articles_document(visible_event(self.actor, event_id)))

    @extend_schema(request=ClubArticlesBody, responses=ClubArticlesDocument)
    def put(self, request: Request, event_id: UUID) -> Response:
        """Replaces all articles."""
        event = visible_event(self.actor, event_id)
        body = read_body(ClubArticlesBody, request)
        articles = [ClubArticle(**article.model_dump()) for article in body.articles]
        set_articles(
            event=event, articles=articles, actor=self.actor, now=now(), reason=body.reason
        )
        return Response(_make_articles_document(event))


def _make_articles_document(event: Event) -> ClubArticlesDocument:
    return ClubArticlesDocument(
        event=str(event.pk),
        articles=[
            ClubArticleDocument(chapter=article.chapter, text=article.text, text_en=article.text_en)
            for article in articles_of(event)
        ],
    )
