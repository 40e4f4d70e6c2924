"""A list of entries on the desk: uploaded, looked at, its columns chosen, entered or left."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from competition.entry_lists.columns import FIELDS, letter
from competition.entry_lists.table import LARGEST
from jobs.models import Job
from jobs.selectors import latest_job
from tournaments.models import EntryImport
from tournaments.refusals import EntryRefused
from tournaments.selectors.imports import Preview, PreviewRow, import_for, preview_of
from tournaments.services.imports import (
    KIND,
    choose_columns,
    choose_sheet,
    discard,
    subject_of,
    upload,
    write_import,
)
from web.actors import actor_of
from web.desk.access import about, get_managed_event
from web.desk.entries import entries_page, entry_form
from web.desk.forms import ListForm
from web.paging import choose_page
from web.refusals import sentences_of, shown_on
from wording.entries import column_words
from wording.sentences import sentence

ROWS_A_PAGE = 50
MOST_SHOWN = 60
"""Signs of a cell that a preview shows."""


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """What a field may be read from: ``options`` are (number, words, chosen)."""

    field: str
    label: str
    options: tuple[tuple[int, str, bool], ...]


@login_required
@require_POST
def load(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """A file comes in: a worker reads it, and the preview shows what it says."""
    event = get_managed_event(request, event_id)
    form = ListForm(request.POST, request.FILES)
    if form.is_valid():
        file = form.cleaned_data["file"]
        with shown_on(form):
            made, _job = upload(
                event=event,
                name=file.name,
                content=file.read(LARGEST + 1),
                actor=actor_of(request),
                now=timezone.now(),
            )
            return redirect("desk:import", made.pk)
    return entries_page(request, event, entry_form(event), form)


@login_required
@require_safe
def preview(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """How far the reading is; then every row with what comes of it. Writes nothing."""
    found = import_for(actor_of(request), import_id)
    return _render_page(request, found)


def _render_page(
    request: HttpRequest, found: EntryImport, refused: Sequence[str] = (), status: int = 200
) -> HttpResponse:
    context = {**about(request, found.event, "entries"), "import": found, "refused": refused}
    if found.rows is None:
        job = latest_job(kind=KIND, subject=subject_of(found))
        failed = job is not None and job.state == Job.State.FAILED
        said = sentence(job.message, job.params) if job is not None and failed else ""
        context |= {"job": job, "failure": said}
        status = 422 if failed else status
        return render(request, "desk/import_reading.html", context, status=status)
    seen = preview_of(found)
    wrong_alone = request.GET.get("show") == "wrong"
    rows = [row for row in seen.rows if row.faults or not wrong_alone]
    page, pages = choose_page(request, len(rows), ROWS_A_PAGE)
    context |= {
        "preview": seen,
        "good": len(seen.good),
        "choices": _list_choices(found, seen),
        "fields": [(name, column_words(name)) for name in FIELDS if name in found.columns],
        "rows": [_view_row(row, found) for row in rows[page * ROWS_A_PAGE :][:ROWS_A_PAGE]],
        "wrong_alone": wrong_alone,
        "page": page,
        "pages": pages,
    }
    return render(request, "desk/import.html", context, status=status)


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row on the page: its cells in the order of the chosen fields."""

    line: int
    cells: tuple[str, ...]
    reasons: tuple[str, ...]
    known: bool


def _view_row(row: PreviewRow, found: EntryImport) -> ShownRow:
    cells = tuple(row.row.cells.get(name, "") for name in FIELDS if name in found.columns)
    return ShownRow(
        line=row.row.line,
        cells=tuple(_shorten(cell) for cell in cells),
        reasons=tuple(sentence(fault.code, fault.params) for fault in row.faults),
        known=row.known,
    )


def _shorten(cell: str) -> str:
    return cell if len(cell) <= MOST_SHOWN else f"{cell[:MOST_SHOWN]}…"


def _list_choices(found: EntryImport, seen: Preview) -> tuple[ColumnChoice, ...]:
    def words(at: int) -> str:
        head = seen.heads[at] if at < len(seen.heads) else ""
        return f"{letter(at)} · {_shorten(head)}" if head else letter(at)

    return tuple(
        ColumnChoice(
            field=name,
            label=column_words(name),
            options=tuple(
                (at, words(at), found.columns.get(name) == at) for at in range(seen.width)
            ),
        )
        for name in FIELDS
    )


@login_required
@require_POST
def columns(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """Which column means what, chosen by hand; or another sheet of the workbook."""
    found = import_for(actor_of(request), import_id)
    sheet = request.POST.get("sheet", "")
    if sheet and sheet != found.sheet:
        choose_sheet(entry_import=found, sheet=sheet, actor=actor_of(request), now=timezone.now())
    else:
        chosen = _get_chosen(request.POST)
        heads = request.POST.get("heads") == "1"
        choose_columns(entry_import=found, columns=chosen, heads=heads, actor=actor_of(request))
    return redirect("desk:import", found.pk)


def _get_chosen(data: Mapping[str, str]) -> dict[str, int]:
    return {
        name: int(text)
        for name in FIELDS
        if (text := data.get(f"column-{name}", "")).isdecimal() and len(text) < 4
    }


@login_required
@require_POST
def write(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """All good rows enter, together or not at all."""
    found = import_for(actor_of(request), import_id)
    try:
        done = write_import(entry_import=found, actor=actor_of(request), now=timezone.now())
    except EntryRefused as refused:
        return _render_page(request, found, sentences_of(refused), status=422)
    count = len(done.entries)
    said = ngettext("%(count)s pair has entered.", "%(count)s pairs have entered.", count)
    messages.success(request, said % {"count": count})
    return redirect("desk:entries", found.event_id)


@login_required
@require_POST
def leave(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """Deletes the list; nobody is entered."""
    found = import_for(actor_of(request), import_id)
    discard(entry_import=found, actor=actor_of(request))
    return redirect(reverse("desk:entries", args=[found.event_id]) + "#list")


@login_required
@require_safe
def faults(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """What is to be mended, as a list that a spreadsheet opens."""
    found = import_for(actor_of(request), import_id)
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="righe.csv"'
    answer.write("\ufeff")
    writer = csv.writer(answer, delimiter=";")
    names = [name for name in FIELDS if name in found.columns]
    writer.writerow([column_words("line"), *map(column_words, names), column_words("why")])
    for row in preview_of(found).rows:
        if row.faults:
            cells = [safe(row.row.cells.get(name, "")) for name in names]
            why = " ".join(sentence(fault.code, fault.params) for fault in row.faults)
            writer.writerow([row.row.line, *cells, safe(why)])
    return answer


def safe(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t")) else cell
