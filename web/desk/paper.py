"""The keyboard screen of the desk: results are copied from paper sheets, table by table."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from kernel.refusals import Refusal
from tournaments.models import Event, Pairing
from tournaments.refusals import NotAllowed, NotFound
from tournaments.selectors.hall.paper import (
    CopiedResult,
    PaperMatch,
    PaperPlace,
    PaperRound,
    has_open_matches,
    is_written_with,
    load_copied_results,
    load_paper_matches,
    load_paper_round,
)
from tournaments.selectors.stages.stages import load_round_count
from tournaments.services.results.paper import record_paper_result, take_back_paper_result
from web.actors import actor_of
from web.desk.access import about, get_worked_event
from web.desk.acts import new_key
from web.desk.numbers import parse_number
from web.desk.paper_forms import PaperResultForm
from web.desk.paper_readings import PaperReading, read_result
from web.paging import choose_page, page_of
from web.refusals import FORM_REFUSED, sentences_of, shown_on, status_of
from wording.paper import describe_game
from wording.rounds import round_title
from wording.sentences import sentence

TAKE_BACK_FOR = timedelta(seconds=10)
"""How long a result can be taken back on its row; afterwards it is corrected on its sheet."""
MOST_COPIED = 6
"""Results just written, on the page."""
TABLES_A_PAGE = 256
"""Of the list of the tables of a round."""


@dataclass(frozen=True, slots=True)
class CopiedRow:
    """A result that was written just now."""

    result: CopiedResult
    match: PaperMatch
    winner: str
    losers: tuple[str, ...]
    wins: str
    totals: tuple[str, ...]
    seconds_left: int
    """To take it back; 0: it is corrected on its sheet."""


@login_required
def copy_results(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The screen. POST shows what was understood; sent again as it was shown, it is written."""
    event = get_worked_event(request, event_id)
    source = request.POST if request.method == "POST" else request.GET
    paper_round = load_paper_round(event, parse_number(source.get("round"), digits=17))
    if paper_round is None:
        return render(request, "desk/paper.html", about(request, event, "tables"))
    if request.method != "POST":
        # The form for the table that was asked for, else for the next one that is missing.
        number = parse_number(request.GET.get("table"), digits=17)
        if number is None:
            number = _find_next(paper_round, parse_number(request.GET.get("after"), digits=17) or 0)
        initial = {"table": number, "round": paper_round.round.pk, "key": new_key()}
        empty_form = PaperResultForm(initial=initial, has_tables=paper_round.has_tables)
        return _render_page(request, event, paper_round, empty_form)

    form = PaperResultForm(request.POST, has_tables=paper_round.has_tables)
    reading: PaperReading | None = None
    is_seen = False
    if form.is_valid():
        # A form that has been written already is not wrong: Enter was pressed twice, or the answer
        # was lost.
        number, key = form.cleaned_data["table"], form.cleaned_data["key"]
        written = [
            each for each in paper_round.matches if each.number == number and each.is_written
        ]
        if any(is_written_with(each.match, key) for each in written):
            return _redirect_to_next(event, paper_round, form)
        place = _find_match(paper_round, form)
        if place is not None:
            matches = load_paper_matches(paper_round, [place.match])
            reading = read_result(matches[place.match], form)
            is_seen = reading.seen == form.cleaned_data["seen"]
    is_peek = "peek" in request.POST
    # Only what the sender has seen is written: the digest covers the lines and the version of the
    # sheet, so that it does not match any more if somebody else has written meanwhile.
    if not is_peek and reading is not None and reading.can_be_written and is_seen:
        return _write_result(request, event, paper_round, form, reading)
    status = FORM_REFUSED if form.errors and not is_peek else 200
    return _render_page(request, event, paper_round, form, reading=reading, status=status)


def _write_result(
    request: HttpRequest,
    event: Event,
    paper_round: PaperRound,
    form: PaperResultForm,
    reading: PaperReading,
) -> HttpResponse:
    with shown_on(form, reading.match.names):
        record_paper_result(
            match_id=reading.match.match,
            lines=reading.lines,
            key=form.cleaned_data["key"],
            version=reading.version,
            actor=actor_of(request),
            now=timezone.now(),
        )
        return _redirect_to_next(event, paper_round, form)
    # Refused as it was shown: without lines, the page does not offer to write it once more.
    reading = replace(reading, lines=())
    return _render_page(request, event, paper_round, form, reading=reading, status=status_of(form))


@login_required
@require_POST
def take_back_result(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Strikes the lines of a result that was just copied."""
    event = get_worked_event(request, event_id)
    address = reverse("desk:paper", args=[event.pk])
    match_id = parse_number(request.POST.get("match"), digits=17)
    pairing = Pairing.objects.filter(event=event, match=match_id).select_related("table").first()
    if match_id is None or pairing is None:
        messages.error(request, sentence("result_not_written"))
        return redirect(address)
    try:
        take_back_paper_result(
            match_id=match_id,
            key=request.POST.get("key", "")[:64],
            actor=actor_of(request),
            now=timezone.now(),
        )
    # These have pages of their own; every other refusal is a message on the screen.
    except (NotAllowed, NotFound):
        raise
    except Refusal as refusal:
        messages.error(request, " ".join(sentences_of(refusal)))
    number = pairing.table.number if pairing.table else pairing.number
    return redirect(f"{address}?round={pairing.round_id}&table={number}")


def _find_next(paper_round: PaperRound, after: int) -> int | None:
    """The number of the next match to write: the first one behind this number, else the first."""
    numbers = [match.number for match in paper_round.missing if match.number is not None]
    return next((number for number in numbers if number > after), next(iter(numbers), None))


def _redirect_to_next(event: Event, paper_round: PaperRound, form: PaperResultForm) -> HttpResponse:
    number = form.cleaned_data["table"]
    address = reverse("desk:paper", args=[event.pk])
    return redirect(f"{address}?round={paper_round.round.pk}&after={number}")


def _find_match(paper_round: PaperRound, form: PaperResultForm) -> PaperPlace | None:
    """The match to be written; None: the form says why there is none."""
    number = form.cleaned_data["table"]
    if number is None:
        form.add_error("table", sentence("table_missing", {}))
        return None
    match = paper_round.find(number)
    if match is None:
        form.add_error("table", sentence("table_unknown", {"number": number}))
    elif match.is_written:
        score = list(load_paper_matches(paper_round, [match.match])[match.match].wins)
        form.add_error("table", sentence("table_written", {"number": number, "score": score}))
    else:
        return match
    return None


def _build_copied(result: CopiedResult, match: PaperMatch, now: Any) -> CopiedRow:
    seconds = (TAKE_BACK_FOR - (now - result.written_at)).total_seconds()
    names = list(match.names)
    winner = names.pop(match.winner) if match.winner is not None else ""
    # The winner comes first, so its numbers do too.
    order = sorted(range(len(match.wins)), key=lambda side: side != match.winner)
    totals = []
    for game in match.totals:
        numbers = [str(game[side]) for side in order]
        totals.append("–".join(numbers))
    return CopiedRow(
        result=result,
        match=match,
        winner=winner,
        losers=tuple(names),
        wins=" – ".join(str(match.wins[side]) for side in order),
        totals=tuple(totals),
        seconds_left=max(0, round(seconds)) if result.is_last else 0,
    )


def _choose_tables(
    request: HttpRequest, paper_round: PaperRound, here: PaperPlace | None
) -> Page[PaperPlace]:
    """The part of the list of tables that is asked for, else the one with the table that is being
    written."""
    tables = paper_round.numbered
    if here is not None and "page" not in request.GET:
        return page_of(tables.index(here) // TABLES_A_PAGE, tables, TABLES_A_PAGE)
    return choose_page(request, tables, TABLES_A_PAGE)


def _render_page(
    request: HttpRequest,
    event: Event,
    paper_round: PaperRound,
    form: PaperResultForm,
    *,
    reading: PaperReading | None = None,
    status: int = 200,
) -> HttpResponse:
    now = timezone.now()
    number = form["table"].value()
    table = parse_number(str(number or ""), digits=9)
    here = None if table is None else paper_round.find(table)
    if here is not None and here.is_written:
        here = None
    results = load_copied_results(paper_round, MOST_COPIED)
    shown = [each.match for each in results]
    # What was read is loaded already.
    if here is not None and reading is None:
        shown.append(here.match)
    matches = load_paper_matches(paper_round, shown)
    current = None
    if here is not None:
        current = reading.match if reading else matches[here.match]
    context = {
        **about(request, event, "tables"),
        "round": paper_round.round,
        "round_title": round_title(load_round_count(paper_round.round), with_group=False),
        "paper": paper_round,
        "form": form,
        "reading": reading,
        "here": here,
        "current": current,
        "next": _find_next(paper_round, here.number or 0) if here else None,
        "page": _choose_tables(request, paper_round, here),
        "game_names": [describe_game(game - 1) for game in reading.games] if reading else [],
        "copied": [_build_copied(each, matches[each.match], now) for each in results],
        "has_next_round": not paper_round.missing and has_open_matches(event),
        # While it is being typed a result is not called wrong.
        "peek": "peek" in request.POST,
        "is_announced": bool(request.GET.get("after", "")),
    }
    return render(request, "desk/paper.html", context, status=status)
