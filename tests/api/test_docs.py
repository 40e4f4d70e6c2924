"""docs/reference/api.md is true: its curl lines run, its codes exist, its example is an answer."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from accounts.actors import TokenAccess
from accounts.services import make_token
from api import problems
from api.refusals import RequestRefusal
from api.views.guides import FOLDERS
from database.unavailable import UNAVAILABLE
from tests.api.client import Program, openapi, refused
from tests.factories import first_match, make_club, make_event, make_member
from tests.roles.hall import sign_in
from tools.error_reference import list_refusals
from tools.paths import ROOT

PAGE = Path(ROOT / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
CURLS = re.findall(r"^curl .*$", PAGE, re.MULTILINE)


def run(line: str, environment: dict[str, str]) -> Any:
    """What a line of the page answers, run as it stands by a shell."""
    answer = subprocess.run(
        ["bash", "-c", f"{line} --silent --show-error --fail-with-body --max-time 20"],
        env={"PATH": "/usr/bin:/bin:/usr/local/bin"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return json.loads(answer.stdout)


@pytest.mark.django_db(transaction=True)
def test_five_curl_lines_lead_from_a_token_to_the_standings(live_server: Any) -> None:
    club = make_club()
    event = make_event(club=club, pairs=4)
    _, secret = make_token(user=make_member(club), name="docs", access=TokenAccess.ORGANIZE)
    known = {"LA_BELLA": live_server.url, "TOKEN": secret}
    events, pairings, match, hand, standings = CURLS
    known["EVENT"] = run(events, known)["results"][0]["id"]
    known["MATCH"] = str(run(pairings, known)["results"][0]["match"])
    assert run(match, known)["version"] == 0
    assert run(hand, known)["match"]["version"] == 1
    told = run(standings, known)
    assert told["event"] == str(event.pk)
    assert len(told["rows"]) == 4


def test_the_example_of_a_refusal_is_an_answer(organizer: Program, club: Any) -> None:
    example = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[0])
    match = first_match(make_event(club=club, pairs=2))
    body = {"kind": "hand", "data": {"points": [7, 5]}, "version": 0}
    answer = organizer.post(
        f"matches/{match}/lines/", body, idempotency_key="key", accept_language="en"
    )
    named = {"instance": f"urn:la-bella:request:{answer['X-Request-ID']}"}
    assert answer.json() == example | named


def test_every_refusal_of_a_request_is_on_the_page() -> None:
    codes = {kind.code for kind in list_refusals(RequestRefusal)} - {RequestRefusal.code}
    codes |= set(problems.FRAMEWORK_CODES.values()) | UNAVAILABLE
    unasked = {"too_many_requests"}
    assert {code for code in codes - unasked if f"`{code}`" not in PAGE} == set()


def test_the_documentation_page_begins_with_an_introduction() -> None:
    described = openapi()["info"]["description"]
    sections = re.findall(r"^## (.*)$", described, re.MULTILINE)
    assert sections[:6] == [
        "The first request",
        "Authentication",
        "Errors",
        "Idempotency",
        "Undo",
        "Versions of sheets",
    ]
    linked = re.findall(r"\(/api/v1/guides/([\w-]+)/\)", described)
    assert sorted(linked) == sorted(FOLDERS)


@pytest.mark.django_db
def test_a_guide_is_text_that_a_browser_shows(anybody: Program) -> None:
    for name in FOLDERS:
        answer = anybody.client.get(f"/api/v1/guides/{name}/")
        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        assert answer.content.startswith(b"# ")
    refused(anybody.get("guides/deploying/"), 404, "not_found")


@pytest.mark.django_db
def test_the_desk_links_to_the_documentation_page() -> None:
    page = sign_in(make_member(make_club())).get("/desk/tokens/").content.decode()
    assert 'href="/api/v1/docs/"' in page


@pytest.mark.django_db(transaction=True)
def test_the_curl_lines_of_the_introduction_run(live_server: Any) -> None:
    club = make_club()
    event = make_event(club=club, pairs=4)
    _, secret = make_token(user=make_member(club), name="docs", access=TokenAccess.ORGANIZE)
    known = {"LA_BELLA": live_server.url, "TOKEN": secret, "MATCH": str(first_match(event))}
    described = openapi()["info"]["description"]
    public, mine, line = re.findall(r"^curl .*$", described, re.MULTILINE)
    assert [row["id"] for row in run(public, known)["results"]] == [str(event.pk)]
    assert [row["id"] for row in run(mine, known)["results"]] == [str(event.pk)]
    assert run(line, known)["match"]["version"] == 1
    assert run(line, known)["line"]["n"] == 1
