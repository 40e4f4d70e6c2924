"""Reads the regulation of an event: its settings as they are, and the versions published."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from competition.regulation import (
    ClubArticle,
    HallRule,
    HouseRules,
    RegulationFacts,
    StageRules,
)
from kernel.canonical import digest
from tournaments.models import Event, Group, RegulationVersion
from tournaments.selectors.hall.halls import list_halls
from tournaments.selectors.regulation.prizes import list_prize_rules


@dataclass(frozen=True, slots=True)
class Regulation:
    """The regulation in force. ``number`` 0: nothing is published, these are the settings of a
    draft. ``frozen_at``: when it was frozen; ``reason``: why it changed after that."""

    facts: RegulationFacts
    number: int = 0
    made_at: datetime | None = None
    frozen_at: datetime | None = None
    reason: str = ""


def get_house_rules(event: Event) -> HouseRules:
    """What the club decides apart from formats and games."""
    return HouseRules.model_validate(event.rules, strict=False)


def list_articles(event: Event) -> list[ClubArticle]:
    """The club's own articles, in order. One query."""
    rows = event.articles.order_by("position").values("chapter", "text", "text_en")
    return [ClubArticle.model_validate(row) for row in rows]


def digest_house_rules(event: Event) -> str:
    """Another text as soon as one of the house rules is another."""
    return digest(get_house_rules(event).model_dump(mode="json"))


def digest_articles(articles: Iterable[ClubArticle]) -> str:
    """Another text for other articles of the club, or the same in another order."""
    return digest([article.model_dump(mode="json") for article in articles])


def read_facts(event: Event) -> RegulationFacts:
    """The settings of an event as they are now. Seven queries."""
    event = Event.objects.select_related("club", "venue").get(pk=event.pk)
    address = ""
    if event.venue is not None:
        address = event.venue.address
    halls: list[HallRule] = []
    for hall in list_halls(event.pk):
        first, last = hall.first_table, hall.last_table
        halls.append(HallRule(name=hall.venue.name, first=first, last=last))
    venues: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    groups = Group.objects.filter(stage__event=event, venue__isnull=False)
    for group in groups.select_related("venue").order_by("number"):
        venues[group.stage_id].append((group.number, group.name, group.venue_name))
    stages: list[StageRules] = []
    for stage in event.stages.order_by("number"):
        cut: dict[str, Any] | None = None
        if stage.cut:
            # Which entries the organizer has chosen is no rule; that he chooses them is.
            cut = dict(stage.cut)
            cut.pop("entries", None)
        stages.append(
            StageRules(
                number=stage.number,
                name=stage.name,
                format=stage.format,
                options=stage.options,
                constraints=stage.constraints,
                cut=cut,
                match=stage.match_format,
                metrics=stage.metrics,
                ranking=stage.ranking,
                venues=venues[stage.pk],
            )
        )
    return RegulationFacts(
        date=event.date.isoformat(),
        club=event.club.name,
        venue=event.venue_name,
        address=address,
        halls=halls,
        capacity=event.capacity,
        match=event.match_format,
        recorded=event.recorded,
        stages=stages,
        prizes=list_prize_rules(event),
        rules=get_house_rules(event),
        articles=list_articles(event),
    )


def list_regulation_versions(event: Event) -> list[RegulationVersion]:
    """All versions that were published, the newest first. One query."""
    return list(event.regulations.order_by("-number"))


def load_regulation_in_force(event: Event) -> Regulation:
    """The version that was published last; of a draft, the settings as they are."""
    last_version = event.regulations.order_by("-number").first()
    if last_version is None:
        return Regulation(read_facts(event))
    return read_version(last_version)


def read_version(version: RegulationVersion) -> Regulation:
    """A version as it was published."""
    return Regulation(
        facts=read_version_facts(version),
        number=version.number,
        made_at=version.made_at,
        frozen_at=version.frozen_at,
        reason=version.reason,
    )


def read_version_facts(version: RegulationVersion) -> RegulationFacts:
    """The settings that a version has published."""
    return RegulationFacts.model_validate(version.facts, strict=False)
