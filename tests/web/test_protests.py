"""Protests on the desk and the board: filed, decided once, read by everybody."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.factories import NOW, make_event, owner_of
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Entry, Event, Pairing, Protest, Role
from tournaments.services.decisions.protests import decide_protest, file_protest

TEXT = "gli avversari si sono parlati"


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, tables=2)


def first_pairing(event: Event) -> Pairing:
    return event.pairings.filter(match__isnull=False, slots__entry__isnull=False).order_by("pk")[0]


def entry_of_first_match(event: Event) -> Entry:
    return event.entries.get(slots__pairing=first_pairing(event), slots__position=0)


def file(desk: Client, event: Event, **data: Any) -> Any:
    said = {
        "entry": entry_of_first_match(event).pk,
        "match": first_pairing(event).match_id,
        "article": "9",
        "text": TEXT,
        **data,
    }
    return desk.post(f"/desk/events/{event.pk}/protests/", said, follow=True)


def decide(desk: Client, protest: Protest, **data: Any) -> Any:
    said = {"decision": "REJECTED", "reason": "nessuno li ha sentiti", **data}
    return desk.post(f"/desk/protests/{protest.pk}/", said, follow=True)


def test_a_protest_is_filed_decided_and_read_by_everybody(
    desk: Client, anybody: Client, event: Event
) -> None:
    page = text_of(file(desk, event))
    assert "Protest of" in page
    assert TEXT in page
    assert "Article 9" in page
    public = text_of(anybody.get(f"/events/{event.pk}/decisions/"))
    assert "Protest of" in public
    assert TEXT not in public
    page = text_of(decide(desk, Protest.objects.get()))
    assert "nessuno li ha sentiti" in page
    public = text_of(anybody.get(f"/events/{event.pk}/decisions/"))
    assert "Rejected" in public
    assert "nessuno li ha sentiti" in public


def test_filing_twice_writes_one(desk: Client, event: Event) -> None:
    file(desk, event)
    file(desk, event)
    assert Protest.objects.count() == 1


def test_only_the_first_decision_counts(desk: Client, event: Event) -> None:
    file(desk, event)
    protest = Protest.objects.get()
    decide(desk, protest)
    answer = decide(desk, protest, decision="UPHELD", reason="li ho sentiti io")
    assert answer.status_code == 409
    assert "was decided already" in text_of(answer)
    protest.refresh_from_db()
    assert (protest.decision, protest.decision_reason) == ("REJECTED", "nessuno li ha sentiti")
    assert protest.decided_by_id == owner_of(event.club).id


def test_only_those_who_play_in_a_match_can_be_chosen_for_it(desk: Client, event: Event) -> None:
    match = first_pairing(event)
    players = set(match.slots.values_list("entry_id", flat=True))
    other = event.entries.exclude(pk__in=players)[0]
    page = html_of(desk.get(f"/desk/events/{event.pk}/protests/?match={match.match_id}"))
    assert f'<option value="{other.pk}"' not in page
    assert file(desk, event, entry=other.pk).status_code == 422
    assert Protest.objects.count() == 0


@pytest.mark.parametrize("match", ["x", "0", "9" * 40, "-1"])
def test_an_unknown_match_in_the_address_is_no_match(
    desk: Client, event: Event, match: str
) -> None:
    answer = desk.get(f"/desk/events/{event.pk}/protests/?match={match}")
    assert answer.status_code == 200
    assert "A protest about this match" not in text_of(answer)


def test_a_protest_needs_a_text_and_a_decision_needs_a_reason(desk: Client, event: Event) -> None:
    file(desk, event, text="  ")
    assert Protest.objects.count() == 0
    file(desk, event)
    decide(desk, Protest.objects.get(), reason=" ")
    assert Protest.objects.get().decision == ""


def test_a_referee_files_and_does_not_decide(event: Event) -> None:
    user = User.objects.create_user("arbitro@example.org", "una frase qualunque")
    Role.objects.create(club=event.club, event=event, user=user, kind=Role.Kind.REFEREE)
    referee = signed_in(user)
    page = html_of(file(referee, event))
    assert TEXT in page
    protest = Protest.objects.get()
    assert f"/desk/protests/{protest.pk}/" not in page
    assert decide(referee, protest).status_code == 403


def test_a_protest_is_announced_to_those_who_look(event: Event) -> None:
    version = event.version
    match = first_pairing(event)
    entry = entry_of_first_match(event)
    filed = file_protest(
        entry=entry, pairing=match, article="", text=TEXT, actor=owner_of(event.club), now=NOW
    )
    event.refresh_from_db()
    assert event.version == version + 1
    decide_protest(
        protest=filed,
        decision=Protest.Decision.UPHELD,
        reason="vero",
        actor=owner_of(event.club),
        now=NOW,
    )
    event.refresh_from_db()
    assert event.version == version + 2


def test_before_the_draw_there_is_nothing_to_protest_about(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    page = html_of(desk.get(f"/desk/events/{event.pk}/protests/"))
    assert "Write the protest" not in page
    entry = event.entries.order_by("pk")[0]
    answer = desk.post(f"/desk/events/{event.pk}/protests/", {"entry": entry.pk, "text": TEXT})
    assert answer.status_code == 409
    assert Protest.objects.count() == 0


def test_many_protests_cost_no_more_queries(
    desk: Client, event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(12):
        file(desk, event, text=f"{TEXT} {number}")
    with django_assert_max_num_queries(12):
        desk.get(f"/desk/events/{event.pk}/protests/")
