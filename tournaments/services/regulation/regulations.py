"""Publishes the regulation: a version for each change, and after the start only with a reason."""

from collections.abc import Sequence
from datetime import datetime

from accounts.actors import Actor
from accounts.authorship import make_author_columns
from competition.regulation import (
    MOST_ARTICLES,
    ClubArticle,
    HouseRules,
    find_house_rule_violations,
)
from database.limits import LONGEST_REASON
from database.text import strip_invisible_values
from database.transactions import atomic_with_retry
from kernel.violations import Violation
from tournaments.models import Article, Event, RegulationVersion
from tournaments.permissions import Right, check
from tournaments.refusals import ReasonMissing, RegulationRefused
from tournaments.selectors.regulation.regulation import (
    digest_articles,
    digest_house_rules,
    list_articles,
    read_facts,
    read_version_facts,
)
from tournaments.services.versions import check_seen, lock_event, touch

UNPUBLISHED = (Event.State.DRAFT,)
BEFORE_PLAY = (*Event.NOT_DRAWN_STATES, Event.State.DRAWN)


def publish_regulation(
    *, event: Event, actor: Actor, now: datetime, reason: str = ""
) -> RegulationVersion | None:
    """A new version if the settings of the locked event read otherwise than the last one; None if
    they do not, or while the event is a draft.

    Every service that changes a setting calls this at its end. Once play has begun a change needs
    a reason: the version that play began by stays visible. Raises ReasonMissing.
    """
    if event.state in UNPUBLISHED:
        return None
    facts = read_facts(event)
    last_version = event.regulations.order_by("-number").first()
    if last_version is not None and read_version_facts(last_version) == facts:
        return None
    if last_version is not None and event.state not in BEFORE_PLAY and not reason.strip():
        raise ReasonMissing(kind="regulation")
    number = 1
    if last_version is not None:
        number = last_version.number + 1
    # Before play a change is not explained: nobody has played by the earlier version.
    published_reason = ""
    if event.state not in BEFORE_PLAY:
        published_reason = reason.strip()[:LONGEST_REASON]
    return RegulationVersion.objects.create(
        event=event,
        number=number,
        facts=facts.model_dump(mode="json"),
        reason=published_reason,
        **make_author_columns(actor),
        made_at=now,
    )


def freeze_regulation(*, event: Event, actor: Actor, now: datetime) -> None:
    """Marks the version that play begins by. The event is locked and not running yet."""
    publish_regulation(event=event, actor=actor, now=now)
    last_version = event.regulations.order_by("-number").first()
    if last_version is not None and not event.regulations.filter(frozen_at__isnull=False).exists():
        last_version.frozen_at = now
        last_version.save(update_fields=["frozen_at"])


def unfreeze_regulation(*, event: Event, frozen_at: datetime) -> None:
    """The inverse of ``freeze_regulation``: the version that was marked then is one that play has
    not begun by. The event is locked."""
    event.regulations.filter(frozen_at=frozen_at).update(frozen_at=None)


@atomic_with_retry
def set_house_rules(
    *,
    event: Event,
    rules: HouseRules,
    actor: Actor,
    now: datetime,
    reason: str = "",
    seen: str = "",
) -> HouseRules:
    """What the club decides apart from formats and games, from now on. ``seen``: what the page
    showed (``digest_house_rules``); without it, nothing is compared.

    Raises NotAllowed, EventStateRefused, RegulationRefused, ReasonMissing, ChangedMeanwhile.
    """
    event = _lock_for_change(event, actor)
    version_before = digest_house_rules(event)
    if violations := list(find_house_rule_violations(rules)):
        raise RegulationRefused(violations=violations)
    event.rules = strip_invisible_values(rules.model_dump(mode="json", exclude_defaults=True))
    check_seen(seen, before=version_before, after=digest_house_rules(event))
    touch(event, now)
    publish_regulation(event=event, actor=actor, now=now, reason=reason)
    return rules


@atomic_with_retry
def set_articles(
    *,
    event: Event,
    articles: Sequence[ClubArticle],
    actor: Actor,
    now: datetime,
    reason: str = "",
    seen: str = "",
) -> Sequence[ClubArticle]:
    """The club's own articles from now on, all of them or none. ``seen``: what the page showed
    (``digest_articles``); without it, nothing is compared.

    Raises NotAllowed, EventStateRefused, RegulationRefused, ReasonMissing, ChangedMeanwhile.
    """
    event = _lock_for_change(event, actor)
    if len(articles) > MOST_ARTICLES:
        params = {"articles": len(articles), "most": MOST_ARTICLES}
        raise RegulationRefused(
            violations=[Violation("too_many_articles", params)], field="articles"
        )
    version_before = digest_articles(list_articles(event))
    check_seen(seen, before=version_before, after=digest_articles(articles))
    event.articles.all().delete()
    rows = []
    for position, article in enumerate(articles, start=1):
        rows.append(Article(event=event, position=position, **article.model_dump()))
    Article.objects.bulk_create(rows)
    touch(event, now)
    publish_regulation(event=event, actor=actor, now=now, reason=reason)
    return articles


def _lock_for_change(event: Event, actor: Actor) -> Event:
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    return lock_event(event.pk)
