"""Printed sheets and spreadsheets, asked for by a program: the job, the file, the lists."""

from typing import Any

import pytest

import printing.tasks  # noqa: F401  (registers the kind of job, as each worker does)
from jobs.models import Job
from jobs.services import run
from printing.models import PrintedFile
from tests.api.client import Program, refused
from tests.factories import make_member
from tests.tournaments.steps import pairing
from tournaments.models import Event, Role


def ask(program: Program, event: Event, **body: Any) -> Any:
    return program.post(f"events/{event.pk}/prints/", body, accept_language="it")


def test_a_program_asks_for_a_pdf_follows_the_job_and_reads_the_file(
    event: Event, organizer: Program
) -> None:
    asked = ask(organizer, event, layout="sheets")
    assert asked.status_code == 202
    job = asked.json()
    assert ask(organizer, event, layout="sheets").json() == job
    file = f"events/{event.pk}/prints/{job['id']}/file/"
    refused(organizer.get(file), 404, "not_found")
    run(job_id=job["id"], attempt=1)
    assert organizer.read(f"jobs/{job['id']}/")["state"] == "DONE"
    assert [each["id"] for each in organizer.read(f"jobs/?event={event.pk}")["results"]] == [
        job["id"]
    ]
    answer = organizer.get(file)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer.content.startswith(b"%PDF-")
    assert "no-store" in answer["Cache-Control"]
    assert organizer.client.get(f"/api/v1/{file}", headers={"Accept": "application/pdf"}).content
    rows = organizer.read(f"events/{event.pk}/prints/", accept_language="it")["results"]
    printed = next(row for row in rows if row["layout"] == "sheets")
    assert (printed["job"], printed["new_results"], printed["is_stale"]) == (job["id"], 0, False)
    assert printed["pages"] > 0


def test_another_host_is_another_job(event: Event, organizer: Program) -> None:
    hosts = ("testserver", "testserver:8000", "testserver")
    first, second, again = (
        ask(organizer, event, layout="sheets", host=host).json()["id"] for host in hosts
    )
    assert first == again != second


def test_the_list_says_what_cannot_be_printed_yet(event: Event, organizer: Program) -> None:
    rows = organizer.read(f"events/{event.pk}/prints/", accept_language="en")["results"]
    missing = {row["layout"]: row["missing"] for row in rows}
    assert missing["sheets"] is None
    assert missing["cards"]["code"] == "print_no_codes"
    assert missing["cards"]["sentence"] == "The tables have no codes yet: make them first."
    refused(ask(organizer, event, layout="cards"), 409, "print_no_codes")
    assert not Job.objects.exists()


def test_the_whole_round_is_one_pdf_and_qr_codes_lead_to_the_chosen_host(
    event: Event, organizer: Program
) -> None:
    round_id = pairing(event, "main-1-1").round_id
    asked = ask(organizer, event, layout="round", round=round_id, host="testserver:8000")
    arguments = Job.objects.get(pk=asked.json()["id"]).arguments
    assert arguments["choices"] == {"round_id": round_id, "paper": ""}
    assert arguments["language"] == "it"
    assert arguments["addresses"]["board"].startswith("http://testserver:8000/")


def test_choices_that_a_layout_does_not_have_are_refused_together(
    event: Event, organizer: Program
) -> None:
    problem = refused(
        ask(organizer, event, layout="entries", round=1, paper="a1"), 422, "body_refused"
    )
    assert [fault["pointer"] for fault in problem["violations"]] == ["/round", "/paper"]
    problem = refused(ask(organizer, event, layout="sheets", round=999999), 422, "body_refused")
    assert problem["violations"][0]["code"] == "no_such_choice"
    elsewhere = ask(organizer, event, layout="sheets", host="elsewhere.example")
    refused(elsewhere, 422, "print_address_unknown")
    assert not Job.objects.filter(kind="print").exists()


def test_a_print_is_stopped_and_nothing_is_kept(event: Event, organizer: Program) -> None:
    job = ask(organizer, event, layout="entries").json()
    path = f"events/{event.pk}/prints/{job['id']}/"
    for _ in range(2):
        assert organizer.write(f"{path}stop/")["state"] == "FAILED"
    refused(organizer.get(f"{path}file/"), 404, "not_found")
    assert not PrintedFile.objects.exists()


@pytest.mark.parametrize("table", ["entries", "results", "standings", "cash"])
def test_a_list_is_a_workbook_or_csv(event: Event, organizer: Program, table: str) -> None:
    path = f"events/{event.pk}/spreadsheets/{table}/"
    workbook = organizer.get(path)
    assert workbook.content.startswith(b"PK")
    assert workbook["Content-Disposition"] == f'attachment; filename="{table}.xlsx"'
    csv = organizer.get(f"{path}?format=csv")
    assert csv["Content-Type"] == "text/csv; charset=utf-8"
    assert csv.content.startswith(b"\xef\xbb\xbf")


def test_the_archive_is_one_workbook(event: Event, organizer: Program) -> None:
    path = f"events/{event.pk}/spreadsheets/archive/"
    assert organizer.get(path).content.startswith(b"PK")
    refused(organizer.get(f"{path}?format=csv"), 404, "not_found")
    refused(organizer.get(f"events/{event.pk}/spreadsheets/nothing/"), 404, "not_found")
    refused(organizer.get(f"{path}?format=json"), 406, "not_acceptable")


def test_neither_referee_nor_public_gets_sheets_or_lists(
    event: Event, anybody: Program, stranger: Program
) -> None:
    referee = Program(make_member(event.club, Role.Kind.REFEREE))
    for program in (referee, anybody, stranger):
        refused(program.get(f"events/{event.pk}/spreadsheets/cash/"), 403, "not_allowed")
        refused(program.get(f"events/{event.pk}/prints/"), 403, "not_allowed")
        assert ask(program, event, layout="entries").status_code == 403
