"""/clubs/{id}/roles/ and /clubs/{id}/invitations/."""

from urllib.parse import urlsplit

import pytest
from django.test import Client

from accounts.models import User
from tests.api.client import Program, refused
from tests.factories import make_club, make_member
from tournaments.models import Club, Event, Invitation, Role


@pytest.fixture
def owner(club: Club) -> Program:
    return Program(User.objects.get(roles__club=club, roles__kind=Role.Kind.OWNER))


@pytest.fixture
def others(club: Club, organizer: Program, stranger: Program) -> list[Program]:
    """Who may not see the people of the club."""
    referee = Program(make_member(club, Role.Kind.REFEREE))
    other_owner = Program(make_member(make_club("Circolo di Forlì"), Role.Kind.OWNER))
    return [organizer, referee, stranger, other_owner]


def test_an_owner_reads_the_roles_and_ends_one(owner: Program, club: Club) -> None:
    referee = make_member(club, Role.Kind.REFEREE)
    address = f"clubs/{club.pk}/roles/"
    rows = owner.read(address)["results"]
    assert [row["kind"] for row in rows] == ["OWNER", "REFEREE"]
    assert rows[1]["email"] == referee.email
    assert owner.delete(f"{address}{rows[1]['id']}/").status_code == 204
    assert len(owner.read(address)["results"]) == 1


def test_the_last_owner_stays(owner: Program, club: Club) -> None:
    role = Role.objects.get(club=club)
    answer = owner.delete(f"clubs/{club.pk}/roles/{role.pk}/")
    refused(answer, 409, "last_owner")


def test_an_invitation_is_answered_with_its_link_once(
    owner: Program, club: Club, event: Event
) -> None:
    address = f"clubs/{club.pk}/invitations/"
    body = {"kind": "REFEREE", "event": str(event.pk), "tables": [2, 1], "note": "Ugo"}
    answer = owner.post(address, body, idempotency_key="i1")
    assert answer.status_code == 201
    made = answer.json()
    assert (made["event"], made["tables"], made["at_tables_only"]) == (str(event.pk), [1, 2], True)
    (listed,) = owner.read(address)["results"]
    assert {**listed, "link": made["link"]} == made

    guest = make_member(make_club("Circolo di Cesena"), Role.Kind.OWNER)
    browser = Client()
    browser.force_login(guest, backend="allauth.account.auth_backends.AuthenticationBackend")
    browser.post(urlsplit(made["link"]).path)
    role = Role.objects.get(club=club, user=guest)
    assert (role.kind, role.event_id) == ("REFEREE", event.pk)


def test_an_invitation_is_revoked(owner: Program, club: Club) -> None:
    address = f"clubs/{club.pk}/invitations/"
    made = owner.write(address, {"kind": "ORGANIZER"})
    assert owner.delete(f"{address}{made['id']}/").status_code == 204
    assert owner.read(address)["results"] == []


def test_tables_that_are_not_there_are_refused(owner: Program, club: Club, event: Event) -> None:
    body = {"kind": "REFEREE", "event": str(event.pk), "tables": [99]}
    answer = owner.post(f"clubs/{club.pk}/invitations/", body)
    refused(answer, 422, "tables_not_there")
    assert Invitation.objects.count() == 0


def test_an_event_of_another_club_is_not_found(owner: Program, club: Club) -> None:
    body = {"kind": "REFEREE", "event": "7f0c5d0e-4a57-4c5b-9c7e-0d6f1a3b2c41"}
    refused(owner.post(f"clubs/{club.pk}/invitations/", body), 404, "not_found")


def test_others_neither_see_nor_change_the_people(
    club: Club, others: list[Program], event: Event
) -> None:
    role = Role.objects.filter(club=club)[0]
    for program in others:
        for address in ("roles/", "invitations/"):
            refused(program.get(f"clubs/{club.pk}/{address}"), 403, "not_allowed")
        invited = program.post(f"clubs/{club.pk}/invitations/", {"kind": "OWNER"})
        refused(invited, 403, "not_allowed")
        refused(program.delete(f"clubs/{club.pk}/roles/{role.pk}/"), 403, "not_allowed")
