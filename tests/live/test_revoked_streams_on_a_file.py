"""Streams of the desk, the pad and tables end with what let their readers in."""

import re
from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from accounts.actors import Actor
from accounts.models import User
from accounts.services import set_active
from live.holders import find_invalid
from live.models import Notice
from live.tickets import read_ticket
from tests.factories import NOW, actor_of, first_match, make_event, make_member, owner_of
from tests.live.reader import Reader, elsewhere, evening, leave_notice
from tests.tournaments.steps import QUICK
from tournaments.models import Device, Event, Role, TableCode
from tournaments.notices import name_event_topic, tell_event
from tournaments.services.club.invitations import take_role
from tournaments.services.hall.table_codes import make_codes, revoke_codes

pytestmark = pytest.mark.django_db(transaction=True)
REFUSED = "event: refused\ndata: {}\n\n"
KINDS = (Role.Kind.OWNER, Role.Kind.ORGANIZER, Role.Kind.REFEREE)


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.hub.PAUSE", 0.02)
    monkeypatch.setattr("live.hub.RECHECK", 0.02)


@pytest.fixture
def event() -> Event:
    return make_event(pairs=4, tables=2, match_format=QUICK)


def make_notices_old() -> None:
    """What has happened so far is older than any stream of these tests."""
    Notice.objects.all().update(created_at=timezone.now() - timedelta(minutes=10))


def sign_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def read_page_ticket(client: Client, path: str) -> str:
    """The ticket of a page, wherever it stands there."""
    page = client.get(path).content.decode()
    texts = re.findall(r'data-live="([^"]+)"|"ticket": ?"([^"]+)"', page)
    found: str = next(text for pair in texts for text in pair if read_ticket(text))
    return found


def admit_phone(event: Event) -> tuple[str, str]:
    """The token and the ticket of a phone at the first table."""
    code = TableCode.objects.filter(event=event, revoked_at=None).order_by("pk")[0]
    answer = Client().post("/api/v1/devices/", {"code": code.code}, "application/json").json()
    return answer["token"], answer["device"]["ticket"]


async def end_of(reader: Reader) -> list[str]:
    """The events until the stream ends."""
    found = []
    while (text := await reader.body()) or reader.more:
        if text.startswith(("id:", "event:")) and "event: here" not in text:
            found.append(text)
    return found


def assert_ends(event: Event, ticket: str, revoke: Callable[[], object]) -> None:
    """A stream with this ticket is open until then, and cannot be opened again."""
    query = urlencode({"ticket": ticket})
    make_notices_old()

    async def script() -> None:
        async with Reader(query) as reader:
            before = await elsewhere(leave_notice, name_event_topic(event.pk), event.version)
            assert f"id: {before.pk}\n" in await reader.next()
            await elsewhere(revoke)
            assert await end_of(reader) == [REFUSED]
        await elsewhere(leave_notice, name_event_topic(event.pk), event.version)
        async with Reader(query, last_event_id=str(before.pk)) as again:
            assert await end_of(again) == [REFUSED]

    evening(script())


PAGES = ("/desk/events/{event}/", "/desk/events/{event}/tables/", "/pad/matches/{match}/")


def path_of(event: Event, path: str) -> str:
    return path.format(event=event.pk, match=first_match(event))


def make_user_of(kind: str, event: Event) -> User:
    return make_member(event.club, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_a_stream_of_the_desk_ends_when_the_role_is_taken_away(event: Event, kind: str) -> None:
    user = make_user_of(kind, event)
    ticket = read_page_ticket(sign_in(user), path_of(event, PAGES[0]))
    actor = owner_of_first(event)
    assert_ends(event, ticket, lambda: take_role(role=user.roles.get(), actor=actor))


def owner_of_first(event: Event) -> Actor:
    """The first owner, as the club may have two."""
    roles = Role.objects.filter(club=event.club, kind=Role.Kind.OWNER).order_by("pk")
    return actor_of(roles[0].user)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_a_referee_ends_with_the_role(event: Event, page: str) -> None:
    user = make_user_of(Role.Kind.REFEREE, event)
    ticket = read_page_ticket(sign_in(user), path_of(event, page))
    assert_ends(event, ticket, lambda: Role.objects.filter(user=user).delete())


def test_a_stream_ends_when_the_role_is_bound_to_another_event(event: Event) -> None:
    user = make_user_of(Role.Kind.REFEREE, event)
    other = make_event(club=event.club, pairs=0, drawn=False)
    ticket = read_page_ticket(sign_in(user), path_of(event, PAGES[0]))
    assert_ends(event, ticket, lambda: Role.objects.filter(user=user).update(event=other))


def test_a_stream_ends_when_the_account_is_closed(event: Event) -> None:
    user = make_user_of(Role.Kind.ORGANIZER, event)
    ticket = read_page_ticket(sign_in(user), path_of(event, PAGES[0]))
    assert_ends(event, ticket, lambda: set_active(user=user, is_active=False))


def test_a_phone_ends_when_the_code_of_its_table_is_revoked(event: Event) -> None:
    make_codes(event=event, actor=owner_of(event.club), now=NOW)
    _token, ticket = admit_phone(event)
    codes, actor = list(event.table_codes.all()), owner_of(event.club)
    assert_ends(event, ticket, lambda: revoke_codes(codes=codes, event=event, actor=actor, now=NOW))


def test_a_phone_ends_when_the_code_of_its_table_is_replaced(event: Event) -> None:
    actor = owner_of(event.club)
    make_codes(event=event, actor=actor, now=NOW)
    _token, ticket = admit_phone(event)
    assert_ends(event, ticket, lambda: make_codes(event=event, actor=actor, now=NOW))
    assert admit_phone(event)[1] != ticket


def test_a_phone_ends_when_it_leaves_its_table(event: Event) -> None:
    make_codes(event=event, actor=owner_of(event.club), now=NOW)
    token, ticket = admit_phone(event)
    headers = {"Authorization": f"Device {token}"}
    assert_ends(event, ticket, lambda: Client().delete("/api/v1/device/", headers=headers))
    assert Device.objects.filter(left_at__isnull=False).exists()


def test_a_member_who_follows_a_hidden_event_loses_it_with_the_role() -> None:
    event = make_event(pairs=4, visibility=Event.Visibility.CLUB)
    user = make_user_of(Role.Kind.REFEREE, event)
    for path in ("/events/{event}/", "/events/{event}/places/", "/matches/{match}/"):
        role = Role.objects.get_or_create(club=event.club, user=user, kind=Role.Kind.REFEREE)[0]
        ticket = read_page_ticket(sign_in(user), path_of(event, path))
        assert_ends(event, ticket, role.delete)


def test_what_is_taken_from_one_ends_no_stream_of_another(event: Event) -> None:
    actor = owner_of(event.club)
    make_codes(event=event, actor=actor, now=NOW)
    users = [make_user_of(kind, event) for kind in (Role.Kind.ORGANIZER, Role.Kind.REFEREE)]
    # A second role that gives as much: the first one may go.
    Role.objects.create(club=event.club, user=users[0], kind=Role.Kind.REFEREE, event=event)
    tickets = [read_page_ticket(sign_in(user), path_of(event, PAGES[0])) for user in users]
    tickets.append(admit_phone(event)[1])
    other = make_user_of(Role.Kind.ORGANIZER, event)
    gone = read_page_ticket(sign_in(other), path_of(event, PAGES[0]))
    make_notices_old()
    kept = Q(user=users[1]) | Q(user=users[0], event=event) | Q(kind=Role.Kind.OWNER)

    async def script() -> None:
        readers = [Reader(urlencode({"ticket": ticket})) for ticket in (gone, *tickets)]
        for reader in readers:
            await reader.__aenter__()
        await elsewhere(lambda: Role.objects.exclude(kept).delete())
        assert await end_of(readers[0]) == [REFUSED]
        await elsewhere(tell_event, event.pk, 99, timezone.now())
        for reader in readers[1:]:
            assert '"version": 99' in await reader.next()
        for reader in readers:
            await reader.__aexit__()

    evening(script())


def test_streams_are_checked_together(event: Event, django_assert_max_num_queries: object) -> None:
    """However many phones there are, a check takes as many queries as for one."""
    make_codes(event=event, actor=owner_of(event.club), now=NOW)
    users = [make_user_of(Role.Kind.REFEREE, event) for _ in range(5)]
    texts = [read_page_ticket(sign_in(user), path_of(event, PAGES[0])) for user in users]
    texts += [admit_phone(event)[1] for _ in range(5)]
    opened = [read_ticket(text) for text in texts]
    holders = {found.holder for found in opened if found is not None and found.holder}
    assert len(holders) == 10
    with django_assert_max_num_queries(3):  # type: ignore[operator]
        assert find_invalid(holders) == set()
