"""Lines that a phone could not send, taken in by a program from the QR code that it shows."""

from competition.hall.rescue import RescuedLine, write_rescue_text
from tests.api.client import Program, refused
from tests.factories import NOW
from tests.tournaments.steps import pairing
from tournaments.models import Event


def write_text(match: int, *points: int) -> str:
    lines = [
        RescuedLine("K4D9", match, version, "hand", {"points": [each, None]}, NOW)
        for version, each in enumerate(points)
    ]
    return write_rescue_text(lines)


def test_lines_are_checked_then_written_once(event: Event, organizer: Program) -> None:
    match = pairing(event, "main-1-1").match_id
    assert match is not None
    path = f"events/{event.pk}/sheet-conflicts/rescued-lines/"
    body = {"text": write_text(match, 4)}
    trial = organizer.write(path, {**body, "dry_run": True})
    assert [line["outcome"] for line in trial["rescued"]] == ["WRITTEN"]
    assert organizer.read(f"matches/{match}/")["version"] == 0
    done = organizer.write(path, body)
    assert done["rescued"] == trial["rescued"]
    assert organizer.read(f"matches/{match}/")["version"] == 1
    again = organizer.write(path, body)
    assert [line["outcome"] for line in again["rescued"]] == ["ALREADY"]


def test_a_sheet_that_has_gone_on_refuses_and_says_why(event: Event, organizer: Program) -> None:
    match = pairing(event, "main-1-1").match_id
    assert match is not None
    organizer.line(match, 0, {"points": [3, None]})
    path = f"events/{event.pk}/sheet-conflicts/rescued-lines/"
    done = organizer.write(path, {"text": write_text(match, 4, 5)})
    assert [line["outcome"] for line in done["rescued"]] == ["REFUSED", "HELD_BACK"]
    assert done["rescued"][0]["reasons"][0]["code"] == "rescue_overtaken"


def test_a_text_of_something_else_is_refused(
    event: Event, organizer: Program, stranger: Program
) -> None:
    path = f"events/{event.pk}/sheet-conflicts/rescued-lines/"
    problem = refused(organizer.post(path, {"text": "hello"}), 422, "body_refused")
    assert problem["violations"][0]["pointer"] == "/text"
    refused(stranger.post(path, {"text": "hello"}), 403, "not_allowed")
