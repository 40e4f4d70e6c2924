"""Who looks at the pages: the owner of a club, in English, and anybody."""

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import make_club
from tournaments.models import Club, Role

ENGLISH = {"accept-language": "en"}


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> User:
    return User.objects.get(roles__club=club, roles__kind=Role.Kind.OWNER)


@pytest.fixture
def desk(owner: User) -> Client:
    """A browser in which the owner of the club has signed in."""
    client = Client(headers=ENGLISH)
    client.force_login(owner, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


@pytest.fixture
def anybody(db: None) -> Client:
    """A browser in which nobody has signed in."""
    return Client(headers=ENGLISH)
