"""Printed sheets as PDF and lists as spreadsheets, for those who manage an event."""

from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils.formats import get_format
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.files import EXCEL, PDF, PdfRenderer, TableRenderer, WorkbookRenderer, answer_file
from api.serializers.jobs import JobSerializer, make_job_document
from api.serializers.prints import (
    NewPrintSerializer,
    PrintLayoutListSerializer,
    read_choices,
)
from api.serializers.sentences import make_sentence_document
from api.views.jobs import answer_job
from api.views.managed import get_event_to_manage
from api.viewsets import ApiView, ApiViewSet, now
from jobs.models import Job
from printing.addresses import build_addresses, is_answered
from printing.availability import find_availability
from printing.catalog import LAYOUTS
from printing.orders import PrintOrder
from printing.refusals import AddressRefused
from printing.selectors import PrintState, find_file_of_job, find_print_job, load_prints
from printing.services import request_print, stop_print
from printing.spreadsheets import write_csv, write_workbook
from printing.tables import ARCHIVE, NAMES, TABULATORS, tabulate_event
from tournaments.models import Event
from tournaments.refusals import NotFound
from wording.printing.layouts import name_layout

NEVER_ASKED = PrintState(None)


class PrintViewSet(ApiViewSet):
    """The printed sheets of an event. A worker makes them; a file is kept for twelve hours."""

    lookup_url_kwarg = "print_id"
    lookup_value_converter = "uuid"
    may_refuse_with = {"list": (403,), "file": (403,)}
    serializer_class = JobSerializer
    serializer_classes = {"create": NewPrintSerializer}
    pagination_class = None
    filter_backends = ()
    queryset = Job.objects.none()

    @cached_property
    def event(self) -> Event:
        return get_event_to_manage(self.actor, self.kwargs["event_id"])

    def find_row_class(self) -> Any:
        """No CSV: a list of what can be printed is no table."""
        return None

    def get_renderers(self) -> list[Any]:
        if self.action == "file":
            return [PdfRenderer()]
        return super().get_renderers()

    @extend_schema(operation_id="events_prints_list", responses=PrintLayoutListSerializer)
    def list(self, request: Request, event_id: UUID) -> Response:
        """What can be printed now, and what is missing for the rest."""
        reasons = find_availability(self.event).reasons
        states = load_prints(self.actor, self.event, read_language()).states
        rows = []
        for layout in LAYOUTS.values():
            state, reason = states.get(layout.name, NEVER_ASKED), reasons[layout.name]
            rows.append(
                {
                    "layout": layout.name,
                    "title": name_layout(layout.name),
                    "missing": make_sentence_document(reason, {}) if reason else None,
                    "has_round": layout.has_round,
                    "has_paper": layout.has_paper,
                    "job": state.job.pk if state.job else None,
                    "pages": state.pages,
                    "made_at": state.made_at,
                    "new_results": state.new_results,
                    "is_stale": state.is_stale,
                }
            )
        return Response(PrintLayoutListSerializer({"results": rows}).data)

    @extend_schema(responses={202: JobSerializer})
    def create(self, request: Request, event_id: UUID) -> Response:
        """Asks a worker for a PDF, in the reader's language. Watch the job (`jobs/{job_id}/`); once
        it is `DONE`, the file is read by the same id. Of two requests for the same sheets, with the
        same `round`, `paper` and `host`, both get one job."""
        body = self.read_body()
        host = body["host"] or request.get_host()
        # The sheets have addresses and QR codes with this host.
        if not is_answered(host):
            raise AddressRefused(host=host)
        order = PrintOrder(
            self.event,
            build_addresses(self.event, scheme=request.scheme or "http", host=host),
            now(),
            read_choices(self.event, body),
        )
        job = request_print(
            layout=body["layout"], order=order, actor=self.actor, language=read_language()
        )
        return answer_job(job, event_id)

    @extend_schema(responses={(200, PDF): OpenApiTypes.BINARY})
    @action(detail=True)
    def file(self, request: Request, event_id: UUID, print_id: UUID) -> Response:
        """The PDF that a job has made. 404 until the job is done, and when the file is no longer
        kept."""
        printed_file = find_file_of_job(self.actor, self.event, print_id)
        return answer_file(bytes(printed_file.content), f"{printed_file.layout}.pdf")

    @extend_schema(request=None, responses=JobSerializer)
    @action(detail=True, methods=["post"])
    def stop(self, request: Request, event_id: UUID, print_id: UUID) -> Response:
        """Stops the making of a PDF, of which nothing is kept. A job that has ended stays as it
        is."""
        stop_print(event=self.event, job_id=print_id, actor=self.actor, now=now())
        return Response(make_job_document(find_print_job(self.event, print_id), event_id))


class SpreadsheetView(ApiView):
    """The lists of an event as spreadsheets."""

    may_refuse_with = {"GET": (403, 409)}

    def get_renderers(self) -> list[Any]:
        return [WorkbookRenderer(), TableRenderer()]

    @extend_schema(
        responses={
            (200, EXCEL): OpenApiTypes.BINARY,
            (200, "text/csv"): OpenApiTypes.STR,
        }
    )
    def get(self, request: Request, event_id: UUID, table_name: str) -> Response:
        """A list of an event as an Excel workbook, or as CSV (`?format=csv`): `entries`, `results`,
        `standings`, `prizes`, `cash`. `archive` has all of them in one workbook, and no CSV."""
        event = get_event_to_manage(self.actor, event_id)
        addresses = build_addresses(event, scheme=request.scheme or "http", host=request.get_host())
        order = PrintOrder(event, addresses, now())
        extension = request.accepted_renderer.format
        # A CSV has one table, and the archive has several.
        known_names = TABULATORS if extension == "csv" else NAMES
        if table_name not in known_names:
            raise NotFound
        if extension == "csv":
            content = write_csv(
                TABULATORS[table_name](order), decimal=get_format("DECIMAL_SEPARATOR")
            )
        elif table_name == ARCHIVE:
            content = write_workbook(tabulate_event(order))
        else:
            content = write_workbook([TABULATORS[table_name](order)])
        return answer_file(content, f"{table_name}.{extension}")


def read_language() -> str:
    """The language of the request, in which sheets are printed."""
    # Without the region: "it-ch" is printed in Italian.
    return (get_language() or "it")[:2]
