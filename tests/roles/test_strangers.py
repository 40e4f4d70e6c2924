"""Drafts and events of the club are closed to strangers: every address × every method × everybody
who has no role there, twelve kinds of them. They learn nothing, write nothing and break nothing.
People with a role or a phone there: test_roles.py."""

import re
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.actors import TokenAccess, TokenScope
from accounts.models import User
from accounts.services import make_token, revoke_token
from tests.factories import NOW, make_club, make_event, make_member, owner_of
from tests.roles.hall import Hall, make_hall, sign_in
from tests.roles.test_roles import METHODS, OURS, OWN, answer, is_led_to_page, is_refused
from tournaments.models import Event, Player, Role
from tournaments.services.hall.devices import admit
from tournaments.services.hall.table_codes import make_codes

SECRETS = ("Gara segreta", "Cognome segreto")
OF_EVENTS = {
    *("event_id", "entry_id", "match_id", "pairing_id", "round_id", "stage_id", "draw_id"),
    *("change_id", "payment_id", "conflict_id", "hall_id"),
    *(
        "code_id",
        "call_id",
        "import_id",
        "question_id",
        "penalty_id",
        "protest_id",
        "wish_id",
        "constraint_id",
        "job_id",
    ),
}
ADDRESSES = sorted(name for name, each in OURS.items() if OF_EVENTS & set(each.pattern.converters))
WRITING = re.compile(r"\s*(INSERT|UPDATE|DELETE)\b", re.IGNORECASE)
"""A statement that changes something. Nobody of these has a session that is renewed."""
USE_OF_A_TOKEN = 'UPDATE "accounts_token" SET "last_used_at"'


def make_strangers(hall: Hall) -> Hall:
    """Clients of everybody who has a role or a phone, but not at this event."""
    event = Event.objects.get(pk=str(hall.names["event_id"]))
    elsewhere = make_club("Circolo di Bagno")
    beside = make_event(club=elsewhere, pairs=2, tables=1)
    (code,) = make_codes(event=beside, actor=owner_of(elsewhere), now=NOW)
    token = admit(code=code.code, now=NOW).token
    owner = sign_in(User.objects.get(roles__club=elsewhere))
    beside.club = event.club
    beside.save()
    return replace(
        hall,
        clients={
            "public": hall.clients["P"],
            "organizer of another club": hall.clients["S"],
            "owner of another club": owner,
            "referee of another club": sign_in(make_member(elsewhere, Role.Kind.REFEREE)),
            "referee of another event": sign_in(make_member(event.club, Role.Kind.REFEREE, beside)),
            "phone of another event": Client(
                raise_request_exception=False, headers={"Authorization": f"Device {token}"}
            ),
            "revoked phone": hall.clients["X"],
            **make_programs(event, beside),
        },
    )


def make_programs(event: Event, beside: Event) -> dict[str, Client]:
    """Programs that may do nothing at this event, three of them with the token of its owner."""
    owner = User.objects.get(roles__club=event.club, roles__kind=Role.Kind.OWNER)
    make = partial(make_token, name="robot", access=TokenAccess.ORGANIZE)
    revoked, secret_of_revoked = make(user=owner)
    revoke_token(user=owner, key=revoked.token_key)
    past = timezone.now() - timedelta(days=1)
    secrets = {
        "program of another club": make(user=make_member(make_club("Circolo di Meldola")))[1],
        "program of another event": make(user=owner, scope=TokenScope(event_id=beside.pk))[1],
        "revoked program": secret_of_revoked,
        "expired program": make(user=owner, expiry=past)[1],
        "program that guesses": "a" * 64,
    }
    return {name: program(secret) for name, secret in secrets.items()}


def program(secret: str) -> Client:
    headers = {"Authorization": f"Token {secret}"}
    return Client(raise_request_exception=False, headers=headers)


def note_writing(written: list[str], execute: Any, sql: str, *rest: Any) -> Any:
    """Notes a statement that writes, and executes it."""
    if WRITING.match(sql) and not sql.startswith(USE_OF_A_TOKEN):
        written.append(sql)
    return execute(sql, *rest)


def known_to(name: str, hall: Hall) -> list[str]:
    """The actors that the address can tell from the public: pages know neither programs nor phones
    (test_programs.py and the table)."""
    return [
        actor
        for actor, client in hall.clients.items()
        if name.startswith("api:") or "HTTP_AUTHORIZATION" not in client.defaults
    ]


def find_faults(hall: Hall, name: str) -> list[str]:
    """The public tries every method; the others those with code of their own that the address has,
    as a method that it does not have is refused alike for everybody."""
    faults: list[str] = []
    methods: list[str] = []
    for method in METHODS:
        found, has_method = find_faults_of_request(hall, "public", method, name)
        faults += found
        if has_method and method in OWN:
            methods.append(method)
    for actor in known_to(name, hall):
        if actor == "public":
            continue
        for method in methods:
            found, _ = find_faults_of_request(hall, actor, method, name)
            faults += found
    return faults


def find_faults_of_request(
    hall: Hall, actor: str, method: str, name: str
) -> tuple[list[str], bool]:
    """What is wrong with its answer, and whether the address has this method."""
    written: list[str] = []
    with connection.execute_wrapper(partial(note_writing, written)):
        got = answer(hall, actor, method, name)
    said = f"{method} {name} by {actor}: {got.status_code}"
    has_method = got.status_code != 405 and not is_led_to_page(method, name, got)
    is_preflight = method == "OPTIONS" and got.status_code == 204
    faults: list[str] = []
    if has_method and not is_refused(got) and not is_preflight:
        faults.append(said)
    content = got.content.decode()  # type: ignore[attr-defined]
    faults += [f"{said}, tells {each}" for each in SECRETS if each in content]
    faults += [f"{said}, writes {sql[:80]}" for sql in written]
    return faults, has_method


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("state", "visibility"),
    [
        (Event.State.DRAFT, Event.Visibility.PUBLIC),
        (Event.State.DRAFT, Event.Visibility.LINK),
        (Event.State.RUNNING, Event.Visibility.CLUB),
    ],
)
def test_strangers_learn_nothing_of_a_hidden_event_and_write_nothing(
    state: str, visibility: str
) -> None:
    hall = make_strangers(make_hall())
    if state == Event.State.DRAFT:
        # A draft is hidden whatever its visibility, and from everybody as an event of the club is.
        few = ("public", "owner of another club", "phone of another event")
        hall = replace(hall, clients={name: hall.clients[name] for name in few})
    Event.objects.filter(pk=str(hall.names["event_id"])).update(
        name=SECRETS[0], state=state, visibility=visibility
    )
    Player.objects.update(last_name=SECRETS[1])
    assert [fault for name in ADDRESSES for fault in find_faults(hall, name)] == []


@pytest.mark.django_db
def test_a_program_that_only_reads_writes_nothing_with_the_rights_of_the_owner() -> None:
    hall = make_hall()
    owner = User.objects.get(
        roles__club__pk=str(hall.names["club_id"]), roles__kind=Role.Kind.OWNER
    )
    _token, secret = make_token(user=owner, name="projector", access=TokenAccess.READ)
    reader = replace(hall, clients={"reader": program(secret)})
    written: list[str] = []
    for name in sorted(OURS):
        methods: tuple[str, ...] = METHODS
        if not name.startswith("api:"):
            # Pages know no programs: a token makes them answer as to the public.
            methods = ("GET", "POST")
        for method in methods:
            with connection.execute_wrapper(partial(note_writing, written)):
                got = answer(reader, "reader", method, name)
            assert got.status_code < 500, (method, name)
            assert not written, (method, name, written)
