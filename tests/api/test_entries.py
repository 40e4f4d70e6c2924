"""/events/{id}/entries/ and /entries/{id}/: taken, withdrawn, replaced, paid."""

from typing import Any

import pytest

from tests.api.client import Program, refused
from tests.factories import draw_now, first_match, make_event, make_member
from tests.tournaments.sittings import make_sittings
from tournaments.models import Club, Entry, Event, Player, Role

PAIR = {
    "players": [
        {"first_name": "Nives", "last_name": "Fantini", "birth_year": 1951},
        {"first_name": "Gino", "last_name": "Dalla Casa"},
    ],
    "club_name": "Circolo del Savio",
    "seed": 1,
    "paid": True,
}


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=2, drawn=False)


def entry_of(event: Event) -> Entry:
    return event.entries.order_by("pk")[0]


def test_an_entry_is_taken(event: Event, organizer: Program) -> None:
    answer = organizer.post(f"events/{event.pk}/entries/", PAIR)
    assert answer.status_code == 201
    told = answer.json()
    assert answer["Location"] == f"/api/v1/entries/{told['id']}/"
    assert told["players"] == ["Nives Fantini", "Gino Dalla Casa"]
    assert (told["seed"], told["paid"], told["state"]) == (1, True, "ENTERED")
    assert organizer.read(f"entries/{told['id']}/") == told
    assert organizer.read(f"events/{event.pk}/entries/")["results"][-1] == told


def test_an_entry_and_a_list_say_how_much_was_paid(event: Event, organizer: Program) -> None:
    part = {**PAIR, "paid": False, "paid_cents": 500}
    told = organizer.write(f"events/{event.pk}/entries/", part)
    assert told["paid_cents"] == 500
    players = [{"first_name": name, "last_name": "Zoli"} for name in ("Edo", "Ugo")]
    other = {"players": players, "paid_cents": 750}
    listed = organizer.write(f"events/{event.pk}/entries/bulk/", {"entries": [other]})
    assert listed["entries"][0]["paid_cents"] == 750
    assert organizer.read(f"events/{event.pk}/cash/")["total_cents"] == 1250
    too_much = {**other, "paid_cents": -1}
    refused(organizer.post(f"events/{event.pk}/entries/", too_much), 422, "body_refused")


def test_nobody_outside_learns_who_paid_or_who_was_born_when(
    event: Event, organizer: Program, stranger: Program, anybody: Program
) -> None:
    organizer.write(f"events/{event.pk}/entries/", PAIR)
    for who in (stranger, anybody):
        answer = who.get(f"events/{event.pk}/entries/")
        assert all("paid" not in entry for entry in answer.json()["results"])
        assert b"1951" not in answer.content


def test_names_are_shown_as_the_event_shows_them(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=1, drawn=False, names="INITIAL")
    told = organizer.write(f"events/{event.pk}/entries/", PAIR)
    assert told["players"] == ["Nives F.", "Gino D."]


@pytest.mark.parametrize(
    "name",
    ["😀🃏", "Robert'); DROP TABLE entry;--", "<script>alert(1)</script>", "{{ 7 * 7 }}", "٣", "Ż"],
)
def test_a_name_is_just_text(event: Event, organizer: Program, name: str) -> None:
    players = [{"last_name": name}, {"last_name": "Zoli"}]
    told = organizer.write(f"events/{event.pk}/entries/", {"players": players})
    assert told["players"] == [name, "Zoli"]
    assert Player.objects.filter(last_name=name).exists()


@pytest.mark.parametrize(
    ("players", "field", "code"),
    [
        ([], "players", "too_short"),
        ([{"last_name": f"Uno{n}"} for n in range(6)], "players", "too_long"),
        ([{"last_name": "  "}], "players.0.last_name", "too_short"),
        ([{"last_name": "x" * 81}], "players.0.last_name", "too_long"),
        ([{"last_name": "Zoli", "first_name": "x" * 81}], "players.0.first_name", "too_long"),
        ([{"last_name": "Zoli\t"[:-1] + "\x1b"}], "players.0.last_name", "control_character"),
        ([{"last_name": "Zoli", "birth_year": 1850}], "players.0.birth_year", "too_small"),
        ([{"last_name": None}], "players.0.last_name", "wrong_type"),
        ([{"last_name": "Zoli", "phone": "0547"}], "players.0.phone", "field_unknown"),
        ("Zoli", "players", "wrong_type"),
    ],
)
def test_players_without_form_are_refused(
    event: Event, organizer: Program, players: Any, field: str, code: str
) -> None:
    answer = organizer.post(f"events/{event.pk}/entries/", {"players": players})
    problem = refused(answer, 422, "body_refused")
    found = [(fault["params"]["field"], fault["code"]) for fault in problem["violations"]]
    assert found == [(field, code)]


def test_all_that_is_wrong_with_an_entry_is_told(event: Event, organizer: Program) -> None:
    organizer.write(f"events/{event.pk}/entries/", PAIR)
    answer = organizer.post(
        f"events/{event.pk}/entries/",
        {"players": [PAIR["players"][0], {"last_name": "Gori"}, {"last_name": "gori"}], "seed": 1},  # type: ignore[index]
    )
    problem = refused(answer, 422, "entry_refused")
    codes = [fault["code"] for fault in problem["violations"]]
    assert codes == [
        "players_of_an_entry",
        "player_entered_already",
        "player_twice_in_entry",
        "seed_taken",
    ]
    assert event.entries.count() == 3


def test_who_enters_a_full_event_waits(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2, drawn=False, capacity=2)
    answer = organizer.post(f"events/{event.pk}/entries/", PAIR)
    assert (answer.status_code, answer.json()["state"]) == (201, "WAITLISTED")


def test_a_drawn_event_takes_nobody(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2)
    refused(organizer.post(f"events/{event.pk}/entries/", PAIR), 409, "entries_closed")


def test_only_who_manages_events_takes_entries(
    event: Event, club: Club, stranger: Program, anybody: Program
) -> None:
    referee = Program(make_member(club, Role.Kind.REFEREE))
    for who in (stranger, anybody, referee):
        refused(who.post(f"events/{event.pk}/entries/", PAIR), 403, "not_allowed")


def test_who_withdraws_before_the_draw_is_free_again(event: Event, organizer: Program) -> None:
    entry = organizer.write(f"events/{event.pk}/entries/", PAIR)["id"]
    told = organizer.write(f"entries/{entry}/withdraw/", {"reason": "influenza"})
    assert told["state"] == "WITHDRAWN"
    assert organizer.write(f"events/{event.pk}/entries/", PAIR)["id"] != entry


def test_who_withdraws_during_play_gives_the_match_away(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2)
    match = first_match(event)
    organizer.write(f"entries/{entry_of(event).pk}/withdraw/", {"reason": "malore"})
    assert organizer.read(f"matches/{match}/")["status"] == "WON"


def test_nobody_withdraws_twice(event: Event, organizer: Program) -> None:
    path = f"entries/{entry_of(event).pk}/withdraw/"
    organizer.write(path)
    refused(organizer.post(path), 422, "entry_not_entered")


def test_others_play_in_the_place_of_an_entry(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2)
    old = entry_of(event)
    body = {"players": PAIR["players"], "reason": "influenza"}
    answer = organizer.post(f"entries/{old.pk}/replace/", body)
    assert answer.status_code == 201
    new = answer.json()["id"]
    told = organizer.read(f"entries/{old.pk}/")
    assert (told["state"], told["replaced_by"]) == ("REPLACED", new)
    sides = organizer.read(f"matches/{first_match(event)}/")["sides"]
    assert new in [side["entries"][0]["id"] for side in sides]


def test_a_replacement_needs_a_reason(club: Club, organizer: Program) -> None:
    entry = entry_of(make_event(club=club, pairs=2))
    body = {"players": PAIR["players"], "reason": " "}
    refused(organizer.post(f"entries/{entry.pk}/replace/", body), 422, "reason_missing")


def test_a_fee_is_noted_and_taken_back(event: Event, organizer: Program) -> None:
    path = f"entries/{entry_of(event).pk}/paid/"
    assert organizer.write(path, {"paid": True})["paid"] is True
    assert organizer.write(path, {"paid": False})["paid"] is False
    refused(organizer.post(path, {"paid": "yes"}), 422, "body_refused")


def test_strangers_change_no_entry(event: Event, stranger: Program) -> None:
    entry = entry_of(event).pk
    replace = {"players": PAIR["players"], "reason": "x"}
    for verb, body in (("withdraw", {}), ("paid", {"paid": True}), ("replace", replace)):
        refused(stranger.post(f"entries/{entry}/{verb}/", body), 403, "not_allowed")


def test_an_entry_that_is_not_there(organizer: Program) -> None:
    refused(organizer.get("entries/999999/"), 404, "not_found")


def test_the_list_costs_the_same_number_of_queries_at_any_length(
    club: Club, anybody: Program, django_assert_num_queries: Any
) -> None:
    for pairs in (8, 64):
        event = make_event(club=club, pairs=pairs, drawn=False, name=f"Di {pairs}")
        with django_assert_num_queries(5):
            anybody.get(f"events/{event.pk}/entries/")


def test_an_entry_becomes_a_seed_and_none_again(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    first, second = (entry.pk for entry in event.entries.order_by("pk"))
    assert organizer.write(f"entries/{first}/seed/", {"seed": 1})["seed"] == 1
    refused(organizer.post(f"entries/{second}/seed/", {"seed": 1}), 422, "entry_refused")
    refused(organizer.post(f"entries/{second}/seed/", {"seed": 0}), 422, "body_refused")
    refused(organizer.post(f"entries/{second}/seed/", {}), 422, "body_refused")
    assert organizer.write(f"entries/{first}/seed/", {"seed": None})["seed"] is None
    draw_now(event)
    refused(organizer.post(f"entries/{first}/seed/", {"seed": 1}), 409, "entries_closed")


def test_an_entry_is_put_into_a_group_and_out_of_it(
    club: Club, organizer: Program, stranger: Program, anybody: Program
) -> None:
    plan: dict[str, Any] = {"format": "qualifying", "options": {"groups": 2, "rounds": 3}}
    event = make_event(club=club, pairs=7, drawn=False, **plan)
    told = organizer.write(f"events/{event.pk}/entries/", {**PAIR, "group": 2})
    assert (told["group"], anybody.read(f"entries/{told['id']}/")["group"]) == (2, 2)
    path = f"entries/{entry_of(event).pk}/group/"
    assert organizer.write(path, {"group": 1})["group"] == 1
    assert organizer.write(path, {"group": None})["group"] is None
    problem = refused(organizer.post(path, {"group": 3}), 422, "entry_refused")
    (fault,) = problem["violations"]
    assert (fault["code"], fault["pointer"]) == ("no_such_group", "/group")
    assert (fault["params"]["group"], fault["params"]["groups"]) == (3, 2)
    for body in ({}, {"group": 0}, {"group": "A"}, {"group": 1.0}, {"group": 10**30}):
        assert organizer.post(path, body).status_code in (400, 422)
    refused(stranger.post(path, {"group": 1}), 403, "not_allowed")
    draw_now(event)
    refused(organizer.post(path, {"group": 1}), 409, "entries_closed")
    (draw,) = anybody.read(f"draws/?event={event.pk}")["results"]
    assert [entry["group"] for entry in draw["entries"] if "group" in entry] == [2]
    assert told["id"] in draw["order"][1]


def test_entries_are_filtered_by_their_state(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=3, drawn=False)
    gone = event.entries.earliest("pk").pk
    organizer.write(f"entries/{gone}/withdraw/", {"reason": "malato"})

    def ids(query: str) -> set[int]:
        return {
            row["id"] for row in organizer.read(f"events/{event.pk}/entries/{query}")["results"]
        }

    assert ids("?state=WITHDRAWN") == {gone}
    assert ids("?state=ENTERED") == ids("") - {gone}
    refused(organizer.get(f"events/{event.pk}/entries/?state=LOST"), 400, "query_refused")


@pytest.mark.parametrize(
    ("shown", "q", "found"), [("FULL", "casadei1", 1), ("INITIAL", "casadei1", 0)]
)
def test_entries_are_found_by_the_names_that_are_shown(
    club: Club, anybody: Program, shown: str, q: str, found: int
) -> None:
    event = make_event(club=club, pairs=3, drawn=False, names=shown)
    path = f"events/{event.pk}/entries/?q="
    assert len(anybody.read(f"{path}{q}")["results"]) == found
    assert len(anybody.read(f"{path}ivano")["results"]) == 3
    assert len(anybody.read(f"{path}nessuno")["results"]) == 0


def test_the_entries_of_a_player_are_found(event: Event, anybody: Program) -> None:
    entry = event.entries.earliest("pk")
    player = entry.members.earliest("pk").player_id
    found = anybody.read(f"events/{event.pk}/entries/?player={player}")["results"]
    assert [row["id"] for row in found] == [entry.pk]


def test_a_name_of_signs_that_nobody_sees_is_refused(event: Event, organizer: Program) -> None:
    before = event.entries.count()
    body = {"players": [{"last_name": "\u200b\u202e"}, {"last_name": "Casadei"}]}
    answer = organizer.post(f"events/{event.pk}/entries/", body)
    refused(answer, 422, "body_refused")
    assert event.entries.count() == before


def test_what_nobody_sees_in_a_name_is_left_out(event: Event, organizer: Program) -> None:
    body = {
        "players": [
            {"last_name": "Zof\u200bfoli"},
            {"first_name": "Gino", "last_name": "\u202eFaedi"},
        ]
    }
    answer = organizer.post(f"events/{event.pk}/entries/", body)
    assert answer.json()["players"] == ["Zoffoli", "Gino Faedi"]


def pair(*surnames: str, **fields: Any) -> dict[str, Any]:
    return {"players": [{"last_name": surname} for surname in surnames], **fields}


def test_the_old_names_of_names_are_still_taken(event: Event, organizer: Program) -> None:
    players = [{"first": "Nives", "last": "Fantini"}, {"first_name": "Gino", "last_name": "Zoli"}]
    told = organizer.write(f"events/{event.pk}/entries/", {"players": players})
    assert told["players"] == ["Nives Fantini", "Gino Zoli"]
    both = [{"last": "Neri", "last_name": "Bianchi"}, {"last": "Gori"}]
    answer = organizer.post(f"events/{event.pk}/entries/", {"players": both})
    refused(answer, 422, "body_refused")


def test_a_list_is_entered_whole_or_not_at_all(event: Event, organizer: Program) -> None:
    path = f"events/{event.pk}/entries/bulk/"
    entries = [pair("Neri", "Gori", seed=1), pair("Bo", "Ba", club_name="Savio")]
    told = organizer.write(path, {"entries": entries})
    assert [entry["seed"] for entry in told["entries"]] == [1, None]
    assert (told["known"], told["dry_run"]) == (0, False)
    again = organizer.write(path, {"entries": entries})
    assert (again["entries"], again["known"]) == ([], 2)
    broken = [pair("Sì", "No"), pair("Neri", "Turci"), pair("Uno")]
    problem = refused(organizer.post(path, {"entries": broken}), 422, "entry_list_refused")
    assert {fault["at"] for fault in problem["violations"]} == {1, 2}
    pointers = {fault["pointer"] for fault in problem["violations"]}
    assert pointers == {"/entries/1/players", "/entries/2/players"}
    seeds = [pair("Sì", "No", seed=1)]
    problem = refused(organizer.post(path, {"entries": seeds}), 422, "entry_list_refused")
    assert [fault["pointer"] for fault in problem["violations"]] == ["/entries/0/seed"]
    assert event.entries.count() == 4


def test_a_list_is_only_checked_where_that_is_asked(event: Event, organizer: Program) -> None:
    body = {"entries": [pair("Neri", "Gori")], "dry_run": True}
    version = Event.objects.get(pk=event.pk).version
    told = organizer.write(f"events/{event.pk}/entries/bulk/", body)
    assert (len(told["entries"]), told["dry_run"]) == (1, True)
    assert told["entries"][0]["id"] is None
    assert event.entries.count() == 2
    assert not Player.objects.filter(last_name="Neri").exists()
    assert Event.objects.get(pk=event.pk).version == version


def test_a_list_that_comes_again_changes_the_fields_that_it_names(
    event: Event, organizer: Program
) -> None:
    path = f"events/{event.pk}/entries/bulk/"
    organizer.write(path, {"entries": [pair("Neri", "Gori")]})
    body = {"entries": [pair("Neri", "Gori", seed=1, phone="0547")], "update_fields": ["seed"]}
    told = organizer.write(path, body)
    assert (told["known"], told["changed"]) == (1, 1)
    entry = event.entries.latest("pk")
    assert (entry.seed, entry.phone) == (1, "")


def test_a_large_list_is_taken(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=0, drawn=False)
    entries = [pair(f"Uno{'x' * 60}{n}", f"Due{'y' * 60}{n}") for n in range(512)]
    told = organizer.write(f"events/{event.pk}/entries/bulk/", {"entries": entries})
    assert len(told["entries"]) == 512


def test_an_entry_is_corrected_also_after_the_draw(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2)
    entry = entry_of(event)
    changes = {
        "players": [{"first_name": "Loris", "last_name": "Zoffoli"}, {"last_name": "Casadei"}],
        "club_name": "Savio",
        "phone": "0547 1",
    }
    answer = organizer.patch(f"entries/{entry.pk}/", changes)
    assert answer.status_code == 200, answer.content
    told = answer.json()
    assert told["players"] == ["Loris Zoffoli", "Casadei"]
    assert (told["club_name"], told["phone"]) == ("Savio", "0547 1")
    assert organizer.patch(f"entries/{entry.pk}/", {"seed": 1}).status_code == 409
    refused(organizer.patch(f"entries/{entry.pk}/", {"state": "x"}), 422, "body_refused")


@pytest.mark.parametrize("surnames", [["Zoli"], ["Zoli", "Gori", "Turci"]])
def test_a_correction_names_all_players_of_the_entry(
    event: Event, organizer: Program, surnames: list[str]
) -> None:
    path = f"entries/{entry_of(event).pk}/"
    before = organizer.read(path)
    players = [{"last_name": surname} for surname in surnames]
    answer = organizer.patch(path, {"players": players, "phone": "0547 1"})
    (fault,) = refused(answer, 422, "entry_refused")["violations"]
    assert (fault["code"], fault["pointer"]) == ("players_of_an_entry", "/players")
    assert fault["params"] == {"players": len(surnames), "must_be": 2, "field": "players"}
    assert organizer.read(path) == before


def test_a_correction_names_one_player_where_each_plays_for_himself(
    club: Club, organizer: Program
) -> None:
    event = make_sittings(club, players=5, tables=1)
    path = f"entries/{entry_of(event).pk}/"
    answer = organizer.patch(path, {"players": [{"last_name": "Zoli"}, {"last_name": "Gori"}]})
    (fault,) = refused(answer, 422, "entry_refused")["violations"]
    assert (fault["code"], fault["params"]["must_be"]) == ("players_of_an_entry", 1)
    assert organizer.patch(path, {"players": [{"last_name": "Zoli"}]}).status_code == 200


def test_a_pair_presents_itself(event: Event, organizer: Program, anybody: Program) -> None:
    path = f"entries/{entry_of(event).pk}/"
    assert organizer.write(f"{path}present/", {"present": True})["present_at"]
    assert "present_at" not in anybody.read(path)
    assert organizer.write(f"{path}present/", {"present": False})["present_at"] is None


def test_an_entry_made_by_mistake_is_deleted(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=3, drawn=False)
    entry = event.entries.earliest("pk")
    assert organizer.delete(f"entries/{entry.pk}/").status_code == 204
    refused(organizer.delete(f"entries/{entry.pk}/"), 404, "not_found")
    assert event.entries.count() == 2
    drawn = make_event(club=club, pairs=2)
    kept = drawn.entries.earliest("pk")
    assert organizer.delete(f"entries/{kept.pk}/").status_code == 422
    assert drawn.entries.count() == 2
