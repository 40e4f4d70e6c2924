"""The keyboard screen of the desk: results are copied from paper sheets, table by table."""

from dataclasses import replace
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from competition.hall.match_labels import MatchLabel, read_label
from kernel.refusals import Refusal
from tournaments.models import Event, Pairing
from tournaments.refusals import NotAllowed, NotFound
from tournaments.selectors.hall.paper import (
    FormState,
    PaperPlace,
    PaperRound,
    find_by_label,
    find_form_state,
    get_stage_of_match,
    load_copied_results,
    load_label,
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
    build_announcement,
    build_copied_row,
    build_named_match,
    build_open_rounds,
    find_places,
)
from web.desk.posting import get_form_data, posted_from
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
    if is_valid and _is_written_already(form):
        return _redirect_to_next(paper_round, form)
    place = _find_match(paper_round, form)
    if is_valid and place is not None and not place.is_written:
        match = load_paper_matches(paper_round, [place.match])[place.match]
        reading = read_result(match, get_stage_of_match(paper_round, match), form)
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


def _is_written_already(form: PaperResultForm) -> bool:
    """Whether this form has been written and its result stands. One whose result was taken back is
    made another form."""
    if form.shown_match is None:
        return False
    form_state = find_form_state(form.shown_match, form.cleaned_data["key"])
    if form_state == FormState.TAKEN_BACK:
        # The sheet has changed, so the result is shown again before it is written.
        form.renew_key(make_key())
    return form_state == FormState.WRITTEN


def _render_empty_form(request: HttpRequest, paper_round: PaperRound) -> HttpResponse:
    """For the table that was asked for, and its match, else for the next one that is missing."""
    label = read_label(request.GET.get("table", ""))
    match_id = parse_number(request.GET.get("match"), digits=17)
    if label is None:
        label = _find_next(paper_round, read_label(request.GET.get("after", "")))
    place: PaperPlace | None = None
    if label is not None and match_id is not None:
        place = load_place(paper_round, match_id)
    elif label is not None:
        place = find_by_label(paper_round, label)
    # Nothing is typed yet, so a written match is no mistake either.
    if place is not None and place.is_written:
        place = None
    initial = {"table": label or "", "round": paper_round.round.pk, "key": make_key()}
    empty_form = PaperResultForm(initial=initial, has_tables=paper_round.has_tables)
    return _render_page(request, paper_round, empty_form, place)


@login_required
@posted_from("desk:paper", "event_id")
def take_back_result(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Strikes the lines of a result that was just copied. The page stays at its round, with the
    match in the form: its table may have another one by now."""
    event = get_worked_event(request, event_id)
    address = reverse("desk:paper", args=[event.pk])
    match_id = parse_number(request.POST.get("match"), digits=17)
    rows = Pairing.objects.filter(event=event, match=match_id)
    pairing = rows.select_related("table", "event").first()
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
    label = load_label(pairing)
    round_id = parse_number(request.POST.get("round"), digits=17) or pairing.round_id
    return redirect(f"{address}?round={round_id}&table={label}&match={match_id}")


def _find_next(paper_round: PaperRound, after: MatchLabel | None) -> MatchLabel | None:
    """The label of the next match to write: the first one behind this label, else the first."""
    labels = [match.label for match in paper_round.missing if match.label is not None]
    for label in labels:
        if after is not None and label > after:
            return label
    if labels:
        return labels[0]
    return None


def _redirect_to_next(paper_round: PaperRound, form: PaperResultForm) -> HttpResponse:
    """``form``: the one that was written. Other desks write too, so the answer says which match was
    written here."""
    query = {
        "round": paper_round.round.pk,
        "after": form.cleaned_data["table"],
        "wrote": form.shown_match,
    }
    address = reverse("desk:paper", args=[paper_round.event.pk])
    return redirect(f"{address}?{urlencode(query)}")


def _find_match(paper_round: PaperRound, form: PaperResultForm) -> PaperPlace | None:
    """The match that is meant: the one that was shown for this label, else the one that the label
    names. Where its result cannot be written, the form says why."""
    if "table" in form.errors:
        return None
    label, shown_match = form.cleaned_data["table"], form.shown_match
    if label is None:
        form.add_error("table", sentence("table_missing", {}))
        return None
    if shown_match is not None:
        # Never the next match of the table in its place: the sheet in hand is that of this one.
        place = load_place(paper_round, shown_match)
    else:
        place = find_by_label(paper_round, label)
    if place is None:
        number = str(label)
        words = sentence("match_unknown", {"number": number})
        if shown_match is not None:
            words = sentence("table_changed", {"number": number})
        elif paper_round.has_tables:
            words = sentence("table_unknown", {"number": number})
        elif paper_round.has_groups and number.isdigit():
            words = sentence("match_needs_group", {"number": number})
        form.add_error("table", words)
    elif place.is_written:
        match = load_paper_matches(paper_round, [place.match])[place.match]
        title, score = _load_titles(paper_round.event)[match.round], list(match.wins)
        words = sentence("table_written", {"number": str(label), "round": title, "score": score})
        form.add_error("table", words)
    return place


def _load_titles(event: Event) -> dict[int, str]:
    """Of its rounds, by their ids. One query."""
    return name_rounds_in_event(load_round_counts(event), with_group=False)


def _choose_tables(
    request: HttpRequest, paper_round: PaperRound, here: PaperPlace | None
) -> Page[PaperPlace]:
    """The part of the list of tables that is asked for, else the one with the table that is being
    written."""
    tables = paper_round.labelled
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
    """``meant``: the match that the label in the form names."""
    now = timezone.now()
    event = paper_round.event
    label = read_label(str(form["table"].value() or ""))
    places = find_places(paper_round, label, meant)
    # The match that the next form is for, as long as its number is not typed again. Refused, it
    # stays the one that is meant: Enter once more must not write the next match.
    kept_match = form.shown_match
    if places.open is not None:
        kept_match = places.open.match
    wrote = parse_number(request.GET.get("wrote"), digits=17)
    results = load_copied_results(paper_round, MOST_COPIED)
    shown = places.matches + [result.match for result in results]
    if wrote is not None:
        shown.append(wrote)
    matches = load_paper_matches(paper_round, shown)
    titles = _load_titles(event)
    open_rounds = build_open_rounds(load_open_rounds(paper_round), titles)
    copied_rows = [
        build_copied_row(paper_round, result, matches[result.match], titles, now)
        for result in results
    ]
    context = {
        **about(request, event, "tables"),
        "round": paper_round.round,
        "round_title": titles[paper_round.round.pk],
        "paper": paper_round,
        "form": form,
        "reading": reading,
        "named": build_named_match(paper_round, places, matches, titles),
        "kept_match": kept_match,
        "kept_label": label,
        "here": places.open,
        "next": _find_next(paper_round, label) if places.open else None,
        "page": _choose_tables(request, paper_round, places.open),
        "game_names": [describe_game(game - 1) for game in reading.games] if reading else [],
        "copied": copied_rows,
        "open_rounds": open_rounds,
        "has_next_round": not paper_round.missing and bool(open_rounds),
        # While it is being typed a result is not called wrong.
        "peek": "peek" in request.POST,
        "announced": build_announcement(paper_round, matches.get(wrote or 0), titles),
    }
    return render(request, "desk/paper.html", context, status=status)
