"""/events/: the list and its filters, one event, a new one, and its steps."""

from typing import Any

import pytest

from tests.api.client import Program, refused
from tests.factories import make_club, make_event, make_member
from tournaments.models import Club, Event, Role, Venue

ONE_GAME = {"games": [{"game": "marafon"}], "wins": 1}


def plan(club: Club, **fields: Any) -> dict[str, Any]:
    return {
        "club": club.pk,
        "name": "Maraffa di Santa Lucia",
        "date": "2026-12-13",
        "match_format": ONE_GAME,
    } | fields


# The list


def test_the_latest_event_comes_first(club: Club, anybody: Program) -> None:
    dates = ["2026-03-01", "2026-05-01", "2026-04-01"]
    for date in dates:
        make_event(club=club, pairs=2, drawn=False, date=date)
    told = anybody.read("events/")["results"]
    assert [event["date"] for event in told] == sorted(dates, reverse=True)


def test_an_event_is_told_with_its_club_and_its_numbers(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=4, tables=3)
    (told,) = anybody.read("events/")["results"]
    assert told == anybody.read(f"events/{event.pk}/")
    assert told["club"] == {"id": club.pk, "slug": club.slug, "name": club.name}
    assert (told["entries"], told["tables"], told["state"]) == (4, 3, "RUNNING")
    assert (told["format"], told["match_format"]) == ("single_elimination", event.match_format)
    assert told["version"] == event.version


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("state=OPEN", ["Aperto"]),
        ("state=OPEN&state=RUNNING", ["In corso", "Aperto"]),
        ("date_from=2026-05-01", ["In corso"]),
        ("date_to=2026-04-30", ["Aperto"]),
        ("club=999999", []),
    ],
)
def test_events_are_filtered(club: Club, anybody: Program, query: str, found: list[str]) -> None:
    make_event(club=club, pairs=2, drawn=False, name="Aperto", date="2026-04-01")
    make_event(club=club, pairs=2, name="In corso", date="2026-05-01")
    assert [event["name"] for event in anybody.read(f"events/?{query}")["results"]] == found


def test_events_of_one_club(club: Club, anybody: Program) -> None:
    make_event(club=make_club("Altrove"), pairs=2)
    mine = make_event(club=club, pairs=2)
    told = anybody.read(f"events/?club={club.pk}")["results"]
    assert [event["id"] for event in told] == [str(mine.pk)]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("state=ON", "state"),
        ("date_from=domani", "date_from"),
        ("club=-1", "club"),
        ("club=" + "9" * 40, "club"),
        ("club=NaN", "club"),
    ],
)
def test_a_parameter_that_cannot_be_read_is_named(anybody: Program, query: str, field: str) -> None:
    problem = refused(anybody.get(f"events/?{query}"), 400, "query_refused")
    assert [fault["params"]["field"] for fault in problem["violations"]] == [field]


def test_the_list_costs_the_same_number_of_queries_at_any_length(
    club: Club, anybody: Program, django_assert_num_queries: Any
) -> None:
    for _ in range(2):
        make_event(club=club, pairs=2)
        with django_assert_num_queries(1):
            anybody.get("events/")


# A new one


def test_an_organizer_makes_an_event_a_draft(club: Club, organizer: Program) -> None:
    venue = Venue.objects.create(club=club, name="Sala grande")
    answer = organizer.post(
        "events/",
        plan(club, venue=venue.pk, tables=8, capacity=32, visibility="LINK", names="INITIAL"),
    )
    assert answer.status_code == 201
    told = answer.json()
    assert answer["Location"] == f"/api/v1/events/{told['id']}/"
    assert (told["state"], told["venue"], told["tables"]) == ("DRAFT", "Sala grande", 8)
    assert (told["capacity"], told["visibility"], told["names"]) == (32, "LINK", "INITIAL")
    assert organizer.read(f"events/{told['id']}/") == told


def test_who_does_not_organize_makes_none(club: Club, stranger: Program, anybody: Program) -> None:
    make_event(club=club, pairs=2)  # so that the club is public
    referee = Program(make_member(club, Role.Kind.REFEREE))
    for who in (stranger, anybody, referee):
        refused(who.post("events/", plan(club)), 403, "not_allowed")


def test_a_club_that_shows_nothing_is_not_found(club: Club, stranger: Program) -> None:
    refused(stranger.post("events/", plan(club)), 404, "not_found")


def test_the_venue_of_another_club_is_not_found(club: Club, organizer: Program) -> None:
    venue = Venue.objects.create(club=make_club("Altrove"), name="Bar")
    refused(organizer.post("events/", plan(club, venue=venue.pk)), 404, "not_found")


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("name", " ", "too_short"),
        ("name", "x" * 121, "too_long"),
        ("name", "due\nrighe", "control_character"),
        ("name", 7, "wrong_type"),
        ("date", "1900-01-01", "date_out_of_range"),
        ("date", "9999-12-31", "date_out_of_range"),
        ("date", 1_700_000_000, "wrong_type"),
        ("date", "2026-02-30", "wrong_type"),
        ("tables", -1, "too_small"),
        ("tables", 501, "too_large"),
        ("capacity", 1.5, "wrong_type"),
        ("capacity", "8", "wrong_type"),
        ("visibility", "SECRET", "no_such_choice"),
        ("club", 0, "too_small"),
        ("colour", "red", "field_unknown"),
    ],
)
def test_a_field_that_cannot_be_is_named(
    club: Club, organizer: Program, field: str, value: Any, code: str
) -> None:
    answer = organizer.post("events/", plan(club) | {field: value})
    problem = refused(answer, 422, "body_refused")
    assert [(fault["params"]["field"], fault["code"]) for fault in problem["violations"]] == [
        (field, code)
    ]


def test_what_is_missing_is_named_too(organizer: Program) -> None:
    problem = refused(organizer.post("events/", {}), 422, "body_refused")
    found = {fault["params"]["field"]: fault["code"] for fault in problem["violations"]}
    assert found == dict.fromkeys(["club", "name", "date", "match_format"], "field_missing")


def test_a_body_that_is_no_object_is_refused(organizer: Program) -> None:
    refused(organizer.post("events/", []), 422, "body_refused")


def test_options_out_of_bounds_are_the_rulebooks_to_refuse(club: Club, organizer: Program) -> None:
    to_500 = {"games": [{"game": "marafon", "options": {"target": 500}}], "wins": 1}
    answer = organizer.post("events/", plan(club, match_format=to_500))
    problem = refused(answer, 422, "format_refused")
    assert [fault["code"] for fault in problem["violations"]] == ["too_large"]


# Its steps


def test_an_event_steps_from_draft_to_finished(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2, running=False)
    assert organizer.write(f"events/{event.pk}/start/")["state"] == "RUNNING"
    match = event.pairings.get().match_id
    organizer.line(match, 0, {"side": 0, "of": "match", "reason": "assenti"}, kind="forfeit")
    assert organizer.write(f"events/{event.pk}/finish/")["state"] == "FINISHED"


def test_a_step_out_of_order_is_refused(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    for step in ("open", "start"):
        answer = organizer.post(f"events/{event.pk}/{step}/")
        refused(answer, 409, "event_cannot_go_there")


def test_an_event_with_open_matches_does_not_finish(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=4)
    problem = refused(organizer.post(f"events/{event.pk}/finish/"), 409, "matches_still_open")
    assert problem["params"]["count"] == 3


def test_only_who_manages_events_takes_steps(club: Club, stranger: Program) -> None:
    event = make_event(club=club, pairs=2, running=False)
    referee = Program(make_member(club, Role.Kind.REFEREE))
    for who in (stranger, referee):
        refused(who.post(f"events/{event.pk}/start/"), 403, "not_allowed")
    assert Event.objects.get(pk=event.pk).state == Event.State.DRAWN


# Changes


def changed(organizer: Program, event: Any, **changes: Any) -> Any:
    answer = organizer.patch(f"events/{event.pk}/", changes)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_what_is_named_changes_and_nothing_else(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2, drawn=False, tables=2, capacity=8)
    before = organizer.read(f"events/{event.pk}/")
    venue = Venue.objects.create(club=club, name="Sala")
    assert changed(organizer, event, name="Maraffa della Befana", venue=venue.pk) == before | {
        "name": "Maraffa della Befana",
        "venue": "Sala",
        "venue_id": venue.pk,
        "version": before["version"] + 1,
    }
    told = changed(organizer, event, venue=None, capacity=None, tables=1, match_format=ONE_GAME)
    assert [told[name] for name in ("venue", "capacity", "tables")] == [None, None, 1]
    assert told["match_format"] == ONE_GAME
    told = changed(organizer, event, tables=3, options={"third_place": True})
    assert (told["tables"], told["options"]) == (3, {"third_place": True})
    assert sorted(event.tables.values_list("number", flat=True)) == [1, 2, 3]


def test_a_change_that_changes_nothing_is_no_new_version(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    before = organizer.read(f"events/{event.pk}/")
    assert changed(organizer, event, name=event.name) == before
    assert changed(organizer, event) == before


def test_a_draw_pins_what_is_played_by(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2)
    problem = refused(
        organizer.patch(f"events/{event.pk}/", {"match_format": ONE_GAME, "tables": 9}),
        409,
        "event_is_pinned",
    )
    assert sorted(problem["params"]["fields"]) == ["match_format", "tables"]
    assert changed(organizer, event, names="INITIAL", visibility="LINK")["names"] == "INITIAL"
    assert changed(organizer, event, match_format=event.match_format)


def test_an_archived_event_is_not_changed(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2)
    Event.objects.update(state="FINISHED")
    assert organizer.write(f"events/{event.pk}/reopen/")["state"] == "RUNNING"
    Event.objects.update(state="FINISHED")
    assert organizer.write(f"events/{event.pk}/archive/")["state"] == "ARCHIVED"
    refused(organizer.patch(f"events/{event.pk}/", {"name": "x"}), 409, "event_is_archived")
    refused(organizer.post(f"events/{event.pk}/reopen/"), 409, "event_cannot_go_there")


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"name": None}, 422, "body_refused"),
        ({"name": ""}, 422, "body_refused"),
        ({"state": "RUNNING"}, 422, "body_refused"),
        ({"date": "1900-01-01"}, 422, "body_refused"),
        ({"venue": 999999}, 404, "not_found"),
        ({"match_format": {}}, 422, "format_unreadable"),
        ({"format": "lotteria"}, 422, "format_unreadable"),
        ({"options": {"third": 1}}, 422, "format_unreadable"),
    ],
)
def test_a_change_that_cannot_be_is_refused(
    club: Club, organizer: Program, changes: Any, status: int, code: str
) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    before = organizer.read(f"events/{event.pk}/")
    refused(organizer.patch(f"events/{event.pk}/", changes), status, code)
    assert organizer.read(f"events/{event.pk}/") == before


def test_only_who_manages_an_event_changes_it(
    club: Club, stranger: Program, anybody: Program
) -> None:
    event = make_event(club=club, pairs=2)
    referee = Program(make_member(club, Role.Kind.REFEREE))
    for who in (stranger, anybody, referee):
        for path, body in (("", {"name": "x"}), ("reopen/", None), ("archive/", None)):
            send = who.post if path else who.patch
            refused(send(f"events/{event.pk}/{path}", body), 403, "not_allowed")


def test_an_event_sent_twice_with_its_id_is_one(club: Club, organizer: Program) -> None:
    body = plan(club, id="0c5f7a34-66a5-4c8e-9d53-0f6f5f1f8a11")
    first, again = (organizer.write("events/", body) for _ in range(2))
    assert first == again
    assert first["id"] == body["id"]
    assert Event.objects.count() == 1
    refused(organizer.post("events/", {**body, "name": "Un'altra"}), 422, "form_reused")
    assert Event.objects.get().name == body["name"]


def test_events_are_looked_for_by_name(club: Club, anybody: Program) -> None:
    for name in ("Maraffa di Natale", "Briscola"):
        make_event(club=club, pairs=2, drawn=False, name=name)
    found = anybody.read("events/?q=natale")["results"]
    assert [event["name"] for event in found] == ["Maraffa di Natale"]


def test_hour_fee_deadline_contact_and_notes_are_created_changed_and_read(
    club: Club, organizer: Program
) -> None:
    answer = organizer.post("events/", plan(club, start="20:30", fee_cents=2000))
    assert answer.status_code == 201
    made = answer.json()
    assert (made["start"], made["fee_cents"], made["entries_close_at"]) == ("20:30", 2000, None)
    said = {"entries_close_at": "2026-12-12T19:15:30+01:00", "contact": "Iole", "notes": "A\nB"}
    changed = organizer.patch(f"events/{made['id']}/", {**said, "fee_cents": None}).json()
    assert changed["entries_close_at"] == "2026-12-12T18:15:00+00:00"
    assert (changed["fee_cents"], changed["start"]) == (None, "20:30")
    assert (changed["contact"], changed["notes"]) == ("Iole", "A\nB")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("start", "25:00"),
        ("start", "20:3٠"),
        ("fee_cents", -1),
        ("fee_cents", 10.5),
        ("entries_close_at", "2026-12-12T19:15:00"),
        ("entries_close_at", "0001-01-01T00:00:00+01:00"),
        ("contact", "x" * 121),
        ("notes", "x" * 1001),
    ],
)
def test_a_setting_out_of_its_limits_is_refused(
    club: Club, organizer: Program, field: str, value: object
) -> None:
    event = make_event(club=club, drawn=False)
    answer = organizer.patch(f"events/{event.pk}/", {field: value})
    assert answer.status_code == 422
    assert answer.json()["violations"][0]["params"]["field"].startswith(field)


def test_a_draft_without_entries_is_deleted(club: Club, organizer: Program) -> None:
    made = organizer.write("events/", plan(club))
    assert organizer.delete(f"events/{made['id']}/").status_code == 204
    refused(organizer.get(f"events/{made['id']}/"), 404, "not_found")
    event = make_event(club=club, pairs=2, drawn=False)
    refused(organizer.delete(f"events/{event.pk}/"), 409, "event_is_no_draft")


def test_a_draft_with_entries_is_deleted_with_their_number(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=3, drawn=False)
    Event.objects.update(state="DRAFT")
    path = f"events/{event.pk}/"
    for number in ("", "?entries=2"):
        refused(organizer.delete(f"{path}{number}"), 409, "draft_has_entries")
    refused(organizer.delete(f"{path}?entries=x"), 400, "query_refused")
    assert organizer.delete(f"{path}?entries=3").status_code == 204
    assert not Event.objects.exists()


def test_an_event_is_cancelled_with_a_reason_and_held_after_all(
    club: Club, organizer: Program, anybody: Program
) -> None:
    event = make_event(club=club, pairs=2)
    path = f"events/{event.pk}/"
    refused(organizer.post(f"{path}cancel/", {"reason": " "}), 422, "body_refused")
    assert organizer.write(f"{path}cancel/", {"reason": "neve"})["state"] == "CANCELLED"
    assert anybody.read(path)["cancelled_why"] == "neve"
    refused(organizer.post(f"{path}hold-after-all/"), 403, "not_allowed")
    owner = Program(make_member(club, Role.Kind.OWNER))
    assert owner.write(f"{path}hold-after-all/")["state"] == "RUNNING"


def test_an_owner_takes_an_event_back_from_the_archive(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2)
    Event.objects.update(state="ARCHIVED")
    refused(organizer.post(f"events/{event.pk}/restore/"), 403, "not_allowed")
    owner = Program(make_member(club, Role.Kind.OWNER))
    assert owner.write(f"events/{event.pk}/restore/")["state"] == "FINISHED"


@pytest.mark.parametrize(("language", "said"), [("it", "Non esiste"), ("en", "There is no game")])
def test_an_unknown_game_names_the_games(
    club: Club, organizer: Program, language: str, said: str
) -> None:
    wrong = plan(club, match_format={"games": [{"game": "maraffa"}], "wins": 1})
    answer = organizer.post("events/", wrong, accept_language=language)
    problem = refused(answer, 422, "format_unreadable")
    assert "maraffa" not in problem["title"]
    (violation,) = problem["violations"]
    assert (violation["code"], violation["pointer"]) == (
        "no_such_game",
        "/match_format/games/0/game",
    )
    assert "marafon" in violation["params"]["choices"]
    assert said in violation["sentence"]
    assert "marafon" in violation["sentence"]
