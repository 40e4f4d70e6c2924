"""How a real installation begins: the first club and its owner."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from tournaments.models import Club, Role

pytestmark = pytest.mark.django_db
PASSWORD = "battezza-bastoni-41"
ANSWERS = {
    "club": "Circolo del Savio",
    "email": "iole@savio.example",
    "first_name": "Iole",
    "last_name": "Amaducci",
}


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Any:
    def given(password: Any = PASSWORD, **changed: Any) -> None:
        monkeypatch.setenv("LABELLA_OWNER_PASSWORD", password)
        answers = ANSWERS | changed
        call_command("first_owner", stdout=StringIO(), stderr=StringIO(), **answers)

    return given


def test_the_first_owner_founds_a_club_and_can_sign_in(found: Any, client: Any) -> None:
    found()
    role = Role.objects.get()
    assert (role.club.name, role.kind, role.user.email) == (
        "Circolo del Savio",
        Role.Kind.OWNER,
        "iole@savio.example",
    )
    login = {"login": ANSWERS["email"], "password": PASSWORD}
    assert client.post("/accounts/login/", login).status_code == 302


@pytest.mark.parametrize(
    "wrong", [{"email": "iole"}, {"password": "corta"}, {"password": "1234567890"}, {"club": " "}]
)
def test_what_will_not_do_is_said_and_nothing_is_made(found: Any, wrong: Any) -> None:
    with pytest.raises(CommandError):
        found(**wrong)
    assert not Club.objects.exists()
    assert not User.objects.exists()


def test_a_second_time_nothing_is_made(found: Any) -> None:
    found()
    found()
    assert Club.objects.count() == 1
