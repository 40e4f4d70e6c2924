"""The import of a list of entries: upload, preview, choice of columns, writing or discarding."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from competition.entry_lists.columns import FIELDS
from competition.entry_lists.table import LARGEST
from jobs.models import Job
from jobs.selectors import find_latest_job
from kernel.refusals import Refusal
from printing.spreadsheets import write_csv
from tournaments.models import Entry, EntryImport
from tournaments.refusals import EntryListRefused, EntryRefused, ListChanged
from tournaments.selectors.registration.entries import count_entries_of_event
from tournaments.selectors.registration.imports import (
    PreviewRow,
    digest_preview,
    digest_reading,
    digest_row,
    get_import,
    load_import_preview,
)
from tournaments.selectors.registration.names import load_short_names
from tournaments.services.registration.imports import (
    KIND,
    choose_columns,
    choose_sheet,
    correct_row,
    discard,
    find_import_subject,
    leave_out_row,
    paste,
    upload,
    write_import,
)
from tournaments.services.undo.entries import make_entry_steps
from web.actors import get_actor
from web.desk.access import about, get_managed_event
from web.desk.confirmations import Confirmation, ask_to_confirm
from web.desk.entries import entries_page, make_entry_form
from web.desk.import_rows import build_row, label_chosen_fields, list_choices, tabulate_faults
from web.desk.import_samples import OTHER_ROW, build_sample
from web.desk.jobs import describe_outcome
from web.desk.pair_forms import ListForm, PasteForm
from web.desk.posting import posted_from
from web.desk.undo_offers import offer_undo
from web.numbers import parse_number
from web.paging import cut_page
from web.refusals import shown_on, word_refusal_fully
from wording.entries import word_ones
from wording.nouns import count_entries

ROWS_A_PAGE = 50
MOST_MISSING = 50
"""Pairs that are not in a new list, on the page."""


@dataclass(frozen=True, slots=True)
class RefusedForm:
    """What is shown again of a form of the page that was refused: why, the columns that were
    chosen, or the row and its cells as they were typed."""

    reasons: Sequence[str]
    status: int
    columns: Mapping[str, int] | None = None
    line: int | None = None
    cells: Mapping[str, str] = field(default_factory=dict)

    def find_typed(self, row: PreviewRow) -> Mapping[str, str]:
        """The cells of a row that were typed and refused."""
        return self.cells if row.row.line == self.line else NO_CELLS


NO_CELLS: Final[Mapping[str, str]] = {}
NOT_REFUSED: Final = RefusedForm((), 200)


@login_required
@posted_from("desk:entries", "event_id")
def upload_list(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Uploads a file. A worker reads it, and the preview shows its rows."""
    event = get_managed_event(request, event_id)
    form = ListForm(request.POST, request.FILES)
    if form.is_valid():
        file = form.cleaned_data["file"]
        with shown_on(form):
            entry_import, _job = upload(
                event=event,
                name=file.name,
                # One byte more than allowed: enough for the service to reject a larger file.
                content=file.read(LARGEST + 1),
                actor=get_actor(request),
                now=timezone.now(),
            )
            return redirect("desk:import", entry_import.pk)
    counts = count_entries_of_event(event)
    return entries_page(request, event, counts, make_entry_form(event, counts), form)


@login_required
@posted_from("desk:entries", "event_id")
def paste_list(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Reads a list that was pasted; the preview shows its rows."""
    event = get_managed_event(request, event_id)
    form = PasteForm(request.POST, size=event.entry_size)
    if form.is_valid():
        with shown_on(form):
            entry_import = paste(
                event=event,
                name=_("pasted list"),
                text=form.cleaned_data["text"],
                actor=get_actor(request),
                now=timezone.now(),
            )
            return redirect("desk:import", entry_import.pk)
    counts = count_entries_of_event(event)
    new_entry_form = make_entry_form(event, counts)
    return entries_page(request, event, counts, new_entry_form, ListForm(), paste_form=form)


@login_required
@posted_from("desk:import", "import_id")
def change_row(request: HttpRequest, import_id: UUID, line: int) -> HttpResponse:
    """Corrects a row of the list in place, or leaves it out."""
    entry_import = get_import(get_actor(request), import_id)
    actor = get_actor(request)
    seen = request.POST.get("seen", "")
    # Only cells that were on the page are corrected: an absent one is not an empty one.
    cells: dict[str, str] = {}
    for name in FIELDS:
        if f"cell-{name}" in request.POST:
            cells[name] = request.POST[f"cell-{name}"]
    try:
        if request.POST.get("drop"):
            leave_out_row(entry_import=entry_import, line=line, actor=actor, seen=seen)
        else:
            correct_row(entry_import=entry_import, line=line, cells=cells, actor=actor, seen=seen)
    except ListChanged as refused:
        entry_import.refresh_from_db()
        return _render_page(request, entry_import, _refuse_form(refused, line=line, cells=cells))
    # Back to the same page of the same list, at the row that was changed.
    kept_parameters = {}
    for name in ("page", "show"):
        if text := request.POST.get(name, "")[:10]:
            kept_parameters[name] = text
    address = reverse("desk:import", args=[entry_import.pk])
    if kept_parameters:
        address += f"?{urlencode(kept_parameters)}"
    return redirect(f"{address}#row-{line}")


@login_required
@require_safe
@cache_control(private=True, no_store=True)
def preview(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """The progress of the reading; then every row with its entry or its faults. Writes nothing."""
    entry_import = get_import(get_actor(request), import_id)
    return _render_page(request, entry_import)


def _refuse_form(
    refused: Refusal,
    *,
    columns: Mapping[str, int] | None = None,
    line: int | None = None,
    cells: Mapping[str, str] = NO_CELLS,
) -> RefusedForm:
    return RefusedForm(word_refusal_fully(refused), refused.status, columns, line, cells)


def _render_page(
    request: HttpRequest, entry_import: EntryImport, refused: RefusedForm = NOT_REFUSED
) -> HttpResponse:
    job: Job | None = None
    if entry_import.rows is None:
        job = find_latest_job(kind=KIND, subject=find_import_subject(entry_import))
        # The worker may have read the file since the import was read here.
        entry_import.refresh_from_db(fields=["rows"])
    context = {
        **about(request, entry_import.event, "entries"),
        "import": entry_import,
        "refused": refused.reasons,
    }
    status = refused.status
    if entry_import.rows is None:
        # The worker has not read the file yet, or could not.
        failure = ""
        if job is not None and job.state == Job.State.FAILED:
            failure = describe_outcome(job)
            status = 422
        context |= {"job": job, "failure": failure}
        return render(request, "desk/import_reading.html", context, status=status)
    context |= _describe_preview(request, entry_import, refused)
    return render(request, "desk/import.html", context, status=status)


def _describe_preview(
    request: HttpRequest, entry_import: EntryImport, refused: RefusedForm
) -> dict[str, Any]:
    """The members of the page of a list that was read."""
    preview = load_import_preview(entry_import)
    # A row that was refused is shown on the page on which it was corrected.
    asked = request.GET
    if request.method == "POST":
        asked = request.POST
    wrong_alone = asked.get("show") == "wrong"
    opened = refused.line
    if opened is None:
        opened = parse_number(asked.get("open"), digits=7)
    rows: Sequence[PreviewRow] = preview.rows
    if wrong_alone:
        rows = [row for row in rows if row.faults or row.row.line == refused.line]
    page = cut_page(parse_number(asked.get("page"), digits=5) or 0, rows, ROWS_A_PAGE)
    labels = label_chosen_fields(entry_import)
    missing = load_short_names(entry_import.event, preview.missing[:MOST_MISSING])
    return {
        "preview": preview,
        "seen": digest_reading(entry_import),
        "seen_outcome": digest_preview(preview),
        "seen_row": digest_row(entry_import, opened) if opened else "",
        "missing": list(missing.items()),
        "can_delete": entry_import.event.is_not_drawn,
        "more_missing": len(preview.missing) - len(missing),
        "good": len(preview.good),
        "ones": word_ones(preview.ones),
        "choices": list_choices(entry_import, preview, refused.columns),
        "sample": build_sample(entry_import, preview),
        "fields": list(labels.items()),
        "rows": [build_row(row, labels, refused.find_typed(row)) for row in page],
        "wrong_alone": wrong_alone,
        "page": page,
        "show": "wrong" if wrong_alone else "",
        "opened": opened,
    }


@login_required
@posted_from("desk:import", "import_id")
def change_columns(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """Stores the chosen columns of the fields; or reads another sheet of the workbook."""
    entry_import = get_import(get_actor(request), import_id)
    actor = get_actor(request)
    sheet = request.POST.get("sheet", "")
    seen = request.POST.get("seen", "")
    # A field without a column is left out: it is not read from the list.
    chosen_columns: dict[str, int] = {}
    for name in FIELDS:
        column = parse_number(request.POST.get(f"column-{name}"), digits=3)
        if column is not None:
            chosen_columns[name] = column
    heads = request.POST.get("heads", "")
    if heads == OTHER_ROW:
        heads = request.POST.get("heads_other", "")
    try:
        if sheet and sheet != entry_import.sheet:
            # The columns that were sent belong to the old sheet.
            choose_sheet(
                entry_import=entry_import, sheet=sheet, actor=actor, now=timezone.now(), seen=seen
            )
        else:
            choose_columns(
                entry_import=entry_import,
                columns=chosen_columns,
                heads_line=parse_number(heads, digits=7),
                surname_first=request.POST.get("surname_first") == "1",
                actor=actor,
                seen=seen,
            )
    except ListChanged as refused:
        entry_import.refresh_from_db()
        return _render_page(request, entry_import, _refuse_form(refused))
    except EntryListRefused as refused:
        form = _refuse_form(refused, columns=chosen_columns)
        return _render_page(request, entry_import, form)
    return redirect("desk:import", entry_import.pk)


@login_required
@posted_from("desk:import", "import_id")
def write_entries(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """Enters all rows without faults, together or not at all."""
    entry_import = get_import(get_actor(request), import_id)
    actor, now = get_actor(request), timezone.now()
    event = entry_import.event
    try:
        written_import = write_import(
            entry_import=entry_import, seen=request.POST.get("seen", ""), actor=actor, now=now
        )
    except (ListChanged, EntryRefused) as refused:
        # The list or the entries have changed since the preview, which is shown again.
        entry_import.refresh_from_db()
        return _render_page(request, entry_import, _refuse_form(refused))
    size = event.entry_size
    entries_words = count_entries(len(written_import.entries), size)
    if not written_import.changed:
        # What a list has changed is not kept anywhere: only new entries can be taken back.
        what_was_done = _("From a list: %(entries)s")
        event.refresh_from_db()
        steps = make_entry_steps(event, written_import.entries, actor=actor, now=now)
        offer_undo(request, what_was_done % {"entries": entries_words}, steps)
    messages.success(request, _("Entered: %(entries)s.") % {"entries": entries_words})
    waiting_count = sum(entry.state == Entry.State.WAITLISTED for entry in written_import.entries)
    if waiting_count:
        message = ngettext(
            "The event is full: %(count)s of them is on the waiting list.",
            "The event is full: %(count)s of them are on the waiting list.",
            waiting_count,
        )
        messages.success(request, message % {"count": waiting_count})
    if written_import.changed:
        changed_words = count_entries(written_import.changed, size)
        messages.success(request, _("Changed: %(entries)s.") % {"entries": changed_words})
    return redirect("desk:entries", entry_import.event_id)


@login_required
def discard_list(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """Asks, then deletes the list without entering anybody."""
    entry_import = get_import(get_actor(request), import_id)
    if request.method == "POST":
        discard(entry_import=entry_import, actor=get_actor(request))
        return redirect(reverse("desk:entries", args=[entry_import.event_id]) + "#list")
    event = get_managed_event(request, entry_import.event_id)
    confirmation = Confirmation(
        _("Discard the list “%(name)s”?") % {"name": entry_import.name},
        [_("Nobody on it is entered. Rows that were corrected here are lost; your file is not.")],
        _("Discard the list"),
        reverse("desk:import", args=[entry_import.pk]),
    )
    return ask_to_confirm(request, event, "entries", confirmation)


@login_required
@require_safe
@cache_control(private=True, no_store=True)
def download_faults(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """The rows with faults, as a CSV file for a spreadsheet."""
    entry_import = get_import(get_actor(request), import_id)
    table = tabulate_faults(entry_import, load_import_preview(entry_import))
    response = HttpResponse(write_csv(table, decimal=","), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="righe.csv"'
    return response
