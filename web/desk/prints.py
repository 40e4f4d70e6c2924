"""Paper on the desk: what can be printed, the PDFs, and the lists as spreadsheets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.formats import get_format
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from printing.availability import find_availability
from printing.catalog import LAYOUTS, ROUND_SET, SECTIONS, Layout
from printing.orders import PrintChoices, PrintOrder
from printing.rounds import PrintableRound, list_printable_rounds
from printing.selectors import find_printed_file, load_prints
from printing.services import print_now, request_print, stop_print
from printing.spreadsheets import write_csv, write_workbook
from printing.tables import ARCHIVE, NAMES, TABULATORS, tabulate_event
from tournaments.models import Event
from web.actors import get_actor
from web.desk.access import about, get_managed_event
from web.desk.posting import posted_from
from web.desk.print_addresses import AddressForm, find_addresses, list_reachable_hosts
from web.desk.print_cards import (
    NEVER,
    CardSection,
    ChoicesForm,
    list_papers_in_work,
    make_card,
    make_recent_rows,
)
from web.refusals import find_status, shown_on
from wording.printing.layouts import name_file, name_table

EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MOST_RECENT = 8
"""Prints that were asked for last, on the page."""


@dataclass(frozen=True, slots=True)
class TableLink:
    """A list as a spreadsheet."""

    name: str
    title: str
    has_csv: bool


@login_required
@require_safe
def prints(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """What can be printed, in the order of an evening."""
    return _render_page(request, get_managed_event(request, event_id))


@login_required
@require_safe
def progress(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The jobs that are running, for a page that polls them; when none is left, the page is
    loaded again."""
    event = get_managed_event(request, event_id)
    language = _find_language()
    made = load_prints(get_actor(request), event, language)
    making = list_papers_in_work(made.live_jobs, list_printable_rounds(event), language)
    if not making:
        # htmx follows this header with the whole page, instead of replacing the list.
        response = HttpResponse(status=204)
        response["HX-Redirect"] = reverse("desk:prints", args=[event.pk])
        return response
    return render(request, "desk/_printing.html", {"event": event, "making": making})


@login_required
@posted_from("desk:prints", "event_id")
def change_address(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Chooses the address in the QR codes, for this browser."""
    event = get_managed_event(request, event_id)
    form = AddressForm(request.POST)
    if form.is_valid():
        with shown_on(form):
            form.save(request)
            return redirect("desk:prints", event.pk)
    return _render_page(request, event, form)


@login_required
@require_safe
def download_pdf(request: HttpRequest, event_id: UUID, layout: str) -> HttpResponse:
    """A PDF: made at once, or the one that a worker has made."""
    event = get_managed_event(request, event_id)
    known_layout = _get_layout(layout)
    choices = _read_choices(request.GET, event, known_layout)
    order = PrintOrder(event, find_addresses(request, event), timezone.now(), choices)
    # Small events are printed within the request; a large one would block it for too long, so a
    # worker has made the file before.
    if not find_availability(event).is_large(known_layout):
        content = print_now(layout=known_layout.name, order=order, actor=get_actor(request))
        return _make_download(
            event, known_layout.name, "pdf", content, "application/pdf", inline=True
        )
    printed_pdf = find_printed_file(get_actor(request), order, known_layout.name, _find_language())
    if printed_pdf is None:
        messages.info(request, _("This is a large file: have it made first."))
        return redirect("desk:prints", event.pk)
    content = bytes(printed_pdf.content)
    return _make_download(event, known_layout.name, "pdf", content, "application/pdf", inline=True)


@login_required
@posted_from("desk:prints", "event_id")
def make_pdf(request: HttpRequest, event_id: UUID, layout: str) -> HttpResponse:
    """Has a worker make a large PDF."""
    event = get_managed_event(request, event_id)
    known_layout = _get_layout(layout)
    choices = _read_choices(request.POST, event, known_layout)
    order = PrintOrder(event, find_addresses(request, event), timezone.now(), choices)
    request_print(
        layout=known_layout.name, order=order, actor=get_actor(request), language=_find_language()
    )
    return redirect("desk:prints", event.pk)


@login_required
@posted_from("desk:prints", "event_id")
def stop_pdf(request: HttpRequest, event_id: UUID, job_id: UUID) -> HttpResponse:
    """Stops the making of a PDF."""
    event = get_managed_event(request, event_id)
    if not stop_print(event=event, job_id=job_id, actor=get_actor(request), now=timezone.now()):
        messages.info(request, _("It had ended already."))
    return redirect("desk:prints", event.pk)


@login_required
@require_safe
def download_table(
    request: HttpRequest, event_id: UUID, table: str, extension: str
) -> HttpResponse:
    """A list as CSV or Excel; the archive has all of them in one workbook."""
    event = get_managed_event(request, event_id)
    order = PrintOrder(event, find_addresses(request, event), timezone.now())
    if extension == "xlsx" and table in NAMES:
        tables = tabulate_event(order) if table == ARCHIVE else [TABULATORS[table](order)]
        return _make_download(event, table, extension, write_workbook(tables), EXCEL)
    if extension == "csv" and table in TABULATORS:
        # The decimal sign is that of the reader’s language, as his spreadsheet expects it.
        content = write_csv(TABULATORS[table](order), decimal=get_format("DECIMAL_SEPARATOR"))
        return _make_download(event, table, extension, content, "text/csv; charset=utf-8")
    raise Http404


def _get_layout(name: str) -> Layout:
    layout = LAYOUTS.get(name)
    if layout is None:
        raise Http404
    return layout


def _find_language() -> str:
    return (get_language() or "it")[:2]


def _read_choices(data: Any, event: Event, layout: Layout) -> PrintChoices:
    """The choices of a request. What is not one of them is an address that does not exist."""
    rounds: Sequence[PrintableRound] = ()
    if layout.has_round:
        rounds = list_printable_rounds(event)
    form = ChoicesForm(layout, rounds, data)
    if not form.is_valid():
        raise Http404
    return form.make_choices()


def _make_download(
    event: Event, name: str, extension: str, content: bytes, kind: str, *, inline: bool = False
) -> HttpResponse:
    """A file that only its reader keeps: it may have names, payments or codes in it."""
    response = HttpResponse(content, content_type=kind)
    # A name without Latin letters leaves an empty slug, which gets no dash.
    stem = "-".join(filter(None, (slugify(event.name)[:60], name_file(name), f"{event.date}")))
    disposition = "attachment"
    if inline:
        disposition = "inline"
    response["Content-Disposition"] = f'{disposition}; filename="{stem}.{extension}"'
    # Browsers must not guess another type from the content.
    response["X-Content-Type-Options"] = "nosniff"
    patch_cache_control(response, private=True, no_store=True)
    return response


def _render_page(
    request: HttpRequest, event: Event, address_form: AddressForm | None = None
) -> HttpResponse:
    available = find_availability(event)
    addresses = find_addresses(request, event)
    language = _find_language()
    made = load_prints(get_actor(request), event, language, MOST_RECENT, addresses=addresses)
    # Groups play rounds of the same title side by side: each title is named once.
    current_titles = ", ".join(dict.fromkeys(round_.title for round_ in available.current[:3]))
    title_of_now = _("Now")
    if current_titles:
        title_of_now = _("Now: %(rounds)s") % {"rounds": current_titles}
    titles = {
        "now": title_of_now,
        "before": _("Before play"),
        "after": _("At the end"),
    }
    sections = []
    for key, names in SECTIONS:
        # A layout that an event of this kind never has is left out; the others say what they wait
        # for.
        layouts = [name for name in names if available.reasons[name] not in NEVER]
        cards = tuple(make_card(name, available, made.states) for name in layouts)
        sections.append(CardSection(titles[key], cards))
    form = address_form or AddressForm(initial={"host": addresses.host})
    context = {
        **about(request, event, "prints"),
        "sections": sections,
        "round_set": make_card(ROUND_SET, available, made.states),
        "making": list_papers_in_work(made.live_jobs, available.rounds, language),
        "recent": make_recent_rows(made.recent, available.rounds, language),
        "addresses": addresses,
        "hosts": list_reachable_hosts(request),
        "address_form": form,
        "tables": [TableLink(name, name_table(name), name in TABULATORS) for name in NAMES],
    }
    return render(request, "desk/prints.html", context, status=find_status(form))
