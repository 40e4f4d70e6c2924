"""The regulation of an event: what is printed, the house rules, the club's own articles."""

from typing import Annotated, Any
from uuid import UUID

from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import Field
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.reading import not_found_by_query, read_query
from api.serializers.regulations import (
    ClubArticlesChangeSerializer,
    ClubArticlesSerializer,
    EventRegulationSerializer,
    HouseRulesChangeSerializer,
    HouseRulesSerializer,
)
from api.viewsets import ApiViewSet, now
from competition.regulation import ClubArticle, HouseRules
from kernel.models import Frozen
from tournaments.models import Event
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.regulation.regulation import (
    Regulation,
    get_house_rules,
    list_articles,
    load_regulation_in_force,
    read_version,
)
from tournaments.services.regulation.regulations import set_articles, set_house_rules
from wording.regulation import build_regulation, list_regulation_sentences


class VersionQuery(Frozen):
    """Which version; none: the one in force."""

    version: Annotated[int, Field(ge=1, le=32767)] | None = None


class RegulationViewSet(ApiViewSet):
    """The rules of an event, and what a club sets of them."""

    lookup_url_kwarg = "event_id"
    lookup_value_converter = "uuid"
    pagination_class = None
    filter_backends = ()
    queryset = Event.objects.all()
    query_parameters = {"regulation": ("version",)}
    may_refuse_with = {"regulation": (400,)}
    serializer_class = EventRegulationSerializer
    serializer_classes = {
        "set_house_rules": HouseRulesChangeSerializer,
        "set_articles": ClubArticlesChangeSerializer,
    }

    @extend_schema(parameters=[OpenApiParameter("version", int)])
    @action(detail=True, url_name="detail")
    def regulation(self, request: Request, event_id: UUID) -> Response:
        """The rules of an event, chapter by chapter, in the reader's language."""
        event = get_visible_event(self.actor, event_id)
        regulation = find_version(event, read_query(VersionQuery, request).version)
        return Response(self.make_document(describe_regulation(event, regulation)))

    @extend_schema(responses=HouseRulesSerializer)
    @action(detail=True, url_path="house-rules", url_name="house-rules")
    def house_rules(self, request: Request, event_id: UUID) -> Response:
        """The house rules of a club: entries, lateness, claims, penalties."""
        return self._answer_house_rules(get_visible_event(self.actor, event_id))

    @extend_schema(responses=HouseRulesSerializer)
    @house_rules.mapping.put
    def set_house_rules(self, request: Request, event_id: UUID) -> Response:
        """Replaces all house rules."""
        event = get_visible_event(self.actor, event_id)
        body = self.read_body()
        reason = body.pop("reason")
        rules = HouseRules.model_validate(body)
        set_house_rules(event=event, rules=rules, actor=self.actor, now=now(), reason=reason)
        # The service writes to a row that it has locked, not to this one.
        event.refresh_from_db()
        return self._answer_house_rules(event)

    def _answer_house_rules(self, event: Event) -> Response:
        rules = get_house_rules(event).model_dump(mode="json")
        return Response(HouseRulesSerializer({"pk": event.pk, "rules": rules}).data)

    @extend_schema(responses=ClubArticlesSerializer)
    @action(detail=True)
    def articles(self, request: Request, event_id: UUID) -> Response:
        """The club's own articles, in order."""
        return self._answer_articles(get_visible_event(self.actor, event_id))

    @extend_schema(responses=ClubArticlesSerializer)
    @articles.mapping.put
    def set_articles(self, request: Request, event_id: UUID) -> Response:
        """Replaces all articles."""
        event = get_visible_event(self.actor, event_id)
        body = self.read_body()
        articles = [ClubArticle(**article) for article in body["articles"]]
        set_articles(
            event=event, articles=articles, actor=self.actor, now=now(), reason=body["reason"]
        )
        return self._answer_articles(event)

    def _answer_articles(self, event: Event) -> Response:
        rows = {"event": event.pk, "articles": list_articles(event)}
        return Response(ClubArticlesSerializer(rows).data)


def find_version(event: Event, number: int | None) -> Regulation:
    """A version of the regulation by its number; None: the one in force. Raises NotFound."""
    if number is None:
        return load_regulation_in_force(event)
    version = event.regulations.filter(number=number).first()
    if version is None:
        raise not_found_by_query("version")
    return read_version(version)


def describe_regulation(event: Event, regulation: Regulation) -> dict[str, Any]:
    """The regulation in the reader's language, as EventRegulationSerializer shows it."""
    chapters = build_regulation(regulation.facts)
    return {
        "language": get_language() or "",
        "version": regulation.number,
        "made_at": regulation.made_at,
        "frozen_at": regulation.frozen_at,
        "reason": regulation.reason,
        "chapters": chapters,
        "sentences": list_regulation_sentences(chapters),
        "versions": event.regulations.order_by("number").values_list("number", flat=True),
    }
