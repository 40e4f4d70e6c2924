"""The articles of a regulation where a form asks for one."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event
from tournaments.selectors.regulation import regulation_in_force
from web.fields import FreeTextFormField
from wording.regulation import build_regulation

LONGEST = 120
OFFERED = ("penalties", "presence", "claims", "club")
"""The chapters with rules for rulings; the club's own articles are offered from any chapter."""


KEPT = "articles_for_rulings"
"""The attribute that caches the articles on an event, as a page may have several forms."""


def articles_for_rulings(event: Event) -> list[str]:
    """The articles that a penalty or a claim may name, each with its number and as many of its
    words as the field holds. Seven queries at most."""
    chapters = build_regulation(regulation_in_force(event).facts)
    in_order = sorted(
        chapters,
        key=lambda chapter: OFFERED.index(chapter.key) if chapter.key in OFFERED else len(OFFERED),
    )
    return [
        _shorten(f"{article.number} {article.text}")
        for chapter in in_order
        for article in chapter.articles
        if article.is_own or chapter.key in OFFERED
    ]


def _shorten(text: str) -> str:
    text = text.removesuffix(".")
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


class ArticleInput(forms.TextInput):
    """A field for the number of an article, with a choice of the existing articles."""

    articles: Sequence[str] = ()

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        given = attrs or {}
        listed = f"{given.get('id') or name}_articles"
        field = super().render(name, value, {**given, "list": listed}, renderer)
        rows = ((article,) for article in self.articles)
        options = format_html_join("", '<option value="{}"></option>', rows)
        return format_html('{}<datalist id="{}">{}</datalist>', field, listed, options)


class ArticleField(FreeTextFormField):
    """The article for a ruling, chosen from the regulation or typed."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Article of the regulation"),
            help_text=_("Choose it from the list, or write its number."),
            max_length=LONGEST,
            required=False,
            widget=ArticleInput(attrs={"autocomplete": "off"}),
        )


def offer_articles(form: forms.BaseForm, event: Event) -> None:
    """Puts the articles of the regulation into the form's field for one."""
    widget = form.fields["article"].widget
    if isinstance(widget, ArticleInput):
        if KEPT not in event.__dict__:
            event.__dict__[KEPT] = articles_for_rulings(event)
        widget.articles = event.__dict__[KEPT]
