"""The form field for an article of the regulation, with the existing articles to choose from."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from database.limits import LONGEST_TITLE
from tournaments.models import Event
from tournaments.selectors.regulation.regulation import load_regulation_in_force
from web.fields import FreeTextFormField
from wording.regulation import Chapter, build_regulation
from wording.regulation.book import PrintedArticle

OFFERED = ("penalties", "presence", "claims", "club")
"""The chapters with rules for rulings; the club's own articles are offered from any chapter."""


KEPT = "articles_for_rulings"
"""The attribute that caches the articles on an event, as a page may have several forms."""


def list_articles_for_rulings(event: Event) -> list[str]:
    """The articles that a penalty or a claim may name, each with its number and as much of its text
    as the field holds. Eight queries at most."""

    def rank_chapter(chapter: Chapter) -> int:
        if chapter.key not in OFFERED:
            return len(OFFERED)
        return OFFERED.index(chapter.key)

    articles: list[PrintedArticle] = []
    for chapter in sorted(
        build_regulation(load_regulation_in_force(event).facts), key=rank_chapter
    ):
        is_offered = chapter.key in OFFERED
        articles += [article for article in chapter.articles if article.is_own or is_offered]
    texts = []
    for article in articles:
        text = f"{article.number} {article.text}".removesuffix(".")
        if len(text) > LONGEST_TITLE:
            text = f"{text[: LONGEST_TITLE - 1].rstrip()}…"
        texts.append(text)
    return texts


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
        attrs = attrs or {}
        # The id of the field is unique on the page, so that of its list is too.
        list_id = f"{attrs.get('id') or name}_articles"
        field = super().render(name, value, {**attrs, "list": list_id}, renderer)
        rows = ((article,) for article in self.articles)
        options = format_html_join("", '<option value="{}"></option>', rows)
        return format_html('{}<datalist id="{}">{}</datalist>', field, list_id, options)


class ArticleField(FreeTextFormField):
    """The article for a ruling, chosen from the regulation or typed."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Article of the regulation"),
            help_text=_("Choose it from the list, or write its number."),
            max_length=LONGEST_TITLE,
            required=False,
            widget=ArticleInput(attrs={"autocomplete": "off"}),
        )


def offer_articles(form: forms.BaseForm, event: Event) -> None:
    """Offers the articles of the regulation in the form's ``article`` field."""
    widget = form.fields["article"].widget
    if isinstance(widget, ArticleInput):
        if KEPT not in event.__dict__:
            event.__dict__[KEPT] = list_articles_for_rulings(event)
        widget.articles = event.__dict__[KEPT]
