"""Codes of tables: who makes, reads and revokes them, and what they open."""

from api.limits import CODES_BY_ADDRESS
from scoring.models import Line
from tests.api.client import Phone, Program, refused
from tests.api.table import HAND, WINS, lines_for
from tests.factories import NOW, make_event, make_member, owner_of
from tests.tournaments.steps import pairing
from tournaments.models import Club, Device, Event, Role, TableCode
from tournaments.services.events.events import finish_event
from tournaments.services.hall.table_codes import make_codes, revoke_codes


def test_a_phone_comes_in_by_the_typed_code_and_sees_its_match(
    event: Event, codes: list[TableCode], match: int
) -> None:
    phone = Phone(codes[0].code.lower())
    assert phone.place["table"] == 1
    assert phone.place["match"] == match
    assert phone.place["event"]["name"] == event.name
    assert phone.read("device/") | {"ticket": ""} == phone.place | {"ticket": ""}


def test_a_phone_comes_in_by_the_qr(codes: list[TableCode]) -> None:
    assert Phone(secret=codes[1].secret).place["table"] == 2


def test_the_token_is_shown_once_and_stored_hashed(codes: list[TableCode]) -> None:
    answer = Program().post("devices/", {"code": codes[0].code})
    token = answer.json()["token"]
    assert token not in Device.objects.get().digest
    assert len(Device.objects.get().digest) == 64


def test_a_code_for_a_round_is_for_that_round(event: Event, match: int) -> None:
    final = pairing(event, "main-2-1").round
    code = make_codes(event=event, round=final, actor=owner_of(event.club), now=NOW)[0]
    phone = Phone(code.code)
    assert phone.place["match"] is None
    refused(phone.line(match, 0, HAND), 403, "another_round")


def test_a_code_of_a_past_round_says_so(event: Event, organizer: Program, club: Club) -> None:
    first = pairing(event, "main-1-1").round
    code = make_codes(event=event, round=first, actor=owner_of(club), now=NOW)[0]
    for number in (1, 2):
        organizer.line(pairing(event, f"main-1-{number}").match_id, 0, WINS)
    answer = Program().post("devices/", {"code": code.code})
    refused(answer, 422, "code_of_past_round")


def test_a_revoked_code_opens_nothing_and_puts_its_phones_out(
    event: Event, codes: list[TableCode], match: int
) -> None:
    phone = Phone(codes[0].code)
    revoke_codes(codes=codes[:1], event=event, actor=owner_of(event.club), now=NOW)
    refused(Program().post("devices/", {"code": codes[0].code}), 422, "code_revoked")
    refused(Program().post("devices/", {"secret": codes[0].secret}), 422, "code_revoked")
    refused(phone.line(match, 0, HAND), 401, "code_gone")
    refused(phone.get("device/"), 401, "code_gone")
    assert not Line.objects.exists()


def test_a_new_code_revokes_the_one_before(event: Event, codes: list[TableCode]) -> None:
    phone = Phone(codes[0].code)
    new = make_codes(event=event, tables=[1], actor=owner_of(event.club), now=NOW)
    refused(phone.get("device/"), 401, "code_gone")
    assert Phone(new[0].code).place["table"] == 1
    assert Phone(codes[1].code).place["table"] == 2


def test_a_code_of_a_finished_event_opens_nothing(
    event: Event, codes: list[TableCode], organizer: Program
) -> None:
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        organizer.line(pairing(event, code).match_id, 0, WINS)
    finish_event(event=event, actor=owner_of(event.club), now=NOW)
    refused(Program().post("devices/", {"code": codes[0].code}), 422, "code_of_past_event")


def test_guessing_is_slowed_down_by_address_and_the_hall_plays_on(
    codes: list[TableCode], match: int
) -> None:
    phone = Phone(codes[0].code)
    guess = Program()
    for _ in range(CODES_BY_ADDRESS.most):
        refused(guess.post("devices/", {"code": "AAAAAA"}), 422, "code_unknown")
    answer = guess.post("devices/", {"code": codes[1].code})
    refused(answer, 429, "too_many_tries")
    assert 0 < int(answer["Retry-After"]) <= 600
    assert phone.line(match, 0, HAND).status_code == 201
    assert Phone(secret=codes[1].secret).place["table"] == 2


def test_a_code_that_is_too_short_does_not_count_as_a_guess(codes: list[TableCode]) -> None:
    for _ in range(CODES_BY_ADDRESS.most + 1):
        refused(Program().post("devices/", {"code": "K7M4P"}), 422, "code_short")
    assert Phone(codes[0].code).place["table"] == 1


def test_a_code_is_only_good_for_the_event_of_the_page(club: Club, codes: list[TableCode]) -> None:
    other = make_event(club=club, pairs=2, tables=1)
    body = {"code": codes[0].code, "event": str(other.pk)}
    refused(Program().post("devices/", body), 422, "code_unknown")


def test_codes_are_listed_made_and_revoked_by_the_organizer(
    event: Event, organizer: Program
) -> None:
    path = f"events/{event.pk}/table-codes/"
    made = organizer.write(path, {"tables": [2]})["results"]
    assert [code["table"] for code in made] == [2]
    assert organizer.read(path)["results"] == made
    assert organizer.delete(f"table-codes/{made[0]['id']}/").status_code == 204
    assert organizer.read(path)["results"] == []


def test_nobody_but_the_organizer_reads_makes_or_revokes_codes(
    event: Event, codes: list[TableCode], stranger: Program, anybody: Program, club: Club
) -> None:
    referee = Program(make_member(club, Role.Kind.REFEREE))
    phone = Phone(codes[0].code)
    for asking in (stranger, anybody, referee, phone):
        for answer in (
            asking.get(f"events/{event.pk}/table-codes/"),
            asking.post(f"events/{event.pk}/table-codes/", {}),
        ):
            refused(answer, 403, "not_allowed")
        for number in (codes[0].pk, 10**9):
            refused(asking.get(f"table-codes/{number}/"), 404, "not_found")
            refused(asking.delete(f"table-codes/{number}/"), 404, "not_found")
    assert TableCode.objects.filter(revoked_at__isnull=True).count() == len(codes)


def test_a_line_that_waited_is_sent_with_the_token_of_the_new_code_and_the_same_key(
    event: Event, codes: list[TableCode], match: int
) -> None:
    old = Phone(codes[0].code)
    new_code = make_codes(event=event, tables=[1], actor=owner_of(event.club), now=NOW)[0]
    refused(old.line(match, 0, HAND, key="waited"), 401, "code_gone")
    new = Phone(new_code.code)
    first = new.line(match, 0, HAND, key="waited")
    again = new.line(match, 0, HAND, key="waited")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert Line.objects.get(match=match).author_id == new.place["id"]


def test_a_line_whose_answer_was_lost_is_not_written_again_by_the_new_phone(
    event: Event, codes: list[TableCode], match: int
) -> None:
    old = Phone(codes[0].code)
    lost = old.line(match, 0, HAND, key="lost")
    new_code = make_codes(event=event, tables=[1], actor=owner_of(event.club), now=NOW)[0]
    for path in ("device/", f"matches/{match}/lines/"):
        refused(old.get(path), 401, "code_gone")
    refused(old.line(match, 0, HAND, key="lost"), 401, "code_gone")
    refused(old.patch("device/", {"player": None}), 401, "code_gone")
    refused(old.delete("device/"), 401, "code_gone")
    new = Phone(new_code.code)
    again = new.line(match, 0, HAND, key="lost")
    assert (again.status_code, again.content) == (201, lost.content)
    assert [line["key"] for line in lines_for(new, match)] == ["lost"]
    assert Line.objects.get(match=match).author_id == old.place["id"]
