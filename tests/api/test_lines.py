"""POST and GET of /matches/{id}/lines/: keys, versions, refusals, the sheet."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scoring.core.lines import KINDS
from scoring.models import Line, Match
from scoring.selectors import find_broken_line
from tests.api.client import Program, refused
from tests.factories import first_match, make_event, make_member
from tests.tournaments.steps import QUICK
from tournaments.models import Club, Event, Role

HAND = {"points": [7, None]}
LAST = {"points": [11, None], "marafona": 0}


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4)


@pytest.fixture
def match(event: Event) -> int:
    return first_match(event)


def test_a_hand_is_written_and_answered_with_the_state(organizer: Program, match: int) -> None:
    answer = organizer.line(match, 0, HAND, device="telefono")
    assert answer.status_code == 201
    told = answer.json()
    assert told["match"]["version"] == 1
    assert told["match"]["state"]["games"][0]["totals"] == [7, 4]
    line = told["line"]
    assert (line["n"], line["kind"], line["data"]) == (1, "hand", HAND)
    assert line["author"]["device"] == "telefono"
    assert line["reading"]["after"] == [7, 4]
    assert line["reading"]["parts"] == [{"rule": "cards", "points": [7, 4]}]
    assert answer["Location"] == f"/api/v1/matches/{match}/lines/1/"
    assert organizer.read(f"matches/{match}/lines/1/")["data"] == HAND


def test_a_retry_gets_the_same_answer_to_the_byte(organizer: Program, match: int) -> None:
    first = organizer.line(match, 0, HAND)
    organizer.line(match, 1, HAND)
    again = organizer.line(match, 0, HAND)
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again["Location"] == first["Location"]
    assert Line.objects.filter(match=match).count() == 2


def test_one_key_for_two_contents_is_refused(organizer: Program, match: int) -> None:
    organizer.line(match, 0, HAND)
    problem = refused(organizer.line(match, 0, {"points": [8, None]}), 422, "key_reused")
    assert problem["params"] == {"n": 1}
    (fault,) = problem["violations"]
    assert fault["params"] == {"n": 1, "header": "Idempotency-Key"}
    assert [(line["key"], line["data"]) for line in problem["match"]["lines"]] == [("line-0", HAND)]


def test_the_key_is_looked_at_before_the_version(organizer: Program, match: int) -> None:
    organizer.line(match, 0, HAND)
    assert organizer.line(match, 99, HAND, key="line-0").status_code == 201


def test_an_old_version_gets_the_sheet_as_it_is(organizer: Program, match: int) -> None:
    organizer.line(match, 0, HAND)
    problem = refused(organizer.line(match, 0, HAND, key="another"), 409, "stale_version")
    (fault,) = problem["violations"]
    assert (fault["code"], fault["pointer"]) == ("stale_version", "/version")
    assert problem["params"] == {"seen": 0, "version": 1}
    assert problem["match"]["version"] == 1
    assert problem["match"]["state"] == organizer.read(f"matches/{match}/")["state"]
    assert problem["match"]["lines"] == organizer.read(f"matches/{match}/lines/")["lines"]


def test_a_line_needs_a_key(organizer: Program, match: int) -> None:
    answer = organizer.post(f"matches/{match}/lines/", {"kind": "hand", "version": 0})
    refused(answer, 428, "key_missing")


def test_a_line_needs_a_version(organizer: Program, match: int) -> None:
    body = {"kind": "hand", "data": HAND}
    answer = organizer.post(f"matches/{match}/lines/", body, idempotency_key="key")
    refused(answer, 428, "version_missing")


@pytest.mark.parametrize("key", ["k" * 65, "two words", "tab\there", "chiave-è"])
def test_a_key_is_up_to_64_plain_signs(organizer: Program, match: int, key: str) -> None:
    refused(organizer.line(match, 0, HAND, key=key), 400, "key_malformed")


def test_a_hand_that_cannot_be_is_refused_with_all_that_is_wrong(
    organizer: Program, match: int
) -> None:
    data = {"points": [7, 5], "last_trick": 4}
    problem = refused(organizer.line(match, 0, data), 422, "line_refused")
    codes = {violation["code"] for violation in problem["violations"]}
    assert len(codes) >= 2
    assert all(violation["params"]["line"] == 1 for violation in problem["violations"])
    assert all(violation["sentence"] for violation in problem["violations"])
    assert not Line.objects.filter(match=match).exists()


def test_a_hand_without_form_is_unreadable(organizer: Program, match: int) -> None:
    problem = refused(organizer.line(match, 0, {"punti": 7}), 422, "line_unreadable")
    assert problem["params"] == {"problem": "punti: unknown field"}


def test_every_fault_of_the_body_is_named_at_once(organizer: Program, match: int) -> None:
    body = {"kind": "sing", "version": -1, "device": "x" * 65, "made_at": 7, "more": 1}
    answer = organizer.post(f"matches/{match}/lines/", body, idempotency_key="key")
    problem = refused(answer, 422, "body_refused")
    found = {(fault["params"]["field"], fault["code"]) for fault in problem["violations"]}
    assert found == {
        ("kind", "no_such_choice"),
        ("version", "too_small"),
        ("device", "too_long"),
        ("made_at", "wrong_type"),
        ("more", "field_unknown"),
    }


@pytest.mark.parametrize(
    "made_at",
    [
        "0001-01-02T00:00:00Z",
        "1900-01-01T00:00:00Z",
        "2019-03-01T12:00:00+02:00",
        "2199-12-31T00:00:00Z",
        "9999-12-30T00:00:00Z",
    ],
)
def test_a_wrong_clock_does_not_stop_a_line(organizer: Program, match: int, made_at: str) -> None:
    before = datetime.now(UTC)
    answer = organizer.line(match, 0, HAND, made_at=made_at)
    assert answer.status_code == 201
    written = answer.json()["line"]
    assert datetime.fromisoformat(written["made_at"]) == datetime.fromisoformat(made_at)
    assert before <= datetime.fromisoformat(written["arrived_at"]) <= datetime.now(UTC)
    (line,) = organizer.read(f"matches/{match}/lines/")["lines"]
    assert (line["made_at"], line["digest"]) == (written["made_at"], written["digest"])
    assert find_broken_line(list(Line.objects.filter(match=match))) is None


def test_a_retry_tells_the_claimed_time_in_the_same_zone(organizer: Program, match: int) -> None:
    made_at = "2026-12-13T20:00:00+01:00"
    first = organizer.line(match, 0, HAND, made_at=made_at)
    again = organizer.line(match, 0, HAND, made_at=made_at)
    assert first.content == again.content


@pytest.mark.parametrize(
    "made_at",
    [
        "0001-01-01T00:00:00+12:00",
        "0001-01-01T23:59:59Z",
        "9999-12-31T23:59:59-12:00",
        "9999-12-30T00:00:01Z",
    ],
)
def test_a_time_that_cannot_be_stored_is_refused(
    organizer: Program, match: int, made_at: str
) -> None:
    problem = refused(organizer.line(match, 0, HAND, made_at=made_at), 422, "body_refused")
    assert [fault["code"] for fault in problem["violations"]] == ["moment_out_of_range"]
    assert not Line.objects.filter(match=match).exists()


@pytest.mark.parametrize("made_at", ["+010000-01-01T00:00:00Z", "0000-12-31T00:00:00Z"])
def test_a_year_that_no_calendar_here_has_is_refused(
    organizer: Program, match: int, made_at: str
) -> None:
    refused(organizer.line(match, 0, HAND, made_at=made_at), 422, "body_refused")


def test_a_time_without_a_zone_is_refused(organizer: Program, match: int) -> None:
    answer = organizer.line(match, 0, HAND, made_at="2026-01-01T00:00:00")
    refused(answer, 422, "body_refused")


def test_the_device_says_when_the_line_was_made(organizer: Program, match: int) -> None:
    made_at = datetime.now(UTC) - timedelta(hours=1)
    told = organizer.line(match, 0, HAND, made_at=made_at.isoformat()).json()["line"]
    assert datetime.fromisoformat(told["made_at"]) == made_at
    assert datetime.fromisoformat(told["arrived_at"]) > made_at


def test_a_penalty_needs_a_reason(organizer: Program, match: int) -> None:
    data = {"side": 0, "points": 3, "article": "5"}
    refused(organizer.line(match, 0, data, kind="penalty"), 422, "reason_missing")


def test_a_match_whose_sides_are_not_known_takes_no_line(organizer: Program, event: Event) -> None:
    final = event.pairings.get(round__order=1).match_id
    refused(organizer.line(final, 0, HAND), 409, "pairing_not_ready")


def test_an_event_that_does_not_run_takes_no_line(organizer: Program, club: Club) -> None:
    event = make_event(club=club, pairs=2, running=False)
    refused(organizer.line(first_match(event), 0, HAND), 409, "event_not_running")


def test_a_correction_that_the_next_match_no_longer_allows_is_refused(
    organizer: Program, club: Club
) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    first, second = event.pairings.filter(round__order=0).order_by("pk")
    for pairing in (first, second):
        organizer.line(pairing.match_id, 0, LAST)
    organizer.line(event.pairings.get(round__order=1).match_id, 0, {"points": [6, None]})
    corrected = {"line": 1, "data": {"points": [0, None]}, "reason": "scritto al contrario"}
    answer = organizer.line(first.match_id, 1, corrected, kind="amend")
    refused(answer, 409, "next_match_begun")


def test_the_last_hand_moves_the_winner_on(organizer: Program, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    told = organizer.line(first_match(event), 0, LAST).json()
    assert told["match"]["state"]["over"] is True
    assert event.pairings.get(round__order=1).slots.filter(entry__isnull=False).count() == 1


def test_a_referee_writes_and_a_stranger_does_not(
    club: Club, stranger: Program, anybody: Program, match: int
) -> None:
    refused(stranger.line(match, 0, HAND), 403, "not_allowed")
    refused(anybody.line(match, 0, HAND), 403, "not_allowed")
    referee = Program(make_member(club, Role.Kind.REFEREE))
    assert referee.line(match, 0, HAND).status_code == 201


def test_a_referee_of_another_event_does_not_write(club: Club, match: int) -> None:
    other = make_event(club=club, pairs=2, name="Un'altra", drawn=False)
    referee = Program(make_member(club, Role.Kind.REFEREE, event=other))
    refused(referee.line(match, 0, HAND), 403, "not_allowed")


def test_a_match_that_is_not_there(organizer: Program) -> None:
    refused(organizer.line(999_999, 0, HAND), 404, "not_found")


# The sheet, read


def test_the_sheet_has_every_line_and_what_it_came_to(
    organizer: Program, anybody: Program, match: int
) -> None:
    organizer.line(match, 0, HAND)
    organizer.line(match, 1, {"line": 1, "reason": "doppia"}, kind="strike")
    sheet = anybody.read(f"matches/{match}/lines/")
    assert (sheet["match"], sheet["version"]) == (match, 2)
    struck, strike = sheet["lines"]
    assert struck["reading"]["struck_by"] == 2
    assert strike["kind"] == "strike"
    assert strike["previous"] == struck["digest"]


def test_authors_devices_and_keys_are_for_the_people_of_the_club(
    organizer: Program, stranger: Program, anybody: Program, match: int
) -> None:
    organizer.line(match, 0, HAND, device="telefono")
    (inside,) = organizer.read(f"matches/{match}/lines/")["lines"]
    assert inside["author"]["kind"] == "PROGRAM"
    assert (inside["author"]["device"], inside["key"]) == ("telefono", "line-0")
    for outside in (stranger, anybody):
        (line,) = outside.read(f"matches/{match}/lines/")["lines"]
        assert line["author"] == {"kind": "PROGRAM"}
        assert "key" not in line


def test_a_reader_who_has_the_sheet_is_told_so(
    organizer: Program, anybody: Program, match: int
) -> None:
    tag = anybody.get(f"matches/{match}/lines/")["ETag"]
    assert anybody.get(f"matches/{match}/lines/", if_none_match=tag).status_code == 304
    organizer.line(match, 0, HAND)
    assert anybody.get(f"matches/{match}/lines/", if_none_match=tag).status_code == 200


def test_the_club_and_the_public_never_share_a_copy(
    organizer: Program, anybody: Program, match: int
) -> None:
    tags: set[Any] = {who.get(f"matches/{match}/lines/")["ETag"] for who in (organizer, anybody)}
    assert len(tags) == 2


def test_a_sheet_costs_as_many_queries_with_one_line_as_with_five(
    organizer: Program, anybody: Program, match: int, django_assert_num_queries: Any
) -> None:
    for version in range(5):
        organizer.line(match, version, {"points": [5, None]})
        with django_assert_num_queries(3):
            tag = anybody.get(f"matches/{match}/lines/")["ETag"]
        with django_assert_num_queries(1):
            anybody.get(f"matches/{match}/lines/", if_none_match=tag)


def test_a_hand_costs_as_many_queries_in_a_large_field_as_in_a_small_one(
    organizer: Program, club: Club, django_assert_num_queries: Any
) -> None:
    for pairs in (8, 64):
        match = first_match(make_event(club=club, pairs=pairs, name=f"Di {pairs}"))
        with django_assert_num_queries(9):
            organizer.line(match, 0, HAND)
        assert Match.objects.get(pk=match).version == 1


# A part of a sheet


def test_a_sheet_is_read_from_a_line_on(organizer: Program, match: int) -> None:
    for version in range(4):
        organizer.line(match, version, HAND)
    path = f"matches/{match}/lines/"
    whole = organizer.read(path)
    assert (len(whole["lines"]), whole["more"]) == (4, False)
    first = organizer.read(f"{path}?page_size=3")
    assert (first["lines"], first["more"]) == (whole["lines"][:3], True)
    rest = organizer.read(f"{path}?after={first['lines'][-1]['n']}&page_size=3")
    assert (rest["lines"], rest["more"], rest["version"]) == (whole["lines"][3:], False, 4)
    assert organizer.read(f"{path}?after=4")["lines"] == []


def test_parts_of_a_sheet_are_kept_apart(organizer: Program, match: int) -> None:
    organizer.line(match, 0, HAND)
    path = f"matches/{match}/lines/"
    for query, count in (("", 1), ("?after=1", 0), ("?after=0&page_size=1", 1), ("?after=1", 0)):
        assert len(organizer.read(path + query)["lines"]) == count


LINES_AFTER = {"least": 0, "most": 2**31 - 1}
LINES_OF_A_PAGE = {"least": 1, "most": 500}


@pytest.mark.parametrize(
    ("query", "bounds"),
    [
        ("after=-1", LINES_AFTER),
        ("after=x", {}),
        ("after=1.5", {}),
        ("page_size=0", LINES_OF_A_PAGE),
        ("page_size=501", LINES_OF_A_PAGE),
        (f"after={9**30}", LINES_AFTER),
    ],
)
def test_a_part_that_is_none_is_refused(
    organizer: Program, match: int, query: str, bounds: dict[str, int]
) -> None:
    problem = refused(organizer.get(f"matches/{match}/lines/?{query}"), 400, "query_refused")
    (fault,) = problem["violations"]
    assert fault["code"] == ("parameter_out_of_range" if bounds else "parameter_refused")
    assert fault["params"] == {"field": query.partition("=")[0], **bounds}


def test_one_line_is_read_by_its_number(organizer: Program, match: int) -> None:
    for version in range(2):
        organizer.line(match, version, HAND)
    lines = organizer.read(f"matches/{match}/lines/")["lines"]
    answer = organizer.get(f"matches/{match}/lines/2/")
    assert answer.json() == lines[1]
    again = organizer.get(f"matches/{match}/lines/2/", if_none_match=answer["ETag"])
    assert again.status_code == 304
    refused(organizer.get(f"matches/{match}/lines/3/"), 404, "not_found")
    assert "key" not in Program().read(f"matches/{match}/lines/1/")


def pointers(problem: Any) -> dict[str | None, str]:
    return {fault["pointer"]: fault["code"] for fault in problem["violations"]}


def test_one_refusal_names_all_that_a_correction_lacks(organizer: Program, match: int) -> None:
    organizer.line(match, 0, HAND)
    answer = organizer.post(f"matches/{match}/lines/", {"kind": "amend", "data": {"zahl": 1}})
    problem = refused(answer, 428, "key_missing")
    assert pointers(problem) == {
        None: "key_missing",
        "/version": "version_missing",
        "/data/line": "field_missing",
        "/data/data": "field_missing",
        "/data/zahl": "field_unknown",
        "/data/reason": "field_missing",
    }
    body = {"kind": "amend", "data": {"line": 1, "data": HAND}, "version": 1}
    answer = organizer.post(f"matches/{match}/lines/", body, idempotency_key="k")
    assert pointers(refused(answer, 422, "reason_missing")) == {"/data/reason": "field_missing"}
    body["data"] = {"line": 1, "data": HAND, "reason": "contata due volte"}
    answer = organizer.post(f"matches/{match}/lines/", body, idempotency_key="k")
    assert answer.status_code == 201


def test_one_refusal_names_a_missing_line_and_impossible_points(
    organizer: Program, match: int
) -> None:
    organizer.line(match, 0, HAND)
    body = {"kind": "amend", "data": {"line": 9, "data": {"points": [7, 5]}}, "version": 1}
    answer = organizer.post(f"matches/{match}/lines/", body, idempotency_key="k")
    assert pointers(refused(answer, 422, "reason_missing")) == {
        "/data/reason": "field_missing",
        "/data/line": "no_such_line",
        "/data/data/points": "wrong_sum",
    }
    body["data"] = {"line": 9, "data": HAND, "reason": "contata due volte"}
    answer = organizer.post(f"matches/{match}/lines/", body, idempotency_key="k")
    assert pointers(refused(answer, 422, "line_refused")) == {"/data/line": "no_such_line"}
    body["data"] = {"line": 9, "data": {"points": [7, 5]}, "reason": "contata due volte"}
    answer = organizer.post(f"matches/{match}/lines/", body, idempotency_key="k")
    assert pointers(refused(answer, 422, "line_refused")) == {
        "/data/line": "no_such_line",
        "/data/data/points": "wrong_sum",
    }


@pytest.mark.parametrize(
    ("kind", "data", "faults"),
    [
        ("hand", {"points": [7, 5]}, {"/data/points": "wrong_sum"}),
        ("hand", {"punti": 7}, {"/data/punti": "field_unknown"}),
        ("claim", {"side": 0, "thirds": 99}, {"/data/thirds": "out_of_range"}),
        ("penalty", {"side": 0, "points": 0}, {"/data/points": "too_small"}),
        ("sign", {"side": 0}, {}),
    ],
)
def test_a_line_without_its_version_is_refused_with_the_faults_of_its_content(
    organizer: Program, match: int, kind: str, data: Any, faults: dict[str, str]
) -> None:
    body = {"kind": kind, "data": {**data, "reason": "x"} if kind == "penalty" else data}
    answer = organizer.post(f"matches/{match}/lines/", body, idempotency_key="k")
    assert pointers(refused(answer, 428, "version_missing")) == {
        "/version": "version_missing",
        **faults,
    }


def test_a_kind_that_there_is_not_is_answered_with_those_that_there_are(
    organizer: Program, match: int
) -> None:
    body = {"kind": "mano", "data": HAND, "version": 0}
    answer = organizer.post(
        f"matches/{match}/lines/", body, idempotency_key="k", accept_language="it"
    )
    (fault,) = refused(answer, 422, "body_refused")["violations"]
    assert fault["params"]["choices"] == list(KINDS)
    assert fault["sentence"].endswith(
        ": hand, redeal, claim, penalty, forfeit, award, total, games, amend, strike, sign e"
        " reopen."
    )


def test_a_malformed_key_is_refused_with_all_other_faults(organizer: Program, match: int) -> None:
    body = {"kind": "redeal", "data": {"more": 1}}
    answer = organizer.post(f"matches/{match}/lines/", body, idempotency_key="two words")
    assert pointers(refused(answer, 400, "key_malformed")) == {
        None: "key_malformed",
        "/version": "version_missing",
        "/data/more": "field_unknown",
    }


def test_an_unknown_field_is_named_as_it_was_sent(organizer: Program, match: int) -> None:
    data = {"line": 1, "of": "game", "data": HAND, "reason": "contata due volte"}
    organizer.line(match, 0, HAND)
    answer = organizer.line(match, 1, data, kind="amend")
    (fault,) = refused(answer, 422, "line_unreadable")["violations"]
    assert fault["pointer"] == "/data/of"
    assert "“of”" in fault["sentence"]


def test_an_amend_that_cannot_be_has_pointers_into_its_hand(organizer: Program, match: int) -> None:
    organizer.line(match, 0, HAND)
    data = {"line": 1, "data": {"points": [5, 5]}, "reason": "contata due volte"}
    problem = refused(organizer.line(match, 1, data, kind="amend"), 422, "line_refused")
    assert (problem["params"]["at"], pointers(problem)) == (1, {"/data/data/points": "wrong_sum"})


def test_a_hand_without_form_has_a_violation_for_each_fault(organizer: Program, match: int) -> None:
    answer = organizer.line(match, 0, {"punti": 7, "last_trick": "x"})
    assert pointers(refused(answer, 422, "line_unreadable")) == {
        "/data/punti": "field_unknown",
        "/data/last_trick": "wrong_type",
    }


def test_a_hand_that_cannot_be_has_pointers_into_its_data(organizer: Program, match: int) -> None:
    answer = organizer.line(match, 0, {"points": [7, 5]})
    assert pointers(refused(answer, 422, "line_refused")) == {"/data/points": "wrong_sum"}


@pytest.mark.parametrize(
    ("data", "code"),
    [({"play": {}, "points": [1, 2]}, "play_beside_record"), ({"play": 7}, "wrong_type")],
)
def test_a_hand_that_is_no_play_is_named_in_the_language_of_the_reader(
    organizer: Program, match: int, data: Any, code: str
) -> None:
    problem = refused(organizer.line(match, 0, data), 422, "line_unreadable")
    (fault,) = problem["violations"]
    assert (fault["code"], fault["pointer"]) == (code, "/data/play")
    assert "whole play" not in problem["title"]
    assert "nothing else" not in problem["title"]
