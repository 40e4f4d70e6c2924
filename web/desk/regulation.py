"""The regulation on the desk: the house rules, the penalties, the club's own articles."""

from collections.abc import Sequence
from typing import Any, TypeVar
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.regulation import (
    CHAPTERS,
    MOST_ARTICLES,
    MOST_PENALTIES,
    OTHER,
    USUAL_PENALTIES,
    ClubArticle,
    HouseRules,
    PenaltyRule,
)
from database.limits import LONGEST_ARTICLE, LONGEST_OFFENCE, MOST_PENALTY_POINTS
from kernel.models import Frozen
from tournaments.models import Event
from tournaments.selectors.regulation.regulation import (
    digest_articles,
    digest_house_rules,
    get_house_rules,
    list_articles,
    list_regulation_versions,
)
from tournaments.services.regulation.regulations import set_articles, set_house_rules
from web.actors import get_actor
from web.desk.access import about, get_managed_event
from web.desk.amending import ask_for_reason, read_reason
from web.desk.money import EuroField
from web.desk.options import OptionsForm
from web.desk.posting import are_valid
from web.desk.resending import add_seen, read_seen, shown_to_resend
from web.fields import FreeTextFormField
from web.refusals import find_status
from wording.regulation.book import CHAPTER_NAMES
from wording.regulation.house import HOUSE_WORDS, OFFENCES, SANCTIONS

EMPTY_ROWS = 3
"""The number of empty rows below the filled ones."""
RULE_FIELDS = tuple(name for name in HOUSE_WORDS if name != "penalties")


class RulesForm(OptionsForm):
    """The house rules without the penalties, with the fee in euros."""

    def __init__(self, data: QueryDict | None, rules: HouseRules) -> None:
        super().__init__(
            HouseRules,
            HOUSE_WORDS,
            prefix="rule",
            only=RULE_FIELDS,
            data=data,
            initial=rules.model_dump(mode="json"),
        )
        fee = HOUSE_WORDS["fee_cents"]
        self.fields["fee_cents"] = EuroField(label=fee.label, help_text=fee.help, required=False)


class PenaltyRow(forms.Form):
    """A penalty of the regulation; without an offence the row is empty."""

    letter = "p"
    """How the prefixes of its rows begin."""
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
        label=gettext_lazy("Points"), min_value=0, max_value=MOST_PENALTY_POINTS, required=False
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        # A text alone is meant as an offence of the club's own.
        if data.get("text") and not data.get("offence"):
            data["offence"] = OTHER
        return data

    @property
    def is_empty(self) -> bool:
        return not self.cleaned_data["offence"]

    def make_rule(self) -> PenaltyRule:
        """The penalty of a row that is not empty."""
        data = self.cleaned_data
        return PenaltyRule(
            offence=data["offence"],
            text=data["text"],
            sanction=data["sanction"] or "warning",
            points=data["points"] or 0,
        )


class ArticleRow(forms.Form):
    """An article in the club's own words; without a text the row is empty."""

    letter = "a"
    """How the prefixes of its rows begin."""
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

    @property
    def is_empty(self) -> bool:
        return not self.cleaned_data["text"].strip()

    def make_rule(self) -> ClubArticle:
        """The article of a row that is not empty."""
        data = self.cleaned_data
        # The fields take several lines, but an article is one paragraph.
        text = " ".join(data["text"].split())
        text_en = " ".join(data["text_en"].split())
        return ClubArticle(chapter=data["chapter"], text=text, text_en=text_en)


RowForm = TypeVar("RowForm", PenaltyRow, ArticleRow)


class RowsForm(forms.Form):
    """The number of rows of a list, which is accepted or rejected as a whole."""

    count = forms.IntegerField(min_value=0, max_value=max(MOST_ARTICLES, MOST_PENALTIES) + 40)


@login_required
def regulation(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The house rules with the penalties, and the club's own articles: two forms. ``more`` and
    ``usual`` add rows to the unsaved form."""
    event = get_managed_event(request, event_id)
    page = _RegulationPage(event, request)
    if request.method == "POST" and page.is_valid() and not page.adds_rows:
        with shown_to_resend(page.sent_form, tells_stored=page.part == "rules"):
            page.save(request)
            messages.success(request, _("The regulation is saved."))
            return redirect("desk:regulation", event.pk)
    is_wrong = request.method == "POST" and not page.adds_rows
    context = {
        **about(request, event, "regulation"),
        "page": page,
        "versions": list_regulation_versions(event),
        "can_write": event.state != Event.State.ARCHIVED,
    }
    status = 200
    if is_wrong:
        status = find_status(page.sent_form)
    return render(request, "desk/regulation.html", context, status=status)


class _RegulationPage:
    """The two forms of the page with their rows. ``part`` is the one that was sent; the other one
    shows what is stored."""

    def __init__(self, event: Event, request: HttpRequest) -> None:
        self.event = event
        self.part = request.POST.get("part", "")
        # Two of the buttons only add rows: nothing is stored, and nothing is wrong yet.
        self.adds_rows = "more" in request.POST or "usual" in request.POST
        rules_data = articles_data = None
        if self.part == "rules":
            rules_data = request.POST
        elif self.part == "articles":
            articles_data = request.POST
        rules = get_house_rules(event)
        self.rules = RulesForm(rules_data, rules)
        self.articles = RowsForm(articles_data)
        self.row_count = RowsForm(request.POST)
        articles = list_articles(event)
        ask_for_reason(self.rules, event)
        ask_for_reason(self.articles, event)
        add_seen(self.rules, digest_house_rules(event))
        add_seen(self.articles, digest_articles(articles))

        # Rows that were sent are bound to what was typed; else they show what is stored.
        # A number of rows that is not valid is an error of the form: then there are none.
        count = 0
        if self.row_count.is_valid():
            count = self.row_count.cleaned_data["count"]
        if rules_data is None:
            self.penalty_rows = _show_rows(PenaltyRow, rules.penalties)
        else:
            self.penalty_rows = _bind_rows(PenaltyRow, rules_data, count)
        if articles_data is None:
            self.article_rows = _show_rows(ArticleRow, articles)
        else:
            self.article_rows = _bind_rows(ArticleRow, articles_data, count)

    @property
    def sent_form(self) -> forms.Form:
        if self.part == "articles":
            return self.articles
        return self.rules

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        return [self.rules[name] for name in RULE_FIELDS]

    def is_valid(self) -> bool:
        """Whether the form that was sent is valid with its rows; then adds rows if asked to."""
        rows: Sequence[forms.Form] = self.penalty_rows
        if self.part == "articles":
            rows = self.article_rows
        if not are_valid([self.sent_form, self.row_count, *rows]):
            return False
        if not self.adds_rows:
            return True

        # New rows are made of what was typed, with empty ones or the usual penalties below.
        if self.part == "articles":
            self.article_rows = _show_rows(ArticleRow, self._collect_articles())
            return True
        penalties = self._collect_penalties()
        if "usual" in self.rules.data:
            # Offences that have a penalty already keep theirs.
            listed = {penalty.offence for penalty in penalties}
            penalties += [penalty for penalty in USUAL_PENALTIES if penalty.offence not in listed]
        self.penalty_rows = _show_rows(PenaltyRow, penalties)
        return True

    def _collect_penalties(self) -> list[PenaltyRule]:
        return [row.make_rule() for row in self.penalty_rows if not row.is_empty]

    def _collect_articles(self) -> list[ClubArticle]:
        return [row.make_rule() for row in self.article_rows if not row.is_empty]

    def save(self, request: HttpRequest) -> None:
        """Stores the form that was sent. Raises what the services raise."""
        actor, now = get_actor(request), timezone.now()
        reason, seen = read_reason(self.sent_form), read_seen(self.sent_form)
        if self.part == "articles":
            set_articles(
                event=self.event,
                articles=self._collect_articles(),
                actor=actor,
                now=now,
                reason=reason,
                seen=seen,
            )
            return
        penalties = tuple(self._collect_penalties())
        rules = HouseRules(**self.rules.get_options(), penalties=penalties)
        set_house_rules(
            event=self.event, rules=rules, actor=actor, now=now, reason=reason, seen=seen
        )


def _bind_rows(row_class: type[RowForm], data: QueryDict, count: int) -> list[RowForm]:
    """The rows that were sent, with what was typed."""
    return [row_class(data, prefix=f"{row_class.letter}{index}") for index in range(count)]


def _show_rows(row_class: type[RowForm], rules: Sequence[Frozen]) -> list[RowForm]:
    """Rows with these penalties or articles, and empty ones below."""
    initial = [rule.model_dump() for rule in rules]
    initial += [{}] * EMPTY_ROWS
    rows = []
    for index, values in enumerate(initial):
        rows.append(row_class(initial=values, prefix=f"{row_class.letter}{index}"))
    return rows
