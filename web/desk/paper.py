"""The keyboard screen of the desk: results are copied from paper sheets, table by table."""

from dataclasses import replace
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
    PaperPlace,
    PaperRound,
    find_by_number,
    is_written_with,
    load_copied_results,
    load_open_rounds,
    load_paper_matches,
    load_paper_round,
    load_place,
)
from tournaments.selectors.stages.stages import load_round_counts
from tournaments.services.results.paper import record_paper_result, take_back_paper_result
from web.actors import get_actor
from web.desk.access import about, get_worked_event
from web.desk.acts import make_key
from web.desk.paper_forms import PaperResultForm
from web.desk.paper_readings import PaperReading, read_result
from web.desk.paper_rows import (
    NamedPlaces,
    build_copied_row,
    build_named_match,
    build_open_rounds,
    find_paper_number,
    find_places,
)
from web.desk.posting import get_form_data
from web.numbers import parse_number
from web.paging import choose_page, cut_page
from web.refusals import find_status_if_invalid, shown_on, word_refusal_fully
from wording.paper import describe_game
from wording.rounds import name_rounds_in_event
from wording.sentences import sentence

MOST_COPIED = 6
"""Results just written, on the page."""
TABLES_A_PAGE = 256
"""Of the list of the tables of a round."""


@login_required
def copy_results(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The screen. POST shows what was understood; sent again as it was shown, it is written."""
    event = get_worked_event(request, event_id)
    round_id = parse_number(get_form_data(request).get("round"), digits=17)
    paper_round = load_paper_round(event, round_id)
    if paper_round is None:
        return render(request, "desk/paper.html", about(request, event, "tables"))
    if request.method != "POST":
        return _render_empty_form(request, paper_round)

    form = PaperResultForm(request.POST, has_tables=paper_round.has_tables)
    reading: PaperReading | None = None
    is_seen = False
    is_valid = form.is_valid()
    # A form that has been written already is not wrong: Enter was pressed twice, or the answer was
    # lost. Its table may have another match by now.
    shown_match = form.shown_match
    if is_valid and shown_match and is_written_with(shown_match, form.cleaned_data["key"]):
        return _redirect_to_next(paper_round, form)
    place = _find_match(paper_round, form)
    if is_valid and place is not None and not place.is_written:
        matches = load_paper_matches(paper_round, [place.match])
        reading = read_result(matches[place.match], form)
        is_seen = reading.seen == form.cleaned_data["seen"]
    is_peek = "peek" in request.POST
    # Only what the sender has seen is written: the digest covers the lines and the version of the
    # sheet, so that it does not match any more if somebody else has written meanwhile.
    if not is_peek and reading is not None and reading.can_be_written and is_seen:
        with shown_on(form, reading.match.names):
            record_paper_result(
                match_id=reading.match.match,
                lines=reading.lines,
                key=form.cleaned_data["key"],
                version=reading.version,
                actor=get_actor(request),
                now=timezone.now(),
            )
            return _redirect_to_next(paper_round, form)
        # Refused as it was shown: without lines, the page does not offer to write it once more.
        reading = replace(reading, lines=())
    status = 200
    if not is_peek:
        status = find_status_if_invalid(form)
    return _render_page(request, paper_round, form, place, reading=reading, status=status)


def _render_empty_form(request: HttpRequest, paper_round: PaperRound) -> HttpResponse:
    """For the table that was asked for, and its match, else for the next one that is missing."""
    number = parse_number(request.GET.get("table"), digits=4)
    match_id = parse_number(request.GET.get("match"), digits=17)
    if number is None:
        number = _find_next(paper_round, parse_number(request.GET.get("after"), digits=4) or 0)
    place: PaperPlace | None = None
    if number is not None and match_id is not None:
        place = load_place(paper_round, match_id)
    elif number is not None:
        place = find_by_number(paper_round, number)
    # Nothing is typed yet, so a written match is no mistake either.
    if place is not None and place.is_written:
        place = None
    initial = {"table": number, "round": paper_round.round.pk, "key": make_key()}
    empty_form = PaperResultForm(initial=initial, has_tables=paper_round.has_tables)
    return _render_page(request, paper_round, empty_form, place)


@login_required
@require_POST
def take_back_result(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Strikes the lines of a result that was just copied. The page stays at its round, with the
    match in the form: its table may have another one by now."""
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
            actor=get_actor(request),
            now=timezone.now(),
        )
    # These have pages of their own; every other refusal is a message on the screen.
    except (NotAllowed, NotFound):
        raise
    except Refusal as refusal:
        messages.error(request, " ".join(word_refusal_fully(refusal)))
    number = find_paper_number(pairing)
    round_id = parse_number(request.POST.get("round"), digits=17) or pairing.round_id
    return redirect(f"{address}?round={round_id}&table={number}&match={match_id}")


def _find_next(paper_round: PaperRound, after: int) -> int | None:
    """The number of the next match to write: the first one behind this number, else the first."""
    numbers = [match.number for match in paper_round.missing if match.number is not None]
    for number in numbers:
        if number > after:
            return number
    if numbers:
        return numbers[0]
    return None


def _redirect_to_next(paper_round: PaperRound, form: PaperResultForm) -> HttpResponse:
    number = form.cleaned_data["table"]
    address = reverse("desk:paper", args=[paper_round.event.pk])
    return redirect(f"{address}?round={paper_round.round.pk}&after={number}")


def _find_match(paper_round: PaperRound, form: PaperResultForm) -> PaperPlace | None:
    """The match that is meant: the one that was shown for this number, else the one that the number
    names. Where its result cannot be written, the form says why."""
    if "table" in form.errors:
        return None
    number, shown_match = form.cleaned_data["table"], form.shown_match
    if number is None:
        form.add_error("table", sentence("table_missing", {}))
        return None
    if shown_match is not None:
        # Never the next match of the table in its place: the sheet in hand is that of this one.
        place = load_place(paper_round, shown_match)
    else:
        place = find_by_number(paper_round, number)
    if place is None and shown_match is not None:
        form.add_error("table", sentence("table_changed", {"number": number}))
    elif place is None and paper_round.has_tables:
        form.add_error("table", sentence("table_unknown", {"number": number}))
    elif place is None:
        form.add_error("table", sentence("match_unknown", {"number": number}))
    elif place.is_written:
        match = load_paper_matches(paper_round, [place.match])[place.match]
        title, score = _load_titles(paper_round.event)[match.round], list(match.wins)
        words = sentence("table_written", {"number": number, "round": title, "score": score})
        form.add_error("table", words)
    return place


def _load_titles(event: Event) -> dict[int, str]:
    """Of its rounds, by their ids. One query."""
    return name_rounds_in_event(load_round_counts(event), with_group=False)


def _find_kept_match(form: PaperResultForm, places: NamedPlaces) -> int | None:
    """The match that the next form is for, as long as its number is not typed again."""
    if places.open is not None:
        return places.open.match
    # Refused, it stays the one that is meant: Enter once more must not write the next match.
    return form.shown_match


def _choose_tables(
    request: HttpRequest, paper_round: PaperRound, here: PaperPlace | None
) -> Page[PaperPlace]:
    """The part of the list of tables that is asked for, else the one with the table that is being
    written."""
    tables = paper_round.numbered
    if here in tables and "page" not in request.GET:
        return cut_page(tables.index(here) // TABLES_A_PAGE, tables, TABLES_A_PAGE)
    return choose_page(request, tables, TABLES_A_PAGE)


def _render_page(
    request: HttpRequest,
    paper_round: PaperRound,
    form: PaperResultForm,
    meant: PaperPlace | None,
    *,
    reading: PaperReading | None = None,
    status: int = 200,
) -> HttpResponse:
    """``meant``: the match that the number in the form names."""
    now = timezone.now()
    event = paper_round.event
    number = parse_number(str(form["table"].value() or ""), digits=4)
    places = find_places(paper_round, number, meant)
    results = load_copied_results(paper_round, MOST_COPIED)
    shown = places.matches + [result.match for result in results]
    matches = load_paper_matches(paper_round, shown)
    titles = _load_titles(event)
    open_rounds = build_open_rounds(load_open_rounds(paper_round), titles)
    copied_rows = []
    for result in results:
        match = matches[result.match]
        copied_rows.append(build_copied_row(paper_round, result, match, titles, now))
    game_names: list[str] = []
    if reading is not None:
        game_names = [describe_game(game - 1) for game in reading.games]
    context = {
        **about(request, event, "tables"),
        "round": paper_round.round,
        "round_title": titles[paper_round.round.pk],
        "paper": paper_round,
        "form": form,
        "reading": reading,
        "named": build_named_match(paper_round, places, matches, titles),
        "kept_match": _find_kept_match(form, places),
        "kept_number": number,
        "here": places.open,
        "next": _find_next(paper_round, number or 0) if places.open else None,
        "page": _choose_tables(request, paper_round, places.open),
        "game_names": game_names,
        "copied": copied_rows,
        "open_rounds": open_rounds,
        "has_next_round": not paper_round.missing and bool(open_rounds),
        # While it is being typed a result is not called wrong.
        "peek": "peek" in request.POST,
        "is_announced": bool(request.GET.get("after", "")),
    }
    return render(request, "desk/paper.html", context, status=status)
