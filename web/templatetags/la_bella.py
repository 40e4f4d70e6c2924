"""Template tags and filters for icons, boxes, titles and dates."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

from django import template
from django.core.paginator import Page
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.event_links import link_query
from tournaments.models import Event, Group
from web import fragments
from web.brackets import Box
from web.groups import group_title
from wording.dates import word_day, word_long_date, word_month, word_when_and_where
from wording.duties import word_duty
from wording.formats import find_unit, word_match_format
from wording.stages import name_stage

register = template.Library()


@register.simple_tag
def suit(name: str) -> SafeString:
    """One of the four suits, the only ornament: denari, coppe, spade, bastoni."""
    return _draw_icon("suit", "img/suits.svg", name)


@register.simple_tag
def mark(name: str) -> SafeString:
    """A small icon. It is hidden from screen readers: the words beside it have the same meaning."""
    return _draw_icon("mark", "img/marks.svg", name)


def _draw_icon(kind: str, file: str, name: str) -> SafeString:
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"></use></svg>',
        kind,
        static(file),
        name,
    )


@register.simple_tag
def draw_box(template_name: str, box: Box, **context: Any) -> SafeString:
    """The HTML of a box; on a page that is kept until a result, a hole that is filled later."""
    return fragments.draw_box(template_name, box, **context)


@register.simple_tag
def draw_time(at: datetime) -> SafeString:
    """The time at which a page was made; on a page that is kept, a hole that is filled later."""
    return fragments.draw_time(at)


@register.simple_tag
def near_pages(page: Page[Any]) -> Iterable[int | str]:
    """The pages of a long list that are linked: the first, the last, and those around this one;
    ``Paginator.ELLIPSIS`` for a gap."""
    return page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1)


@register.filter
def side_class(value: Any) -> str:
    """The CSS classes for the value of a choice between sides."""
    # Only the first two sides have a colour.
    return {"0": " side a", "1": " side b"}.get(str(value), "")


@register.filter
def duty(kind: str) -> str:
    """What a person may do in a club."""
    return word_duty(kind)


@register.filter(name="group_title")
def title_of_group(group: Group) -> str:
    """A group within its event: Group A · Bar Sport."""
    return group_title(group)


@register.filter(name="link_query")
def query_for_link(event: Event | str | None) -> str:
    """The query of links to sheets and draws, so that readers of an event by link can follow them;
    empty without an event."""
    if not isinstance(event, Event):
        return ""
    return link_query(event)


@register.filter
def month(day: date) -> str:
    """Dec 2026; dic 2026."""
    return word_month(day)


@register.filter
def long_date(day: date) -> str:
    """Sunday 13 December 2026, as the reader's language writes it."""
    return word_long_date(day)


@register.filter
def when_and_where(event: Event) -> str:
    """The day, the hour and the hall of an event, for a line next to its name."""
    start = event.rules.get("start")
    return word_when_and_where(event.name, event.date, start=start, venue=event.venue_name)


@register.filter
def day(moment: date) -> str:
    """13 December 2026, as the reader's language writes it."""
    return word_day(moment)


@register.filter
def match_format(document: Mapping[str, Any]) -> str:
    """How a match is played: "Best of three games to 41." """
    return word_match_format(document)


@register.filter
def unit(document: Mapping[str, Any]) -> str:
    """What the totals of a match count: points or thirds."""
    return find_unit(document)


register.filter("stage_title", name_stage)
