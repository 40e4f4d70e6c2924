"""Refusals by the domain point at the member of the body that is wrong."""

import ast
from collections.abc import Iterator
from typing import Any

import pytest

from kernel.refusals import Refusal
from tests.api.client import Program, refused
from tests.factories import first_match, make_club, make_event, make_member
from tests.tournaments.evenings import evening
from tools.error_reference import list_refusals
from tools.paths import ROOT
from tournaments.models import Club, Event, Role, TableCode

AMEND = {"line": 1, "data": {"points": [6, None]}}
HOOK = {"name": "Sito", "url": "https://hooks.example.org/", "types": ["match.decided"]}


def find_fault(program: Program, path: str, body: Any, code: str) -> tuple[str, str | None]:
    problem = refused(program.post(path, body), 422, code)
    (fault,) = problem["violations"]
    assert fault["sentence"] == problem["title"]
    return fault["code"], fault["pointer"]


@pytest.mark.parametrize(
    ("member", "value", "code"),
    [
        ("url", "http://hooks.example.org/", "webhook_url_needs_https"),
        ("url", "https://10.0.0.1/", "webhook_url_not_public"),
        ("event", "elsewhere", "webhook_event_elsewhere"),
    ],
)
def test_a_webhook_that_cannot_be(
    organizer: Program, club: Club, member: str, value: str, code: str
) -> None:
    if value == "elsewhere":
        value = str(make_event(club=make_club("Circolo di Bagno"), drawn=False).pk)
    path = f"clubs/{club.pk}/webhooks/"
    assert find_fault(organizer, path, {**HOOK, member: value}, code) == (code, f"/{member}")


def test_house_rules_that_change_without_a_reason(organizer: Program, event: Event) -> None:
    answer = organizer.put(f"events/{event.pk}/house-rules/", {"late_match": 15})
    (fault,) = refused(answer, 422, "reason_missing")["violations"]
    assert (fault["code"], fault["pointer"]) == ("reason_missing", "/reason")


def test_a_correction_with_a_blank_reason(organizer: Program, event: Event) -> None:
    match = first_match(event)
    organizer.line(match, 0, {"points": [7, None]})
    answer = organizer.line(match, 1, {**AMEND, "reason": " "}, kind="amend")
    (fault,) = refused(answer, 422, "reason_missing")["violations"]
    assert fault["pointer"] == "/data/reason"


def test_an_amount_that_cannot_be_given_back(organizer: Program, event: Event) -> None:
    path = f"entries/{event.entries.earliest('pk').pk}/payments/refunds/"
    body = {"cents": 100, "reason": "ammalato"}
    code = "refund_too_large"
    assert find_fault(organizer, path, body, code) == (code, "/cents")


def test_tables_that_are_not_there(club: Club, event: Event) -> None:
    owner = Program(make_member(club, Role.Kind.OWNER))
    body = {"kind": "REFEREE", "event": str(event.pk), "tables": [99]}
    code = "tables_not_there"
    path = f"clubs/{club.pk}/invitations/"
    assert find_fault(owner, path, body, code) == (code, "/tables")


def test_an_address_for_codes_that_the_server_does_not_have(
    organizer: Program, event: Event
) -> None:
    body = {"layout": "cards", "host": "altrove.example"}
    code = "print_address_unknown"
    path = f"events/{event.pk}/prints/"
    assert find_fault(organizer, path, body, code) == (code, "/host")


def test_what_is_deleted_has_no_body_to_point_into(organizer: Program, event: Event) -> None:
    cut = {"take": "places", "stage": 1, "last": 2}
    body = {"format": "single_elimination", "cut": cut, "reason": "una finale"}
    stage = organizer.write(f"events/{event.pk}/stages/", body)
    problem = refused(organizer.delete(f"stages/{stage['id']}/"), 422, "reason_missing")
    assert [fault["pointer"] for fault in problem["violations"]] == [None]


def find_places(answer: Any, status: int, code: str) -> list[tuple[str, str | None]]:
    """The code and the pointer of each violation."""
    problem = refused(answer, status, code)
    return [(fault["code"], fault["pointer"]) for fault in problem["violations"]]


def list_entries(event: Event) -> list[int]:
    return list(event.entries.order_by("pk").values_list("pk", flat=True))


def test_a_player_of_the_same_entry_is_no_other_row_of_one_person(
    organizer: Program, event: Event
) -> None:
    first, second = event.entries.earliest("pk").members.values_list("player", flat=True)
    path, code = f"players/{first}/merge/", "players_play_together"
    assert find_fault(organizer, path, {"into": second}, code) == (code, "/into")
    code = "players_cannot_be_merged"
    assert find_fault(organizer, path, {"into": first}, code) == (code, "/into")
    answer = organizer.post(path, {"into": 9_999})
    assert find_places(answer, 404, "not_found") == [("named_not_found", "/into")]


def test_a_name_that_cannot_be(organizer: Program, event: Event) -> None:
    entry = event.entries.earliest("pk")
    first, second = entry.members.values_list("player", flat=True)
    taken = organizer.read(f"players/{second}/")
    body = {"first_name": taken["first_name"], "last_name": taken["last_name"]}
    answer = organizer.patch(f"players/{first}/", body)
    assert find_places(answer, 422, "player_name_taken") == [("player_name_taken", "/last_name")]
    answer = organizer.patch(f"entries/{entry.pk}/", {"players": [body, {"last_name": "Neri"}]})
    places = [("players_play_together", "/players/0")]
    assert find_places(answer, 422, "players_play_together") == places


def test_whether_a_corrected_player_is_one_person_is_asked_for(
    organizer: Program, club: Club, event: Event
) -> None:
    # The same four pairs play another evening too.
    make_event(club=club, pairs=4, drawn=False)
    entry = event.entries.earliest("pk")
    path = f"entries/{entry.pk}/"
    body = {"players": [{"last_name": "Zavoli"}, {"last_name": "Neri"}]}
    places = [("player_is_shared", "/same_person")]
    assert find_places(organizer.patch(path, body), 409, "player_is_shared") == places


def test_halls_that_cannot_be(organizer: Program, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=3, drawn=False)
    path = f"events/{event.pk}/halls/"
    answer = organizer.post(path, {"name": "Palestra", "tables": 500})
    assert find_places(answer, 422, "hall_too_large") == [("hall_too_large", "/tables")]
    organizer.write(path, {"name": "Palestra", "tables": 1})
    answer = organizer.post(path, {"name": "Palestra", "tables": 1})
    assert find_places(answer, 422, "hall_is_there") == [("hall_is_there", "/name")]


def test_times_of_a_round_that_cannot_be(organizer: Program, event: Event) -> None:
    round_ = organizer.read(f"rounds/?event={event.pk}")["results"][0]["id"]
    times = {"starts_at": "2026-12-13T22:00:00Z", "target_at": "2026-12-13T21:00:00Z"}
    answer = organizer.put(f"rounds/{round_}/clock/", times)
    code = "round_ends_before_its_start"
    assert find_places(answer, 422, code) == [(code, "/target_at")]


def test_penalties_that_cannot_be(organizer: Program, club: Club, event: Event) -> None:
    stage, entry = event.stages.get().pk, event.entries.earliest("pk").pk
    path, body = f"events/{event.pk}/penalties/", {"points": 3, "reason": "carta mostrata"}
    # A bracket is not ranked by points.
    answer = organizer.post(path, {**body, "stage": stage, "entry": entry})
    code = "penalty_needs_a_ranking"
    assert find_places(answer, 409, code) == [(code, "/stage")]
    answer = organizer.post(path, {**body, "stage": 9_999, "entry": entry})
    assert find_places(answer, 404, "not_found") == [("named_not_found", "/stage")]
    answer = organizer.post(path, {**body, "stage": stage, "entry": 9_999})
    assert find_places(answer, 404, "not_found") == [("named_not_found", "/entry")]
    swiss = evening("swiss", 4, club=club)
    answer = organizer.post(
        f"events/{swiss.pk}/penalties/",
        {**body, "stage": swiss.stages.get().pk, "entry": list_entries(swiss)[0], "metric": "x"},
    )
    assert find_places(answer, 409, "penalty_metric") == [("penalty_metric", "/metric")]


def test_a_protest_about_what_is_not_there(organizer: Program, event: Event) -> None:
    path, match = f"events/{event.pk}/protests/", first_match(event)
    pairing = event.pairings.get(match=match)
    playing = set(pairing.slots.values_list("entry", flat=True))
    other = next(entry for entry in list_entries(event) if entry not in playing)
    body = {"entry": other, "match": match, "text": "Ha segnato due volte"}
    answer = organizer.post(path, body)
    assert find_places(answer, 409, "protest_of_others") == [("protest_of_others", "/match")]
    answer = organizer.post(path, {**body, "match": 9_999})
    assert find_places(answer, 404, "not_found") == [("named_not_found", "/match")]
    answer = organizer.post(path, {**body, "entry": 9_999})
    assert find_places(answer, 404, "not_found") == [("named_not_found", "/entry")]


def test_entries_that_cannot_meet_or_change_places(organizer: Program, club: Club) -> None:
    event = evening("swiss", 8, club=club, options={"rounds": 3})
    stage = event.stages.get()
    first, second, *_others = list_entries(event)
    path = f"stages/{stage.pk}/"
    wish = {"kind": "forced", "reason": "accordo"}
    answer = organizer.post(f"{path}wishes/", {**wish, "entries": [first, first]})
    places = [("wish_of_two_entries", "/entries")]
    assert find_places(answer, 409, "round_refused") == places
    answer = organizer.post(f"{path}wishes/", {**wish, "entries": [first, 9_999]})
    assert find_places(answer, 404, "not_found") == [("named_not_found", "/entries/1")]
    swap = {"version": stage.version, "reason": "errore", "entries": [second, second]}
    answer = organizer.post(f"{path}rounds/swap/", swap)
    assert [place for _code, place in find_places(answer, 409, "round_refused")] == ["/entries"]
    late = {"players": [{"last_name": "Tardivi"}], "group": 2}
    answer = organizer.post(f"{path}entries/", late)
    assert find_places(answer, 404, "not_found") == [("named_not_found", "/group")]


def test_a_change_of_a_bracket_that_cannot_be(organizer: Program, event: Event) -> None:
    stage = event.stages.get()
    first, *_others = list_entries(event)
    swap = {"version": stage.version, "reason": "errore", "entries": [first, first]}
    answer = organizer.post(f"stages/{stage.pk}/rounds/swap/", swap)
    places = [("swap_in_one_match", "/entries")]
    assert find_places(answer, 409, "bracket_change_refused") == places
    path = f"stages/{stage.pk}/entries/"
    late = {"players": [{"last_name": "Tardivi"}], "reason": "in ritardo"}
    answer = organizer.post(path, late)
    assert find_places(answer, 409, "late_against_nobody") == [("late_against_nobody", "/against")]
    answer = organizer.post(path, {**late, "against": first})
    places = [("players_of_an_entry", "/players")]
    assert find_places(answer, 422, "entry_refused") == places
    late["players"] = [{"last_name": "Tardivi"}, {"last_name": "Lenti"}]
    answer = organizer.post(path, {**late, "against": first})
    places = [("opponent_without_bye", "/against")]
    assert find_places(answer, 409, "bracket_change_refused") == places
    answer = organizer.post(path, {**late, "against": first, "seed": 1})
    assert find_places(answer, 422, "entry_refused") == [("late_without_seed", "/seed")]


def test_words_and_reasons_of_a_draw(organizer: Program, club: Club) -> None:
    drawn = make_event(club=club, pairs=4, running=False)
    answer = organizer.post(f"stages/{drawn.stages.get().pk}/draws/", {})
    code = "draw_again_needs_a_reason"
    assert find_places(answer, 409, code) == [(code, "/reason")]
    waiting = make_event(club=club, pairs=4, drawn=False)
    draw = organizer.write(f"stages/{waiting.stages.get().pk}/draws/", {})
    answer = organizer.post(f"draws/{draw['id']}/hold/", {"word": " "})
    assert find_places(answer, 409, "word_missing") == [("word_missing", "/word")]


def test_prizes_rules_and_articles_that_cannot_be(organizer: Program, club: Club) -> None:
    path = f"events/{make_event(club=club, pairs=4, drawn=False).pk}/"
    rows = [{"first": 2, "last": 1, "text": "a"}, {"first": 1, "last": 1, "text": " "}]
    answer = organizer.put(f"{path}prizes/", {"prizes": rows})
    places = [("prize_without_text", "/prizes/1"), ("prize_places", "/prizes/0")]
    assert find_places(answer, 422, "prizes_refused") == places
    rules = {"late_game": 15, "late_match": 10, "start": "20:30", "check_in": "21:00"}
    answer = organizer.put(f"{path}house-rules/", rules)
    assert find_places(answer, 422, "regulation_refused") == [
        ("late_match_before_game", "/late_match"),
        ("start_before_check_in", "/start"),
    ]


def test_days_of_a_calendar_that_cannot_be(organizer: Program, event: Event) -> None:
    calendar = {"start": "2026-12-13", "weekdays": [], "rounds_a_date": 1, "skipped": []}
    answer = organizer.put(f"stages/{event.stages.get().pk}/calendar/", calendar)
    places = [("calendar_without_weekdays", "/weekdays")]
    assert find_places(answer, 422, "calendar_refused") == places


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"metrics": ["luck"]}, ("unknown_metric", "/metrics")),
        (
            {"cut": {"take": "places", "stage": 2, "last": 2}},
            ("cut_of_an_earlier_stage", "/cut/stage"),
        ),
        (
            {"cut": {"take": "places", "stage": 1, "last": 2, "room": 4}},
            ("room_without_all", "/cut"),
        ),
        (
            {"match_format": {"games": [{"game": "marafon"}] * 2, "wins": None}},
            ("format_needs_a_winner", "/match_format"),
        ),
        (
            {"match_format": {"games": [{"game": "marafon"}], "wins": 2}},
            ("wins_out_of_reach", "/match_format"),
        ),
    ],
)
def test_stages_that_cannot_be(
    organizer: Program, event: Event, change: Any, place: tuple[str, str]
) -> None:
    cut = {"take": "places", "stage": 1, "last": 2}
    body = {"format": "single_elimination", "cut": cut, "reason": "una finale", **change}
    answer = organizer.post(f"events/{event.pk}/stages/", body)
    assert place in find_places(answer, 422, "format_refused")


def test_tables_that_a_group_cannot_have(organizer: Program, event: Event) -> None:
    path = f"stages/{event.stages.get().pk}/groups/1/"
    answer = organizer.put(path, {"tables": [8, 9]})
    assert find_places(answer, 422, "format_refused") == [("no_such_tables", "/tables")]
    answer = organizer.put(path, {"venue": 9_999})
    assert find_places(answer, 404, "not_found") == [("named_not_found", "/venue")]


def test_results_that_cannot_be_supposed(organizer: Program, club: Club) -> None:
    event = evening("round_robin", 4, club=club)
    path = f"stages/{event.stages.get().pk}/what-if/"
    pairing = organizer.read(f"pairings/?event={event.pk}")["results"][0]["id"]
    rows = [{"pairing": pairing, "winner": 0}, {"pairing": 9_999, "winner": 0}]
    answer = organizer.post(path, {"results": rows})
    places = [("supposed_not_open", "/results/1/pairing")]
    assert find_places(answer, 422, "refused_by_rules") == places
    answer = organizer.post(path, {"results": [{"pairing": pairing, "totals": [1, 2, 3]}]})
    assert ("not_by_slot", "/results/0/totals") in find_places(answer, 422, "refused_by_rules")


def test_an_entry_that_cannot_be(organizer: Program, club: Club) -> None:
    event = make_event(club=club, pairs=4, drawn=False)
    path = f"events/{event.pk}/entries/"
    answer = organizer.post(path, {"players": [{"last_name": "Solo"}], "group": 3})
    assert ("players_of_an_entry", "/players") in find_places(answer, 422, "entry_refused")
    first, second = list_entries(event)[:2]
    organizer.write(f"entries/{first}/seed/", {"seed": 1})
    answer = organizer.post(f"entries/{second}/seed/", {"seed": 1})
    assert find_places(answer, 422, "entry_refused") == [("seed_taken", "/seed")]


def test_a_code_that_lets_nobody_in(anybody: Program, codes: list[TableCode]) -> None:
    answer = anybody.post("devices/", {"code": codes[0].code[:3]})
    assert find_places(answer, 422, "code_short") == [("code_short", "/code")]
    assert find_places(anybody.post("devices/", {}), 422, "body_refused") == [
        ("field_missing", "/code")
    ]
    assert find_places(anybody.post("devices/", {"code": ""}), 422, "code_short") == [
        ("code_short", "/code")
    ]
    answer = anybody.post("devices/", {"secret": "nessuno"})
    assert find_places(answer, 422, "code_unknown") == [("code_unknown", "/secret")]


def test_what_a_body_names_and_is_not_there(organizer: Program, club: Club, event: Event) -> None:
    elsewhere = str(make_event(club=make_club("Circolo di Bagno"), drawn=False).pk)
    owner = Program(make_member(club, Role.Kind.OWNER))
    plan = {"club": club.pk, "name": "Serata", "date": "2026-12-13", "format": "swiss"}
    plan["match_format"] = {"games": [{"game": "marafon"}], "wins": 1}
    device = {"round": 9_999}
    for program, path, body, place in (
        (organizer, f"clubs/{club.pk}/templates/", {"name": "A", "event": elsewhere}, "/event"),
        (organizer, f"events/{event.pk}/table-codes/", device, "/round"),
        (organizer, f"events/{event.pk}/table-codes/", {"tables": [99]}, "/tables"),
        (organizer, "events/", {**plan, "venue": 9_999}, "/venue"),
        (organizer, "venues/", {"club": 9_999, "name": "Bar"}, "/club"),
        (owner, f"clubs/{club.pk}/invitations/", {"kind": "REFEREE", "event": elsewhere}, "/event"),
    ):
        assert find_places(program.post(path, body), 404, "not_found") == [
            ("named_not_found", place)
        ]
    pairing = organizer.read(f"pairings/?event={event.pk}")["results"][0]["id"]
    answer = organizer.put(f"pairings/{pairing}/table/", {"table": 99})
    assert find_places(answer, 404, "not_found") == [("named_not_found", "/table")]


def test_what_the_state_of_an_event_fixes(organizer: Program, club: Club, event: Event) -> None:
    answer = organizer.patch(f"events/{event.pk}/", {"name": "Serata", "capacity": 8})
    assert find_places(answer, 409, "event_is_pinned") == [("event_is_pinned", "/capacity")]
    entry = event.entries.earliest("pk")
    answer = organizer.patch(f"entries/{entry.pk}/", {"seed": 3})
    assert find_places(answer, 409, "entry_is_drawn") == [("entry_is_drawn", "/seed")]
    waiting = make_event(club=club, pairs=4, tables=2, drawn=False)
    organizer.write(f"events/{waiting.pk}/halls/", {"name": "Palestra", "tables": 2})
    answer = organizer.patch(f"events/{waiting.pk}/", {"tables": 3})
    assert find_places(answer, 409, "tables_of_a_hall") == [("tables_of_a_hall", "/tables")]
    answer = organizer.post(f"events/{event.pk}/undo/", {"token": "altro"})
    assert find_places(answer, 409, "undo_refused") == [("undo_refused", "/token")]


def test_what_is_not_found_in_a_body_is_not_said_of_the_address(
    organizer: Program, event: Event
) -> None:
    player = event.entries.earliest("pk").members.earliest("pk").player_id
    answer = organizer.post(f"players/{player}/merge/", {"into": 9_999}, accept_language="en")
    problem = refused(answer, 404, "not_found")
    (fault,) = problem["violations"]
    text = "What “into” names is not there, or you may not see it."
    assert problem["title"] == fault["sentence"] == text


WITHOUT_A_MEMBER = {
    # About what the address names.
    "entry_has_begun",
    "entry_is_present",
    "entry_not_entered",
    "entry_not_waiting",
    "nobody_waits",
    "player_is_anonymous",
    "EntryRefused",  # of ``delete_entry``, which finds its code
    # About the header with the key, or a file, which no address of the API takes.
    "KeyReused",
    "EntryListRefused",
    # The view knows whether a code was typed or comes out of a QR.
    "code_of_cancelled_event",
    "code_of_past_event",
    "code_of_past_round",
    "code_revoked",
    "code_unknown",
    # About what there is: another body would be refused too.
    "hall_is_not_the_last",
    "hall_without_tables",
    "print_too_large",
    "too_many_templates",
    "too_many_webhooks",
    "refund_too_large",
}
"""Codes of refusals by 422 that are raised without the member of the body that they are about."""
PACKAGES = ("scoring", "tournaments", "printing", "webhooks")


def list_unpointed_codes() -> Iterator[str]:
    """The codes of refusals by 422 that are raised without violations and without a field."""
    kinds = {kind.__name__: kind for kind in list_refusals(Refusal)}
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
                continue
            kind = kinds.get(ast.unparse(node.exc.func))
            keywords = {keyword.arg for keyword in node.exc.keywords}
            if kind is None or getattr(kind, "status", 0) != 422 or kind.field is not None:
                continue
            has_violations = "violations" in keywords or len(node.exc.args) > 1
            if not has_violations and "field" not in keywords:
                first = node.exc.args[0] if node.exc.args else None
                yield str(first.value) if isinstance(first, ast.Constant) else kind.__name__


def test_what_is_wrong_with_a_body_has_a_pointer() -> None:
    assert sorted(set(list_unpointed_codes()) - WITHOUT_A_MEMBER) == []
