"""How a real installation begins: the first club and its owner."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from tournaments.models import Club, Role

pytestmark = pytest.mark.django_db
ANSWERS = {
    "CLUB": "Circolo del Savio",
    "EMAIL": "iole@savio.example",
    "FIRST_NAME": "Iole",
    "LAST_NAME": "Amaducci",
    "PASSWORD": "battezza-bastoni-41",
}


@pytest.fixture
def answers(monkeypatch):
    def given(**changed):
        for name, value in (ANSWERS | changed).items():
            monkeypatch.setenv(f"LABELLA_OWNER_{name}", value)

    return given


def found():
    call_command("first_owner", stdout=StringIO(), stderr=StringIO())


def test_the_first_owner_founds_a_club_and_can_sign_in(answers, client):
    answers()
    found()
    role = Role.objects.get()
    assert (role.club.name, role.kind, role.user.email) == (
        "Circolo del Savio",
        Role.Kind.OWNER,
        "iole@savio.example",
    )
    login = {"login": ANSWERS["EMAIL"], "password": ANSWERS["PASSWORD"]}
    assert client.post("/accounts/login/", login).status_code == 302


@pytest.mark.parametrize(
    "wrong", [{"EMAIL": "iole"}, {"PASSWORD": "corta"}, {"PASSWORD": "1234567890"}, {"CLUB": " "}]
)
def test_what_will_not_do_is_said_and_nothing_is_made(answers, wrong):
    answers(**wrong)
    with pytest.raises(CommandError):
        found()
    assert not Club.objects.exists()
    assert not User.objects.exists()


def test_a_second_time_nothing_is_made(answers):
    answers()
    found()
    found()
    assert Club.objects.count() == 1
