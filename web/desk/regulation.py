"""The regulation on the desk: the house rules, the penalties, the club's own articles."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.regulation import (
    CHAPTERS,
    LONGEST_ARTICLE,
    LONGEST_OFFENCE,
    MOST_ARTICLES,
    MOST_PENALTIES,
    OTHER,
    USUAL_PENALTIES,
    ClubArticle,
    HouseRules,
    PenaltyRule,
)
from tournaments.models import Event
from tournaments.selectors.regulation import articles_of, house_rules_of, versions_of
from tournaments.services.regulations import set_articles, set_house_rules
from web.actors import actor_of
from web.desk.access import about, get_managed_event
from web.desk.amending import ask_for_reason, reason_in
from web.desk.money import EuroField
from web.desk.options import OptionsForm
from web.fields import FreeTextFormField
from web.refusals import shown_on
from wording.regulation.book import CHAPTER_NAMES
from wording.regulation.house import HOUSE_WORDS, OFFENCES, SANCTIONS

EMPTY_ROWS = 3
"""How many empty rows follow the filled ones."""
RULE_FIELDS = tuple(name for name in HOUSE_WORDS if name != "penalties")


class RulesForm(OptionsForm):
    """The house rules, with the fee in euros."""

    def _field(self, name: str, schema: Mapping[str, Any]) -> forms.Field:
        if name != "fee_cents":
            return super()._field(name, schema)
        words = HOUSE_WORDS[name]
        return EuroField(label=words.label, help_text=words.help, required=False)


class PenaltyRow(forms.Form):
    """A penalty of the regulation; without an offence the row is empty."""

    offence = forms.ChoiceField(
        label=gettext_lazy("Offence"), required=False, choices=[("", "–"), *OFFENCES.items()]
    )
    text = FreeTextFormField(
        label=gettext_lazy("In our words"), max_length=LONGEST_OFFENCE, required=False
    )
    sanction = forms.ChoiceField(
        label=gettext_lazy("Penalty given"), required=False, choices=list(SANCTIONS.items())
    )
    points = forms.IntegerField(
        label=gettext_lazy("Points"), min_value=0, max_value=999, required=False
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("text") and not data.get("offence"):
            data["offence"] = OTHER
        return data

    def penalty(self) -> PenaltyRule | None:
        """The penalty of this row; none if it is empty."""
        data = self.cleaned_data
        if not data["offence"]:
            return None
        return PenaltyRule(
            offence=data["offence"],
            text=data["text"],
            sanction=data["sanction"] or "warning",
            points=data["points"] or 0,
        )


class ArticleRow(forms.Form):
    """An article in the club's own words; without a text the row is empty."""

    chapter = forms.ChoiceField(
        label=gettext_lazy("Chapter"),
        choices=[(key, CHAPTER_NAMES[key]) for key in CHAPTERS],
        initial="club",
    )
    text = FreeTextFormField(
        label=gettext_lazy("Article"),
        max_length=LONGEST_ARTICLE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    text_en = FreeTextFormField(
        label=gettext_lazy("In English"),
        help_text=gettext_lazy("Empty: the text above."),
        max_length=LONGEST_ARTICLE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def article(self) -> ClubArticle | None:
        """The article of this row in one paragraph; none if it is empty."""
        data = self.cleaned_data
        text, text_en = (" ".join(data[name].split()) for name in ("text", "text_en"))
        return ClubArticle(chapter=data["chapter"], text=text, text_en=text_en) if text else None


class RowsForm(forms.Form):
    """A list that is taken or refused as a whole: its number of rows."""

    count = forms.IntegerField(min_value=0, max_value=max(MOST_ARTICLES, MOST_PENALTIES) + 40)


@login_required
def regulation(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The house rules with the penalties, and the club's own articles: two forms. ``more`` and
    ``usual`` add rows to what stands there unsaved."""
    event = get_managed_event(request, event_id)
    page = _RegulationPage(event, request)
    if request.method == "POST" and page.is_valid() and not page.adds_rows:
        with shown_on(page.sent):
            page.save(request)
            messages.success(request, _("The regulation is saved."))
            return redirect("desk:regulation", event.pk)
    return _render(request, event, page)


def _render(request: HttpRequest, event: Event, page: "_RegulationPage") -> HttpResponse:
    is_wrong = request.method == "POST" and not page.adds_rows
    context = {
        **about(request, event, "regulation"),
        "page": page,
        "versions": versions_of(event),
        "can_write": event.state != Event.State.ARCHIVED,
    }
    return render(request, "desk/regulation.html", context, status=422 if is_wrong else 200)


class _RegulationPage:
    """The two forms of the page with their rows. ``part`` is the one that was sent."""

    def __init__(self, event: Event, request: HttpRequest) -> None:
        self.event = event
        posted = request.POST if request.method == "POST" else None
        self.part = posted.get("part", "") if posted else ""
        self.adds_rows = bool(posted) and ("more" in request.POST or "usual" in request.POST)
        of_rules = posted if self.part == "rules" else None
        of_articles = posted if self.part == "articles" else None
        rules = house_rules_of(event)
        self.rules = RulesForm(
            HouseRules,
            HOUSE_WORDS,
            prefix="rule",
            only=RULE_FIELDS,
            data=of_rules,
            initial=rules.model_dump(mode="json"),
        )
        self.articles = RowsForm(of_articles)
        self.counted = RowsForm(posted) if posted else None
        ask_for_reason(self.rules, event)
        ask_for_reason(self.articles, event)
        self.penalty_rows = self._penalty_rows(of_rules, rules.penalties)
        self.article_rows = self._article_rows(of_articles)

    @property
    def sent(self) -> forms.Form:
        """The form that was sent."""
        return self.articles if self.part == "articles" else self.rules

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        return [self.rules[name] for name in RULE_FIELDS]

    def is_valid(self) -> bool:
        rows: Sequence[forms.Form] = (
            self.article_rows if self.part == "articles" else self.penalty_rows
        )
        valid = [self.sent.is_valid(), *(row.is_valid() for row in rows)]
        if not all(valid) or not (self.counted and self.counted.is_valid()):
            return False
        if self.adds_rows:
            self._add_rows()
        return True

    def _count(self, data: Any) -> int:
        form = RowsForm(data)
        return int(form.cleaned_data["count"]) if form.is_valid() else 0

    def _penalty_rows(self, data: Any, kept: Sequence[PenaltyRule]) -> list[PenaltyRow]:
        if data is not None:
            return [PenaltyRow(data, prefix=f"p{at}") for at in range(self._count(data))]
        said = [penalty.model_dump() for penalty in kept]
        return [
            PenaltyRow(initial=row, prefix=f"p{at}")
            for at, row in enumerate([*said, *({} for _empty in range(EMPTY_ROWS))])
        ]

    def _article_rows(
        self, data: Any, kept: Sequence[ClubArticle] | None = None
    ) -> list[ArticleRow]:
        if data is not None:
            return [ArticleRow(data, prefix=f"a{at}") for at in range(self._count(data))]
        said = [article.model_dump() for article in kept or articles_of(self.event)]
        return [
            ArticleRow(initial=row, prefix=f"a{at}")
            for at, row in enumerate([*said, *({} for _empty in range(EMPTY_ROWS))])
        ]

    def _add_rows(self) -> None:
        """More empty rows behind those that were sent, or the usual penalties."""
        if self.part == "articles":
            self.article_rows = self._article_rows(None, self._articles())
            return
        kept = self._penalties()
        if "usual" in self.rules.data:
            there = {penalty.offence for penalty in kept}
            kept += [penalty for penalty in USUAL_PENALTIES if penalty.offence not in there]
        self.penalty_rows = self._penalty_rows(None, kept)

    def _penalties(self) -> list[PenaltyRule]:
        found = (row.penalty() for row in self.penalty_rows)
        return [penalty for penalty in found if penalty is not None]

    def _articles(self) -> list[ClubArticle]:
        found = (row.article() for row in self.article_rows)
        return [article for article in found if article is not None]

    def save(self, request: HttpRequest) -> None:
        """Raises what the services raise."""
        actor, now = actor_of(request), timezone.now()
        reason = reason_in(self.sent)
        if self.part == "articles":
            set_articles(
                event=self.event, articles=self._articles(), actor=actor, now=now, reason=reason
            )
            return
        chosen = self.rules.chosen()
        rules = HouseRules(**chosen, penalties=tuple(self._penalties()))
        set_house_rules(event=self.event, rules=rules, actor=actor, now=now, reason=reason)
