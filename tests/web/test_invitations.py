"""Invitations by link, and roles taken back at once."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import (
    NOW,
    actor_of,
    draw_now,
    make_club,
    make_event,
    make_member,
    make_user,
    owner_of,
)
from tests.tournaments.steps import act, pairing
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Event, Invitation, Role
from tournaments.permissions import Right, may
from tournaments.refusals import NotAllowed
from tournaments.services.club.clubs import add_venue
from tournaments.services.club.invitations import accept, invite
from tournaments.services.events.events import start_play
from tournaments.services.events.stages import GroupPlan, set_group
from tournaments.services.results.sheets import record_line

TWO_GROUPS: dict[str, Any] = {"format": "single_elimination", "options": {"groups": 2}}
PERSON = {
    "first_name": "Secondo",
    "last_name": "Ravaioli",
    "email": "secondo@example.com",
    "password": "carte-e-sangiovese",
}


def link_of(desk: Client, club: Club, **data: Any) -> str:
    """An owner invites; the path of the link."""
    answer = desk.post(f"/desk/clubs/{club.slug}/people/", {"kind": "REFEREE", **data})
    found = re.search(r"http://testserver(/desk/invitations/[\w-]+/)", html_of(answer))
    assert found, text_of(answer)
    return found.group(1)


def test_a_person_without_account_takes_up_an_invitation(
    desk: Client, club: Club, anybody: Client
) -> None:
    link = link_of(desk, club, kind="ORGANIZER", note="Secondo")
    assert "Secondo" in text_of(desk.get(f"/desk/clubs/{club.slug}/people/"))
    assert f"{club.name} invites you" in text_of(anybody.get(link))
    answer = anybody.post(link, PERSON)
    assert answer["Location"] == "/desk/"
    role = Role.objects.get(user__email="secondo@example.com")
    assert (role.club, role.kind, role.event) == (club, "ORGANIZER", None)
    assert anybody.get("/desk/").status_code == 200


def test_a_link_works_once(desk: Client, club: Club) -> None:
    link = link_of(desk, club)
    assert signed_in(make_user()).post(link).status_code == 302
    again = signed_in(make_user()).post(link)
    assert again.status_code == 410
    assert "no longer valid" in text_of(again)


def test_a_referee_may_be_invited_for_one_event_and_some_tables(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    link = link_of(desk, club, event=str(event.pk), tables="2")
    user = make_user()
    assert signed_in(user).post(link)["Location"] == f"/desk/events/{event.pk}/"
    role = Role.objects.get(user=user)
    assert role.event == event
    assert [table.number for table in role.tables.all()] == [2]
    hand = {"points": [7, None]}
    there, elsewhere = pairing(event, "main-1-2"), pairing(event, "main-1-1")
    write_as(user, there.match_id, hand)
    with pytest.raises(NotAllowed):
        write_as(user, elsewhere.match_id, hand)


def test_a_referee_is_invited_for_one_group_and_writes_there_alone(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=4, drawn=False, name="Maraffa", **TWO_GROUPS)
    path = f"/desk/clubs/{club.slug}/people/"
    assert "a name or a place on the page of the stages" in text_of(desk.get(path))
    assert "Group A" not in text_of(desk.get(path))
    bar = add_venue(club=club, name="Bar Sport", address="", actor=owner_of(club))
    stage = event.stages.get()
    for number, venue in ((1, bar), (2, None)):
        plan = GroupPlan(name="" if venue else "Sabato", venue=venue)
        set_group(stage=stage, number=number, plan=plan, actor=owner_of(club), now=NOW)
    assert "the whole event Group A · Bar Sport Group B · Sabato" in text_of(desk.get(path))
    group = stage.groups.get(number=1)
    link = link_of(desk, club, event=f"{event.pk}/{group.pk}", note="Iole")
    told = text_of(desk.get(path))
    assert "Referee: the sheets · Maraffa · Group A · Bar Sport · valid until" in told
    referee = make_user()
    page = signed_in(referee)
    assert "only for Maraffa · Group A · Bar Sport" in text_of(page.get(link))
    page.post(link)
    role = Role.objects.get(user=referee)
    assert (role.event, role.group) == (event, group)
    assert "only for Maraffa · Group A · Bar Sport" in text_of(desk.get(path))
    start_play(event=draw_now(event), actor=owner_of(club), now=NOW)
    matches = {
        number: event.pairings.get(round__group__number=number, code=f"g{number}-main-1-1").match_id
        for number in (1, 2)
    }
    write_as(referee, matches[1], {"points": [7, None]})
    with pytest.raises(NotAllowed):
        write_as(referee, matches[2], {"points": [7, None]})
    desk.post(f"/desk/clubs/{club.slug}/roles/{role.pk}/take/")
    with pytest.raises(NotAllowed):
        write_as(referee, matches[1], {"points": [6, None]})


def test_a_group_that_is_not_among_the_choices_binds_nobody(desk: Client, club: Club) -> None:
    event, other = (make_event(club=club, pairs=4, running=False, **TWO_GROUPS) for _ in range(2))
    group = other.stages.get().groups.get(number=1)
    path = f"/desk/clubs/{club.slug}/people/"
    for chosen in (f"{event.pk}/{group.pk}", f"{event.pk}/x", f"/{group.pk}", "None/1"):
        assert desk.post(path, {"kind": "REFEREE", "event": chosen}).status_code == 422
    assert not Invitation.objects.exists()


def write_as(user: User, match: int | None, data: dict[str, Any]) -> None:
    record_line(
        match_id=match or 0, act=act(match or 0, "hand", data), actor=actor_of(user), now=NOW
    )


def test_a_role_is_taken_back_at_once(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2)
    referee = make_member(club, Role.Kind.REFEREE)
    page = signed_in(referee)
    assert page.get(f"/desk/events/{event.pk}/").status_code == 200
    role = Role.objects.get(user=referee)
    desk.post(f"/desk/clubs/{club.slug}/roles/{role.pk}/take/")
    assert page.get(f"/desk/events/{event.pk}/").status_code == 403


def test_a_club_keeps_one_owner(desk: Client, club: Club) -> None:
    role = Role.objects.get(club=club, kind=Role.Kind.OWNER)
    answer = desk.post(f"/desk/clubs/{club.slug}/roles/{role.pk}/take/")
    assert "A club keeps one owner" in text_of(answer)
    assert Role.objects.filter(pk=role.pk).exists()


def test_an_invitation_that_is_called_back_or_too_old_is_gone(desk: Client, club: Club) -> None:
    link = link_of(desk, club)
    invitation = Invitation.objects.get()
    desk.post(f"/desk/clubs/{club.slug}/invitations/{invitation.pk}/call-back/")
    assert desk.get(link).status_code == 410
    old = invite(club=club, kind="REFEREE", actor=owner_of(club), now=NOW - timedelta(days=60))
    assert desk.get(f"/desk/invitations/{old.secret}/").status_code == 410


@pytest.mark.django_db
def test_a_guessed_link_is_nothing(anybody: Client) -> None:
    assert anybody.get("/desk/invitations/abcdefgh/").status_code == 410


def test_an_address_that_is_taken_says_so_and_the_invitation_stays(
    desk: Client, club: Club, anybody: Client
) -> None:
    make_user(email="secondo@example.com")
    link = link_of(desk, club)
    answer = anybody.post(link, PERSON)
    assert answer.status_code == 422
    assert "There is an account with this address" in text_of(answer)
    assert "carte-e-sangiovese" not in html_of(answer)
    assert Invitation.objects.get().taken_at is None


def test_only_owners_invite_and_take_back(club: Club) -> None:
    organizer = signed_in(make_member(club))
    role = Role.objects.get(club=club, kind=Role.Kind.OWNER)
    path = f"/desk/clubs/{club.slug}/people/"
    assert organizer.post(path, {"kind": "OWNER"}).status_code == 403
    assert organizer.post(f"/desk/clubs/{club.slug}/roles/{role.pk}/take/").status_code == 403
    other = make_club("Bar Fiume")
    assert organizer.post(f"/desk/clubs/{other.slug}/roles/{role.pk}/take/").status_code == 404
    assert not Invitation.objects.exists()


def test_an_owner_cannot_take_a_role_of_another_club(desk: Client, club: Club) -> None:
    other = make_club("Bar Fiume")
    role = Role.objects.get(club=other)
    assert desk.post(f"/desk/clubs/{club.slug}/roles/{role.pk}/take/").status_code == 404
    assert Role.objects.filter(pk=role.pk).exists()


def test_accepting_twice_is_accepting_once(club: Club) -> None:
    user = make_user()
    invited = invite(club=club, kind="REFEREE", actor=owner_of(club), now=NOW)
    first = accept(secret=invited.secret, user=user, now=NOW)
    assert accept(secret=invited.secret, user=user, now=NOW) == first
    assert Role.objects.filter(user=user).count() == 1


def test_an_event_of_another_club_binds_nobody(desk: Client, club: Club) -> None:
    foreign: Event = make_event(pairs=2)
    answer = desk.post(
        f"/desk/clubs/{club.slug}/people/", {"kind": "REFEREE", "event": str(foreign.pk)}
    )
    assert answer.status_code == 422
    assert not may(owner_of(club), Right.MANAGE_EVENTS, club_id=foreign.club_id, event=foreign)


def test_tables_that_the_event_does_not_have_are_refused_on_the_form(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    for tables, said in (("2, 14", "and not: 14"), ("12345", "and not: 12345")):
        data = {"kind": "REFEREE", "event": str(event.pk), "tables": tables}
        answer = desk.post(f"/desk/clubs/{club.slug}/people/", data)
        assert answer.status_code == 422
        assert said in text_of(answer)
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("page", ["/desk/", "/desk/tokens/"])
def test_a_referee_of_one_event_is_not_told_of_the_others(club: Club, page: str) -> None:
    mine = make_event(club=club, pairs=4, name="Maraffa di San Zaccaria")
    make_event(club=club, pairs=0, drawn=False, name="Festa a sorpresa per Iole")
    referee = make_member(club, Role.Kind.REFEREE, event=mine)
    seen = text_of(signed_in(referee).get(page))
    assert "San Zaccaria" in seen
    assert "Festa a sorpresa" not in seen
