"""The cards on the page of what can be printed: layouts, what is being made, what was made."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jobs.models import Job
from printing.availability import Availability
from printing.catalog import LAYOUTS, Layout
from printing.orders import PAPERS, TILES, PrintChoices
from printing.rounds import PrintableRound
from printing.selectors import PrintState, RecentPrint
from web.desk.jobs import describe_outcome
from wording.printing.layouts import name_layout, word_layout_hint
from wording.sentences import sentence

PAPER_NAMES = (
    ("", gettext_lazy("Size by the number of entries")),
    *((paper, paper.upper()) for paper in PAPERS),
    (TILES, gettext_lazy("Sheets of A4, to be glued")),
)


IN_LANGUAGE = {"it": gettext_lazy("in Italian"), "en": gettext_lazy("in English")}
WIDE = ("bracket", "certificates")
"""Layouts on sheets across (tools/paper_pictures.py)."""
NEVER = ("print_no_bracket", "print_no_groups")
"""Reasons that no wait removes: the event is of another kind, and the layout is left out."""


class ChoicesForm(forms.Form):
    """What can be chosen for a layout: a round, a size of paper."""

    round = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int, required=False)
    paper = forms.ChoiceField(label=gettext_lazy("Paper"), choices=PAPER_NAMES, required=False)

    def __init__(self, layout: Layout, rounds: Sequence[PrintableRound], data: Any = None) -> None:
        super().__init__(data, auto_id=f"{layout.name}_%s")
        if layout.has_round:
            choices: list[tuple[Any, str]] = [("", _("Now being played"))]
            choices += ((round_.count.id, round_.title) for round_ in rounds)
            self.fields["round"].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields["round"]
        if not layout.has_paper:
            del self.fields["paper"]

    def make_choices(self) -> PrintChoices:
        data = self.cleaned_data
        return PrintChoices(data.get("round") or None, data.get("paper") or "")


@dataclass(frozen=True, slots=True)
class PaperCard:
    """A layout on the page. ``reason``: why it has nothing to print."""

    layout: str
    title: str
    hint: str
    reason: str
    is_large: bool
    state: PrintState | None
    form: ChoicesForm
    open_query: str
    """Of the file that was made last."""

    @property
    def last_job(self) -> Job | None:
        if self.state is None:
            return None
        return self.state.job

    @property
    def job(self) -> Job | None:
        """The job that is making it now."""
        if self.last_job is None or not self.last_job.live:
            return None
        return self.last_job

    @property
    def failure(self) -> str:
        """Why the last job has failed; empty if it has not."""
        if self.last_job is None or not self.last_job.has_failed:
            return ""
        return describe_outcome(self.last_job)

    @property
    def is_stopped(self) -> bool:
        """Whether the last job was stopped."""
        return self.last_job is not None and self.last_job.is_stopped

    @property
    def picture(self) -> str:
        """The picture of its first page, among the static files."""
        return f"img/papers/{self.layout}.png"

    @property
    def is_wide(self) -> bool:
        """Whether its picture is wider than high."""
        return self.layout in WIDE


@dataclass(frozen=True, slots=True)
class CardSection:
    """The layouts of a part of the evening."""

    title: str
    cards: tuple[PaperCard, ...]


def make_card(name: str, available: Availability, states: dict[str, PrintState]) -> PaperCard:
    """The card of a layout."""
    layout = LAYOUTS[name]
    code = available.reasons[name]
    reason = ""
    # A round that is over can be printed too, so a layout with rounds needs none that is open.
    if code and not (layout.has_round and available.rounds):
        reason = sentence(code)
    state = states.get(name)
    # The link opens the file that was made, with the choices that it was made with.
    choices_made = PrintChoices()
    if state and state.is_made:
        choices_made = PrintChoices.from_key(state.choices)
    return PaperCard(
        layout=name,
        title=name_layout(name),
        hint=word_layout_hint(name),
        reason=reason,
        is_large=available.is_large(layout),
        state=state,
        form=ChoicesForm(layout, available.rounds),
        open_query=_make_query(choices_made),
    )


@dataclass(frozen=True, slots=True)
class PaperInWork:
    """A layout that a worker is making."""

    title: str
    job: Job

    @property
    def said(self) -> str:
        """Why it has not begun; empty otherwise."""
        return describe_outcome(self.job)


def list_papers_in_work(
    live_jobs: Iterable[Job], rounds: Iterable[PrintableRound], language: str
) -> list[PaperInWork]:
    """What workers are making or will make: of one layout there may be several rounds."""
    papers = []
    for job in live_jobs:
        layout = job.arguments["layout"]
        # A job may be of a layout that this version no longer has.
        if layout in LAYOUTS:
            papers.append(PaperInWork(name_print(job, rounds, language), job))
    return papers


def name_print(job: Job, rounds: Iterable[PrintableRound], language: str) -> str:
    """The layout that a job prints, with what tells it apart from other prints of the same layout:
    its round, its paper, and its language where that is not ``language``, that of the page."""
    names = [name_layout(job.arguments["layout"])]
    choices = PrintChoices.from_json(job.arguments["choices"])
    names += [round_.title for round_ in rounds if round_.count.id == choices.round_id]
    if choices.paper:
        # A job may be of a paper or a language that this version no longer has.
        names.append(str(dict(PAPER_NAMES).get(choices.paper, choices.paper)))
    in_language = job.arguments["language"]
    if in_language != language:
        names.append(str(IN_LANGUAGE.get(in_language, in_language)))
    return ", ".join(names)


@dataclass(frozen=True, slots=True)
class RecentRow:
    """A print that was asked for lately, as a row of the page."""

    title: str
    layout: str
    asked_at: datetime
    user: str
    state: str
    """"made", "stopped", "failed", or "live"."""
    words: str
    """Why it failed, or how many sheets it has."""
    open_query: str | None
    """Of its file; None if there is none."""


def make_recent_rows(
    recent: Iterable[RecentPrint], rounds: Iterable[PrintableRound], language: str
) -> list[RecentRow]:
    """The rows of what was asked for lately; a layout that we no longer have is left out."""
    rows = []
    for each in recent:
        if each.layout not in LAYOUTS:
            continue
        job = each.job
        # A job that was stopped is not a failure.
        if job.live:
            state = "live"
        elif job.is_stopped:
            state = "stopped"
        elif job.has_failed:
            state = "failed"
        else:
            state = "made"
        words = ""
        if job.message and (job.has_failed or job.state == Job.State.DONE):
            words = sentence(job.message, job.params)
        open_query = None
        if each.is_kept:
            open_query = _make_query(PrintChoices.from_key(each.choices))
        rows.append(
            RecentRow(
                title=name_print(job, rounds, language),
                layout=each.layout,
                asked_at=job.queued_at,
                user=each.user,
                state=state,
                words=words,
                open_query=open_query,
            )
        )
    return rows


def _make_query(choices: PrintChoices) -> str:
    query = {"round": choices.round_id, "paper": choices.paper}
    return urlencode({key: value for key, value in query.items() if value})
