"""The planner: what fits into an evening, for a program."""

from tests.api.client import Program, refused
from tournaments.models import Club


def test_what_fits_comes_first_with_its_expected_end(club: Club, organizer: Program) -> None:
    path = f"clubs/{club.pk}/planner/?pairs=16&tables=8&hours=4"
    rows = organizer.read(path, accept_language="en")["results"]
    assert organizer.read(path, accept_language="en")["results"] == rows
    fits = [row["fits"] for row in rows]
    assert fits == sorted(fits, reverse=True)
    assert True in fits
    for row in rows:
        assert 0 < row["end"]["low"] <= row["end"]["likely"] <= row["end"]["high"]
        assert row["fits"] == (row["end"]["likely"] <= 4 * 3600)
    knockout = next(row for row in rows if row["code"] == "knockout" and row["games"] == 1)
    assert (knockout["format"], knockout["matches"]) == ("single_elimination", 15)
    assert knockout["title"] == "Knock-out, one game a match"


def test_a_proposal_is_what_a_new_event_takes(club: Club, organizer: Program) -> None:
    path = f"clubs/{club.pk}/planner/?pairs=12&tables=6&hours=12&game=marafon"
    for row in organizer.read(path)["results"]:
        body = {
            "club": club.pk,
            "name": row["title"],
            "date": "2026-12-13",
            "match_format": {"games": [{"game": "marafon"}] * row["games"], "wins": 1},
            "format": row["format"],
            "options": row["options"],
        }
        body["match_format"]["wins"] = (row["games"] + 1) // 2
        assert organizer.post("events/", body).status_code == 201, row


def test_what_cannot_be_planned_is_refused(
    club: Club, organizer: Program, stranger: Program
) -> None:
    path = f"clubs/{club.pk}/planner/"
    for query in (
        "",
        "?pairs=1&tables=1&hours=1",
        "?pairs=8&tables=4&hours=25",
        "?pairs=8&tables=4&hours=4&game=scopa",
    ):
        refused(organizer.get(path + query), 400, "query_refused")
    refused(stranger.get(f"{path}?pairs=8&tables=4&hours=4"), 404, "not_found")
