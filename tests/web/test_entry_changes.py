"""Entries that are corrected in their row: what may change, who is meant, two at once."""

from typing import Any

import pytest
from django.test import Client

from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from competition.regulation import HouseRules
from tests.factories import NOW, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Entry, Event, Player, Role
from tournaments.selectors.trust.verification.draws import find_draw_faults
from tournaments.services.draws.draws import prepare_draw
from tournaments.services.registration.entries import enter
from tournaments.services.registration.payments import take_payment


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, drawn=False)


@pytest.fixture
def entry(event: Event) -> Entry:
    return event.entries.earliest("pk")


def address(entry: Entry) -> str:
    return f"/desk/entries/{entry.pk}/change/"


def read_fields(desk: Client, entry: Entry) -> dict[str, str]:
    """What the browser would send if nothing is changed."""
    form = desk.get(address(entry)).context["opened"]
    sent = {}
    for name in form.fields:
        value = form[name].value()
        text = "" if value is None or value is False else str(value)
        sent[f"initial-{name}"] = text
        if value is not False:
            sent[name] = text
    return sent


def change(desk: Client, entry: Entry, **changes: str) -> Any:
    return desk.post(address(entry), {**read_fields(desk, entry), **changes})


def is_saved(answer: Any, entry: Entry) -> bool:
    page = f"/desk/events/{entry.event_id}/entries/?at={entry.pk}#entry-{entry.pk}"
    return (answer.status_code, getattr(answer, "url", "")) == (302, page)


def test_one_row_of_the_list_is_open(desk: Client, entry: Entry) -> None:
    page = desk.get(address(entry))
    assert html_of(page).count('class="open"') == 1
    assert html_of(page).count('class="open-form"') == 1
    assert 'value="Zoffoli0"' in html_of(page)
    assert "Zoffoli3" in text_of(page)


def test_a_typing_error_is_corrected_without_a_second_entry(desk: Client, entry: Entry) -> None:
    players = Player.objects.count()
    assert is_saved(change(desk, entry, last1="Zofoli", first2="Ivana"), entry)
    page = text_of(desk.get(f"/desk/events/{entry.event_id}/entries/"))
    assert "Loris Zofoli – Ivana Casadei0" in page
    assert "withdrawn" not in page
    assert (entry.event.entries.count(), Player.objects.count()) == (4, players)


def test_club_phone_notes_and_fee_change_at_once(desk: Client, entry: Entry) -> None:
    answer = change(
        desk,
        entry,
        club_name="Bar Rita",
        phone="0547 555 0148",
        notes="arriva tardi",
        paid="on",
        seed="3",
    )
    assert is_saved(answer, entry)
    entry.refresh_from_db()
    assert (entry.club_name, entry.phone, entry.notes) == (
        "Bar Rita",
        "0547 555 0148",
        "arriva tardi",
    )
    assert (entry.paid, entry.seed) == (True, 3)


def test_an_amount_that_is_typed_has_been_paid(desk: Client, entry: Entry) -> None:
    assert is_saved(change(desk, entry, paid_cents="7,50"), entry)
    entry.refresh_from_db()
    assert (entry.paid, entry.paid_cents) == (True, 750)
    assert "7.50 € Iole" in text_of(desk.get(f"/desk/events/{entry.event_id}/entries/"))
    sent = {**read_fields(desk, entry), "paid": ""}
    assert is_saved(desk.post(address(entry), sent), entry)
    entry.refresh_from_db()
    assert (entry.paid, entry.paid_cents) == (False, None)


def set_fee(event: Event) -> None:
    """An entry costs twenty euros."""
    rules = HouseRules(fee_cents=2000).model_dump(mode="json", exclude_defaults=True)
    Event.objects.filter(pk=event.pk).update(rules=rules)


def amounts(entry: Entry) -> list[tuple[int | None, bool]]:
    rows = entry.payments.order_by("pk").values_list("cents", "cancelled_at")
    return [(cents, cancelled is not None) for cents, cancelled in rows]


@pytest.mark.parametrize("part", [None, "5"])
def test_has_paid_without_an_amount_pays_what_is_missing_of_the_fee(
    desk: Client, event: Event, entry: Entry, part: str | None
) -> None:
    set_fee(event)
    expected = [(2000, False)]
    if part is not None:
        take_payment(entry=entry, cents=500, actor=owner_of(event.club), now=NOW)
        expected = [(500, False), (1500, False)]
    assert is_saved(change(desk, entry, paid="on"), entry)
    entry.refresh_from_db()
    assert (entry.paid, entry.paid_cents, amounts(entry)) == (True, 2000, expected)


def test_an_amount_of_who_has_paid_the_fee_is_not_emptied(
    desk: Client, event: Event, entry: Entry
) -> None:
    set_fee(event)
    change(desk, entry, paid="on")
    answer = change(desk, entry, paid_cents="", phone="0547 1")
    assert answer.status_code == 422
    assert "Write an amount above zero" in text_of(answer)
    entry.refresh_from_db()
    assert (entry.paid, entry.paid_cents, entry.phone) == (True, 2000, "")
    assert amounts(entry) == [(2000, False)]
    sent = {**read_fields(desk, entry), "paid": "", "paid_cents": ""}
    assert is_saved(desk.post(address(entry), sent), entry)
    entry.refresh_from_db()
    assert (entry.paid, entry.paid_cents, amounts(entry)) == (False, None, [(2000, True)])


def test_without_a_fee_an_amount_that_is_emptied_is_no_longer_known(
    desk: Client, entry: Entry
) -> None:
    change(desk, entry, paid_cents="7,50")
    assert is_saved(change(desk, entry, paid_cents=""), entry)
    entry.refresh_from_db()
    assert (entry.paid, entry.paid_cents) == (True, None)
    assert amounts(entry) == [(750, True), (None, False)]


def test_phone_and_notes_are_for_the_organizers_alone(
    desk: Client, anybody: Client, entry: Entry
) -> None:
    change(desk, entry, phone="0547 555 0148", notes="arriva tardi")
    for path in (
        f"/events/{entry.event_id}/",
        f"/api/v1/events/{entry.event_id}/entries/",
        f"/api/v1/entries/{entry.pk}/",
    ):
        page = html_of(anybody.get(path))
        assert "555 0148" not in page
        assert "arriva tardi" not in page


def test_nothing_changed_writes_nothing(desk: Client, entry: Entry) -> None:
    version = Event.objects.get(pk=entry.event_id).version
    assert is_saved(change(desk, entry), entry)
    assert Event.objects.get(pk=entry.event_id).version == version


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("last1", ""),
        ("last1", "\u200b"),
        ("first1", "x" * 81),
        ("phone", "x" * 121),
        ("notes", "x" * 501),
        ("seed", "0"),
        ("seed", "9" * 30),
        ("club_name", "a\0b"),
    ],
)
def test_what_no_entry_can_say_stays_on_the_page(
    desk: Client, entry: Entry, field: str, value: str
) -> None:
    answer = change(desk, entry, **{field: value})
    assert answer.status_code == 422
    assert field in answer.context["opened"].errors


def test_two_people_change_two_fields_and_both_stay(desk: Client, entry: Entry) -> None:
    seen = read_fields(desk, entry)
    assert is_saved(change(desk, entry, club_name="Bar Rita"), entry)
    assert is_saved(desk.post(address(entry), {**seen, "phone": "0547 1"}), entry)
    entry.refresh_from_db()
    assert (entry.club_name, entry.phone) == ("Bar Rita", "0547 1")


def test_a_field_that_two_people_change_is_asked_about_once(desk: Client, entry: Entry) -> None:
    seen = read_fields(desk, entry)
    change(desk, entry, last1="Zoffoli", paid="on")
    answer = desk.post(address(entry), {**seen, "last1": "Zofoli"})
    assert answer.status_code == 422
    form = answer.context["opened"]
    assert list(form.errors) == ["last1"]
    assert "Loris Zoffoli" in text_of(desk.get(f"/desk/events/{entry.event_id}/entries/"))
    again = {**seen, "last1": "Zofoli", "initial-last1": form.data["initial-last1"]}
    assert is_saved(desk.post(address(entry), again), entry)
    entry.refresh_from_db()
    assert entry.members.get(position=0).player.last_name == "Zofoli"
    assert entry.paid


def test_a_seed_that_another_has_is_refused(desk: Client, event: Event, entry: Entry) -> None:
    other = event.entries.latest("pk")
    change(desk, other, seed="1")
    answer = change(desk, entry, seed="1")
    assert answer.status_code == 422
    assert "Another entry is seed 1 already" in text_of(answer)


def test_after_the_draw_seed_and_group_are_a_sentence(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    entry = event.entries.earliest("pk")
    page = desk.get(address(entry))
    assert not {"seed", "group"} & page.context["opened"].fields.keys()
    assert "Seed and group stay as the draw took them" in text_of(page)
    assert is_saved(change(desk, entry, last1="Zoffoli", seed="2", notes="x"), entry)
    entry.refresh_from_db()
    assert (entry.seed, entry.notes) == (None, "x")
    assert "Zoffoli – Casadei0" in text_of(desk.get(f"/desk/events/{event.pk}/bracket/"))


def test_a_club_that_is_corrected_after_the_draw_leaves_the_draw_as_it_was(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=4)
    entry = event.entries.earliest("pk")
    Entry.objects.filter(pk=entry.pk).update(club_name="Bar")
    event = make_event(club=club, pairs=4)
    entry = event.entries.earliest("pk")
    for name in ("Bar Rita", "Bar Fiume"):
        assert is_saved(change(desk, entry, club_name=name), entry)
    entry.refresh_from_db()
    assert (entry.club_name, entry.club_as_drawn) == ("Bar Fiume", "")
    assert list(find_draw_faults(event)) == []


def test_while_a_draw_is_committed_only_what_it_does_not_take_changes(
    desk: Client, event: Event, entry: Entry, club: Club
) -> None:
    prepare_draw(stage=event.stages.get(), reason="", actor=owner_of(club), now=NOW)
    assert is_saved(change(desk, entry, last1="Zoffoli", phone="0547 1"), entry)
    answer = change(desk, entry, club_name="Bar Rita")
    assert answer.status_code == 409
    assert "A draw is committed" in text_of(answer)


def test_an_archived_event_stays_as_it_is(desk: Client, event: Event, entry: Entry) -> None:
    sent = {**read_fields(desk, entry), "notes": "x"}
    Event.objects.filter(pk=event.pk).update(state=Event.State.ARCHIVED)
    assert desk.post(address(entry), sent).status_code == 409
    entry.refresh_from_db()
    assert entry.notes == ""


def test_a_withdrawn_pair_is_corrected_too(desk: Client, event: Event, entry: Entry) -> None:
    desk.post(f"/desk/entries/{entry.pk}/withdraw/", {"reason": "una febbre"})
    assert is_saved(change(desk, entry, last1="Zoffoli"), entry)


def test_a_referee_corrects_no_entry(club: Club, entry: Entry) -> None:
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    assert referee.get(address(entry)).status_code == 403
    assert referee.post(address(entry), {"last1": "x"}).status_code == 403


# Who is meant by a corrected name.


def test_a_player_of_other_entries_is_asked_about(desk: Client, club: Club, entry: Entry) -> None:
    make_event(club=club, pairs=1, drawn=False, name="Sabato scorso")
    answer = change(desk, entry, last1="Zoffoli")
    assert answer.status_code == 422
    assert "plays in 1 other entry too" in text_of(answer)
    assert "Sabato scorso" in text_of(answer)
    assert 'value="everywhere"' in html_of(answer)
    assert entry.members.get(position=0).player.last_name == "Zoffoli0"


def test_one_person_is_corrected_everywhere(desk: Client, club: Club, entry: Entry) -> None:
    other = make_event(club=club, pairs=1, drawn=False)
    version = other.version
    assert is_saved(change(desk, entry, last1="Zoffoli", same1="everywhere"), entry)
    there = other.entries.get().members.get(position=0)
    assert there.player.full_name == "Loris Zoffoli"
    other.refresh_from_db()
    assert other.version > version


def test_somebody_else_here_leaves_the_others_as_they_are(
    desk: Client, club: Club, entry: Entry
) -> None:
    other = make_event(club=club, pairs=1, drawn=False)
    assert is_saved(change(desk, entry, last1="Zoffoli", same1="here"), entry)
    assert entry.members.get(position=0).player.full_name == "Loris Zoffoli"
    assert other.entries.get().members.get(position=0).player.full_name == "Loris Zoffoli0"


def test_a_name_that_the_club_has_already_is_that_player(
    desk: Client, club: Club, entry: Entry
) -> None:
    other = make_event(club=club, pairs=0, drawn=False)
    form = EntryDetails(players=(Name("Loris", "Zoffoli"), Name("Dino", "Turci")))
    known = enter(event=other, form=form, actor=owner_of(club), now=NOW)
    assert is_saved(change(desk, entry, last1="Zoffoli"), entry)
    player = known.members.get(position=0).player
    assert entry.members.get(position=0).player == player
    assert not Player.objects.filter(last_name="Zoffoli0").exists()


def test_a_name_that_plays_here_already_is_refused(
    desk: Client, event: Event, entry: Entry
) -> None:
    answer = change(desk, entry, last1="Zoffoli1")
    assert answer.status_code == 422
    assert "two people" in text_of(answer)
    assert entry.members.get(position=0).player.last_name == "Zoffoli0"


def test_only_capitals_are_corrected_without_a_question(
    desk: Client, club: Club, entry: Entry
) -> None:
    other = make_event(club=club, pairs=1, drawn=False)
    assert is_saved(change(desk, entry, last1="ZOFFOLI0"), entry)
    assert other.entries.get().members.get(position=0).player.last_name == "ZOFFOLI0"


def test_the_row_that_is_looked_for_is_on_the_page(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=101, drawn=False)
    last = event.entries.latest("pk")
    page = html_of(desk.get(f"/desk/events/{event.pk}/entries/?at={last.pk}"))
    assert f'id="entry-{last.pk}"' in page
    assert f'id="entry-{last.pk}"' in html_of(desk.get(address(last)))
