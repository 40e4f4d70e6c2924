"""The settings of an event on the desk: what may change in each state, and the archive."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.test import Client
from django.utils.timezone import localdate

from accounts.models import User
from tests.factories import NOW, make_club, make_event, make_member, owner_of
from tests.roles.hall import sign_in
from tests.tournaments.steps import QUICK, win
from tests.web.pages import html_of
from tournaments.models import Event, Pairing, Role
from tournaments.services.club.clubs import add_venue
from tournaments.services.events.events import EventPlan, create_event, delete_draft
from tournaments.services.registration.payments import cancel_payment, take_payment

pytestmark = pytest.mark.django_db


def desk_of(event: Event) -> Client:
    """The desk of the owner of the club."""
    return sign_in(User.objects.get(roles__club=event.club, roles__kind=Role.Kind.OWNER))


def address(event: Event) -> str:
    return f"/desk/events/{event.pk}/settings/"


def read_fields(desk: Client, event: Event) -> dict[str, Any]:
    """What the browser would send if nothing is changed."""
    form = desk.get(address(event)).context["form"]
    sent: dict[str, Any] = {}
    for name, field in form.fields.items():
        value = form[name].value()
        sent[name] = sent[f"initial-{name}"] = "" if value is None else str(value)
        if not field.show_hidden_initial:
            del sent[f"initial-{name}"]
    return sent


def save(desk: Client, event: Event, **changes: Any) -> Any:
    return desk.post(address(event), {**read_fields(desk, event), **changes})


def is_saved(answer: Any, event: Event) -> bool:
    return (answer.status_code, getattr(answer, "url", "")) == (302, address(event))


@pytest.fixture
def event() -> Event:
    """Running, at two tables."""
    return make_event(pairs=8, tables=2, match_format=QUICK)


def test_name_date_and_hall_change_while_it_is_played(event: Event) -> None:
    desk = desk_of(event)
    changes = {"name": "Sabato di Santa Caterina", "date": "2026-12-20", "venue": "Palestra"}
    answer = save(desk, event, **changes, amendment="la sala è occupata")
    assert is_saved(answer, event), answer.context["form"].errors
    event.refresh_from_db()
    assert event.venue is not None
    assert (event.name, event.date, event.venue.name) == (
        "Sabato di Santa Caterina",
        date(2026, 12, 20),
        "Palestra",
    )


def test_hour_fee_deadline_contact_and_notes_are_on_the_public_page() -> None:
    event = make_event(drawn=False)
    answer = save(
        desk_of(event),
        event,
        start="20:30",
        fee_cents="12,50",
        entries_close_at="2026-12-12T19:15",
        contact="Iole, 0547 555 0100",
        notes="Si gioca al chiuso.\r\nSi cena dalle 19.",
    )
    assert is_saved(answer, event), answer.context["form"].errors
    event.refresh_from_db()
    assert (event.rules["start"], event.rules["fee_cents"]) == ("20:30", 1250)
    assert event.notes == "Si gioca al chiuso.\nSi cena dalle 19."
    page = " ".join(Client().get(f"/events/{event.pk}/").content.decode().split())
    for words in ("20.30", "12,50 €", "19.15", "Iole, 0547 555 0100", "Si gioca al chiuso.<br>"):
        assert words in page, words
    assert "20.30" in Client().get("/").content.decode()
    assert is_saved(save(desk_of(event), event), event)


def test_after_the_start_the_hour_needs_a_reason_and_the_contact_does_not(event: Event) -> None:
    assert save(desk_of(event), event, start="21:00").status_code == 422
    assert is_saved(save(desk_of(event), event, contact="Iole"), event)
    assert is_saved(save(desk_of(event), event, start="21:00", amendment="la cena"), event)


def test_a_start_before_the_check_in_is_refused_with_a_sentence() -> None:
    event = make_event(drawn=False)
    Event.objects.filter(pk=event.pk).update(rules={"check_in": "20:15"})
    answer = save(desk_of(event), event, start="20:00")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()


@pytest.mark.parametrize(
    "changes",
    [
        {"start": "25:00"},
        {"fee_cents": "-1"},
        {"fee_cents": "99999999"},
        {"entries_close_at": "0001-01-01T00:00"},
        {"entries_close_at": "domani"},
        {"contact": "x" * 121},
        {"notes": "x" * 1001},
    ],
)
def test_a_setting_out_of_its_limits_is_not_saved(changes: dict[str, str]) -> None:
    event = make_event(drawn=False)
    answer = save(desk_of(event), event, **changes)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == set(changes)


def test_a_deadline_in_the_hour_that_comes_twice_is_its_first_moment() -> None:
    event = make_event(drawn=False)
    assert is_saved(save(desk_of(event), event, entries_close_at="2026-10-25T02:30"), event)
    event.refresh_from_db()
    assert event.entries_close_at == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_a_deadline_at_its_second_moment_stays_until_it_is_changed() -> None:
    event = make_event(drawn=False)
    second_moment = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    Event.objects.filter(pk=event.pk).update(entries_close_at=second_moment)
    assert is_saved(save(desk_of(event), event, contact="Iole"), event)
    event.refresh_from_db()
    assert (event.contact, event.entries_close_at) == ("Iole", second_moment)
    assert is_saved(save(desk_of(event), event, entries_close_at="2026-10-25T01:45"), event)
    event.refresh_from_db()
    assert event.entries_close_at == datetime(2026, 10, 24, 23, 45, tzinfo=UTC)


def test_a_deadline_that_the_clocks_leave_out_is_refused_with_a_sentence() -> None:
    event = make_event(drawn=False)
    answer = save(desk_of(event), event, entries_close_at="2027-03-28T02:30")
    assert answer.status_code == 422
    sentences = answer.context["form"].errors["entries_close_at"]
    assert len(sentences) == 1
    assert "le lancette" in sentences[0]


def test_nothing_changed_writes_nothing(event: Event) -> None:
    desk, version = desk_of(event), Event.objects.get(pk=event.pk).version
    assert is_saved(save(desk, event), event)
    assert Event.objects.get(pk=event.pk).version == version


def test_an_emptied_hall_is_none() -> None:
    event = make_event(drawn=False)
    event.venue = add_venue(
        club=event.club, name="Palestra", address="", actor=owner_of(event.club)
    )
    event.save()
    assert is_saved(save(desk_of(event), event, venue=""), event)
    event.refresh_from_db()
    assert event.venue is None


def test_tables_are_added_while_it_is_played_and_taken_at_once(event: Event) -> None:
    called = Pairing.objects.filter(event=event, state="CALLED")
    assert called.count() == 2
    assert is_saved(save(desk_of(event), event, tables="4", amendment="altri tavoli"), event)
    assert called.count() == 4


def test_tables_are_never_taken_away_after_the_draw(event: Event) -> None:
    answer = save(desk_of(event), event, tables="1", amendment="meno tavoli")
    assert answer.status_code == 422
    assert "tables" in answer.context["form"].errors
    assert event.tables.count() == 2


def test_what_the_draw_has_fixed_is_no_field(event: Event) -> None:
    page = desk_of(event).get(address(event))
    assert "capacity" not in page.context["form"].fields
    assert "Fissato dal sorteggio" in page.content.decode()
    assert is_saved(save(desk_of(event), event, capacity="2", amendment="x"), event)
    event.refresh_from_db()
    assert event.capacity is None


def test_two_people_change_two_settings_and_both_stay(event: Event) -> None:
    desk = desk_of(event)
    seen_by_the_second = read_fields(desk, event)
    assert is_saved(save(desk, event, name="Nuovo nome", amendment="x"), event)
    answer = desk.post(
        address(event), {**seen_by_the_second, "date": "2026-12-20", "amendment": "x"}
    )
    assert is_saved(answer, event)
    event.refresh_from_db()
    assert (event.name, event.date) == ("Nuovo nome", date(2026, 12, 20))


def test_a_setting_that_two_people_change_is_asked_about_once(event: Event) -> None:
    desk = desk_of(event)
    seen_by_the_second = read_fields(desk, event)
    assert is_saved(save(desk, event, name="Il primo", amendment="x"), event)
    answer = desk.post(address(event), {**seen_by_the_second, "name": "Il secondo"})
    assert answer.status_code == 422
    form = answer.context["form"]
    assert "name" in form.errors
    assert Event.objects.get(pk=event.pk).name == "Il primo"
    again = {**seen_by_the_second, "name": "Il secondo", "initial-name": form.data["initial-name"]}
    assert is_saved(desk.post(address(event), again), event)
    assert Event.objects.get(pk=event.pk).name == "Il secondo"


@pytest.mark.parametrize("changes", [{"name": ""}, {"date": "sabato"}, {"visibility": "ALL"}])
def test_what_cannot_be_read_stays_on_the_page(event: Event, changes: dict[str, str]) -> None:
    answer = save(desk_of(event), event, **changes)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == set(changes)


def test_a_draft_without_entries_is_deleted() -> None:
    club = make_club()
    owner = User.objects.get(roles__club=club)
    plan = EventPlan(name="Prova", date=date(2026, 12, 13), match_format=QUICK, tables=3)
    event = create_event(club=club, plan=plan, actor=owner_of(club), now=NOW)
    desk = sign_in(owner)
    assert "Elimina la bozza" in desk.get(address(event)).content.decode()
    answer = desk.post(f"/desk/events/{event.pk}/delete/", follow=True)
    assert answer.redirect_chain == [("/desk/", 302)]
    assert not Event.objects.exists()


def make_draft(pairs: int) -> Event:
    event = make_event(pairs=pairs, drawn=False)
    Event.objects.filter(pk=event.pk).update(state="DRAFT")
    return Event.objects.get(pk=event.pk)


def test_a_draft_with_entries_is_deleted_once_their_number_is_agreed() -> None:
    event = make_draft(pairs=3)
    desk, path = desk_of(event), f"/desk/events/{event.pk}/delete/"
    assert f'href="{path}"' in desk.get(address(event)).content.decode()
    page = desk.get(path).content.decode()
    assert "3 iscrizioni" in page
    assert '<input type="hidden" name="entries" value="3"' in page
    # Somebody has entered one more pair since.
    assert desk.post(path, {"entries": "2"}).status_code == 409
    assert event.entries.count() == 3
    club = event.club
    assert desk.post(path, {"entries": "3"}).status_code == 302
    assert not Event.objects.exists()
    assert not club.players.exists()


def test_players_of_another_event_outlive_a_draft() -> None:
    event = make_draft(pairs=2)
    actor = owner_of(event.club)
    other = make_event(club=event.club, pairs=1, drawn=False)
    delete_draft(event=event, entries=2, actor=actor, now=NOW)
    assert list(Event.objects.all()) == [other]
    assert event.club.players.count() == 2


def test_a_draft_of_which_money_was_noted_is_not_deleted() -> None:
    event = make_draft(pairs=2)
    entry = event.entries.earliest("pk")
    actor = owner_of(event.club)
    payment = take_payment(entry=entry, cents=500, actor=actor, now=NOW)
    assert payment is not None
    cancel_payment(payment=payment, actor=actor, now=NOW)
    desk, path = desk_of(event), f"/desk/events/{event.pk}/delete/"
    assert f'href="{path}"' not in desk.get(address(event)).content.decode()
    assert desk.post(path, {"entries": "2"}).status_code == 409
    assert event.entries.count() == 2


def test_a_cancelled_event_is_archived_and_comes_back_cancelled(event: Event) -> None:
    desk, path = desk_of(event), f"/desk/events/{event.pk}/"
    desk.post(f"{path}cancel/", {"why": "la palestra è allagata"})
    assert f'action="{path}archive/"' in desk.get(address(event)).content.decode()
    for _ in range(2):
        assert desk.post(f"{path}archive/").status_code == 302
    assert Event.objects.get(pk=event.pk).state == "ARCHIVED"
    for page in (path, address(event), f"/events/{event.pk}/", "/", f"/events/{event.pk}/screen/"):
        answer = desk.get(page)
        assert answer.status_code == 200
        assert "annullat" in answer.content.decode(), page
    for _ in range(2):
        assert desk.post(f"{path}restore/").status_code == 302
    assert Event.objects.get(pk=event.pk).state == "CANCELLED"
    assert desk.post(f"{path}hold/").status_code == 302
    assert not Event.objects.get(pk=event.pk).is_cancelled


def test_an_event_that_was_on_show_is_not_deleted(event: Event) -> None:
    answer = desk_of(event).post(f"/desk/events/{event.pk}/delete/")
    assert answer.status_code == 409
    assert Event.objects.filter(pk=event.pk).exists()


def test_an_archived_event_is_taken_back_by_an_owner_alone() -> None:
    event = make_event(pairs=2, match_format=QUICK)
    win(event.pairings.get())
    Event.objects.filter(pk=event.pk).update(state="ARCHIVED")
    organizer = sign_in(make_member(event.club))
    assert "form" in organizer.get(address(event)).context
    assert organizer.post(f"/desk/events/{event.pk}/restore/").status_code == 403
    assert Event.objects.get(pk=event.pk).state == "ARCHIVED"
    assert desk_of(event).post(f"/desk/events/{event.pk}/restore/").status_code == 302
    assert Event.objects.get(pk=event.pk).state == "FINISHED"


def test_the_settings_of_an_archived_event_cannot_be_changed() -> None:
    event = make_event(pairs=2, match_format=QUICK)
    Event.objects.filter(pk=event.pk).update(state="ARCHIVED")
    desk = desk_of(event)
    assert f'action="{address(event)}"' not in desk.get(address(event)).content.decode()
    desk.post(address(event), {"name": "Altro", "initial-name": event.name})
    assert Event.objects.get(pk=event.pk).name == event.name


def test_an_event_is_cancelled_with_a_reason_that_everybody_reads(event: Event) -> None:
    desk, why = desk_of(event), "la palestra è allagata"
    answer = desk.post(f"/desk/events/{event.pk}/cancel/", {"why": why})
    assert is_saved(answer, event)
    Event.objects.filter(pk=event.pk).update(date=localdate())
    pages = (f"/events/{event.pk}/", f"/events/{event.pk}/screen/")
    for page in (*pages, f"/desk/events/{event.pk}/", address(event)):
        assert why in desk.get(page).content.decode(), page
    assert event in Client().get("/").context["next"]
    again = desk.post(f"/desk/events/{event.pk}/cancel/", {"why": "un altro motivo"})
    assert is_saved(again, event)
    assert Event.objects.get(pk=event.pk).cancelled_why == why


def test_nothing_is_fixed_by_a_draw_that_was_never_held() -> None:
    event = make_event(pairs=4, drawn=False)
    desk = desk_of(event)
    desk.post(f"/desk/events/{event.pk}/cancel/", {"why": "neve"})
    assert 'id="fixed"' not in html_of(desk.get(address(event)))
    drawn = make_event(pairs=4)
    assert 'id="fixed"' in html_of(desk_of(drawn).get(address(drawn)))


def test_a_cancellation_without_a_reason_stays_on_the_page(event: Event) -> None:
    answer = desk_of(event).post(f"/desk/events/{event.pk}/cancel/", {"why": " "})
    assert answer.status_code == 422
    assert "why" in answer.context["cancelling"].errors
    assert Event.objects.get(pk=event.pk).state == "RUNNING"


def test_a_cancelled_event_has_no_fields_and_is_held_after_all_by_an_owner(event: Event) -> None:
    desk, organizer = desk_of(event), sign_in(make_member(event.club))
    desk.post(f"/desk/events/{event.pk}/cancel/", {"why": "piove"})
    assert "csrfmiddlewaretoken" in desk.get(address(event)).content.decode()
    assert 'name="date"' not in desk.get(address(event)).content.decode()
    assert f"/desk/events/{event.pk}/hold/" not in organizer.get(address(event)).content.decode()
    assert organizer.post(f"/desk/events/{event.pk}/hold/").status_code == 403
    assert is_saved(desk.post(f"/desk/events/{event.pk}/hold/"), event)
    assert Event.objects.get(pk=event.pk).state == "RUNNING"


def test_a_hall_is_added_and_taken_away() -> None:
    event = make_event(drawn=False, tables=12)
    desk, halls = desk_of(event), f"/desk/events/{event.pk}/halls/"
    assert is_saved(desk.post(halls, {"hall": "Palestra", "hall_tables": "4"}), event)
    for page in (address(event), f"/events/{event.pk}/"):
        text = desk.get(page).content.decode()
        assert "Palestra" in text
        assert "13–16" in text
    again = desk.post(halls, {"hall": "Palestra", "hall_tables": "4"})
    assert again.status_code == 422
    assert 'role="alert"' in again.content.decode()
    assert desk.post(halls, {"hall": "", "hall_tables": "0"}).status_code == 422
    hall = event.halls.get()
    assert is_saved(desk.post(f"{halls}{hall.pk}/take/"), event)
    assert event.tables.count() == 12


def test_a_hall_that_is_not_the_last_is_renamed_after_the_draw(event: Event) -> None:
    desk, halls = desk_of(event), f"/desk/events/{event.pk}/halls/"
    for name in ("Palesrta", "Bar Fiume"):
        sent = {"hall": name, "hall_tables": "2", "amendment": "siamo in troppi"}
        assert is_saved(desk.post(halls, sent), event)
    hall, other = event.halls.order_by("first_table")
    rename = f"{halls}{hall.pk}/rename/"
    page = desk.get(address(event)).content.decode()
    assert f'action="{rename}"' in page
    assert 'value="Palesrta"' in page

    refused = desk.post(rename, {"name": "Palestra"})
    assert refused.status_code == 422
    page = refused.content.decode()
    assert 'role="alert"' in page
    assert 'value="Palestra"' in page
    assert f'value="{other.venue.name}"' in page
    assert desk.post(rename, {"name": ""}).status_code == 422
    assert desk.post(rename, {"name": "Bar Fiume", "amendment": "x"}).status_code == 422

    assert is_saved(desk.post(rename, {"name": "Palestra", "amendment": "scritto male"}), event)
    for shown in (address(event), f"/events/{event.pk}/", f"/events/{event.pk}/regulation/"):
        text = desk.get(shown).content.decode()
        assert "Palestra" in text
    assert "Palesrta" not in desk.get(f"/events/{event.pk}/").content.decode()
    assert event.regulations.order_by("-number")[0].reason == "scritto male"


def test_an_archived_event_offers_no_new_name_of_a_hall(event: Event) -> None:
    desk, halls = desk_of(event), f"/desk/events/{event.pk}/halls/"
    sent = {"hall": "Palestra", "hall_tables": "2", "amendment": "siamo in troppi"}
    assert is_saved(desk.post(halls, sent), event)
    Event.objects.filter(pk=event.pk).update(state=Event.State.ARCHIVED)
    assert "/rename/" not in desk.get(address(event)).content.decode()
    assert desk.post(f"{halls}{event.halls.get().pk}/rename/", {"name": "x"}).status_code == 409


def test_a_group_gets_a_place_that_is_typed() -> None:
    event = make_event(drawn=False, tables=12, format="qualifying", options={"groups": 2})
    desk = desk_of(event)
    sent = {"name": "", "venue": "", "new_venue": "Parrocchia", "first": "1", "last": "4"}
    assert desk.post(f"/desk/events/{event.pk}/stages/1/groups/2/", sent).status_code == 302
    group = event.stages.get().groups.get(number=2)
    assert group.venue is not None
    assert (group.venue.name, group.first_table, group.last_table) == ("Parrocchia", 1, 4)


def fill_event(pairs: int, capacity: int) -> Event:
    """Open, with this number of pairs that want to play at most ``capacity`` places."""
    event = make_event(drawn=False, pairs=capacity)
    Event.objects.filter(pk=event.pk).update(capacity=capacity)
    event.refresh_from_db()
    desk = desk_of(event)
    for number in range(pairs - capacity):
        names = {"player1": f"Learco Brighi{number}", "player2": f"Derna Gori{number}"}
        assert desk.post(f"/desk/events/{event.pk}/entries/", names).status_code == 302
    return event


def test_more_places_say_who_moves_up_from_the_waiting_list() -> None:
    event = fill_event(pairs=6, capacity=4)
    desk = desk_of(event)
    assert is_saved(save(desk, event, capacity="5"), event)
    page = desk.get(address(event)).content.decode()
    assert "Brighi0" in page
    assert "Brighi1" not in page
    assert event.entries.filter(state="WAITLISTED").count() == 1


def test_many_who_move_up_are_counted_in_one_sentence() -> None:
    event = fill_event(pairs=9, capacity=4)
    desk = desk_of(event)
    assert is_saved(save(desk, event, capacity=""), event)
    said = [str(message) for message in desk.get(address(event)).context["messages"]]
    assert len(said) == 2
    assert all(f"Brighi{number}" in said[1] for number in range(5))
