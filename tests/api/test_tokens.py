"""Who asks: tokens, sessions with CSRF, and what a read-only token may do."""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.actors import EVERYWHERE, Actor, ActorKind, TokenAccess, TokenScope
from accounts.models import Token, User
from accounts.selectors import load_author_names
from accounts.services import make_token, revoke_token
from api.authentication import get_actor_of_request
from scoring.core.format import best_of
from scoring.models import Line
from tests.api.client import Program, refused
from tests.factories import first_match, make_club, make_event, make_member, make_user, owner_of
from tournaments.models import Club, Role
from tournaments.permissions import check_referees, list_rights
from tournaments.refusals import NotAllowed
from tournaments.services.club.clubs import give_role

HAND = {"points": [7, None]}
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@pytest.fixture
def member(club: Club) -> User:
    return make_member(club)


def asks(authorization: str) -> Any:
    return Client(headers={"Authorization": authorization}).get("/api/v1/events/")


def test_a_token_works_until_it_is_revoked(member: User) -> None:
    token, secret = make_token(user=member, name="bacheca", access=TokenAccess.READ)
    assert asks(f"Token {secret}").status_code == 200
    assert asks(f"token {secret}").status_code == 200
    revoke_token(user=member, key=token.token_key)
    problem = refused(asks(f"Token {secret}"), 401, "token_revoked")
    assert problem["params"] == {"name": "bacheca"}


def test_only_the_digest_of_a_token_is_kept(member: User) -> None:
    token, secret = make_token(user=member, name="bacheca", access=TokenAccess.READ)
    assert secret not in {
        str(value) for value in Token.objects.filter(pk=token.pk).values_list()[0]
    }


@pytest.mark.parametrize(
    "authorization", ["Token", "Token a b", "Token x", f"Token {'f' * 64}", "Token è"]
)
@pytest.mark.django_db
def test_a_token_that_is_none_is_refused(authorization: str) -> None:
    answer = asks(authorization)
    refused(answer, 401, "token_invalid")
    assert answer["WWW-Authenticate"] == "Token"


@pytest.mark.django_db
@pytest.mark.parametrize("authorization", ["Bearer abc", "Basic YTpi", "nonsense", "Tokén x"])
def test_another_scheme_is_nobody_and_not_the_public(authorization: str) -> None:
    refused(asks(authorization), 401, "scheme_unknown")


def test_a_token_ends_with_its_time_and_with_its_user(member: User) -> None:
    token, secret = make_token(user=member, name="bacheca", access=TokenAccess.READ)
    Token.objects.filter(pk=token.pk).update(expiry=timezone.now() - timedelta(seconds=1))
    problem = refused(asks(f"Token {secret}"), 401, "token_expired")
    assert problem["params"] == {"name": "bacheca"}
    Token.objects.filter(pk=token.pk).update(expiry=timezone.now() + timedelta(hours=1))
    assert asks(f"Token {secret}").status_code == 200
    User.objects.filter(pk=member.pk).update(is_active=False)
    refused(asks(f"Token {secret}"), 401, "token_invalid")


def test_a_token_for_reading_reads_what_its_user_may_and_writes_nothing(
    club: Club, member: User
) -> None:
    match = first_match(make_event(club=club, pairs=2, visibility="CLUB"))
    reader = Program(member, access=TokenAccess.READ)
    assert reader.read(f"matches/{match}/")["version"] == 0
    problem = refused(reader.line(match, 0, HAND), 403, "token_reads_only")
    assert problem["params"] == {"name": "tests"}
    assert not Line.objects.exists()


def test_a_token_for_scoring_scores_and_organizes_nothing(club: Club, member: User) -> None:
    event = make_event(club=club, pairs=2, visibility="CLUB")
    match, entry = first_match(event), event.entries.order_by("pk")[0]
    scorer = Program(member, access=TokenAccess.SCORE)
    assert scorer.line(match, 0, HAND).status_code == 201
    assert scorer.get(f"clubs/{club.pk}/webhooks/").status_code == 200, "it reads as its user"
    for path, body in (
        (f"events/{event.pk}/draw/", {}),
        (f"entries/{entry.pk}/withdraw/", {"reason": "malato"}),
        (f"events/{event.pk}/entries/", {"players": []}),
        ("events/", {}),
        ("venues/", {}),
    ):
        problem = refused(scorer.post(path, body), 403, "token_not_for_this")
        assert problem["params"] == {"act": "manage_events"}, path
    assert scorer.patch(f"events/{event.pk}/", {"name": "Altra"}).status_code == 403


def test_a_token_has_never_more_than_its_user(club: Club) -> None:
    match = first_match(make_event(club=club, pairs=2))
    for access in TokenAccess:
        stranger = Program(make_user(), access=access)
        assert stranger.line(match, 0, HAND).status_code == 403
    referee = Program(make_member(club, Role.Kind.REFEREE), access=TokenAccess.ORGANIZE)
    event = make_event(club=club, pairs=2, drawn=False)
    refused(referee.post(f"events/{event.pk}/draw/", {}), 403, "not_allowed")


def test_an_access_that_nobody_knows_may_nothing(club: Club, member: User) -> None:
    event = make_event(club=club, pairs=2)
    pairing = event.pairings.order_by("pk")[0]
    unknown = Actor(ActorKind.PROGRAM, "id", member.pk, access="REFEREE")
    assert list_rights(unknown, club_id=club.pk, event=event) == frozenset()
    with pytest.raises(NotAllowed):
        check_referees(unknown, pairing)
    _token, secret = make_token(user=member, name="bacheca", access=TokenAccess.ORGANIZE)
    with pytest.raises(IntegrityError, match="token_access_is_known"), transaction.atomic():
        Token.objects.update(access="REFEREE")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        Token.objects.update(access="REFEREE")
        cursor.execute("PRAGMA ignore_check_constraints = OFF")
    refused(asks(f"Token {secret}"), 401, "token_invalid")


def test_a_line_by_a_program_is_signed_with_the_public_id_of_its_token(
    club: Club, member: User
) -> None:
    match = first_match(make_event(club=club, pairs=2))
    Program(member).line(match, 0, HAND)
    line = Line.objects.get(match=match)
    token = Token.objects.get(user=member)
    assert (line.author_kind, line.author_id) == ("PROGRAM", token.token_key)


def test_the_public_id_of_a_token_is_no_part_of_its_secret(member: User) -> None:
    token, secret = make_token(user=member, name="bacheca", access=TokenAccess.READ)
    again, _ = make_token(user=member, name="bacheca", access=TokenAccess.READ)
    assert token.token_key not in secret
    assert secret[:15] not in token.token_key
    assert token.token_key != again.token_key


def test_a_line_that_was_signed_with_a_part_of_a_token_does_not_show_it(
    club: Club, member: User
) -> None:
    """The stored line stays, for its digest is made with it."""
    match = first_match(make_event(club=club, pairs=2))
    program = Program(member)
    program.line(match, 0, HAND)
    token = Token.objects.get(user=member)
    prefix = "0123456789abcde"
    Line.objects.update(author_id=prefix)
    Token.objects.filter(pk=token.pk).update(token_key=prefix)
    migration = import_module("accounts.migrations.0003_public_ids_of_tokens")
    migration.hide_prefixes(apps, SimpleNamespace(connection=connection))
    token.refresh_from_db()
    said = program.read(f"matches/{match}/lines/")
    assert said["lines"][0]["author"]["id"] == token.token_key
    assert prefix not in str(said)
    author = Actor(ActorKind.PROGRAM, prefix)
    assert load_author_names([author]) == {author: "tests"}
    assert Line.objects.get().author_id == prefix


def test_a_token_costs_one_query(member: User, django_assert_num_queries: Any) -> None:
    program = Program(member)
    for number in range(3):
        make_token(user=member, name=f"another {number}", access=TokenAccess.READ)
    with django_assert_num_queries(1):
        program.get("rulebooks/")


def test_the_use_of_a_token_is_noted_once_an_hour(member: User) -> None:
    began = timezone.now()
    token, secret = make_token(user=member, name="bacheca", access=TokenAccess.READ)
    assert Token.objects.get(pk=token.pk).last_used_at is None
    asks(f"Token {secret}")
    first = Token.objects.get(pk=token.pk).last_used_at
    assert first >= began
    asks(f"Token {secret}")
    assert Token.objects.get(pk=token.pk).last_used_at == first
    Token.objects.filter(pk=token.pk).update(last_used_at=began - timedelta(hours=1))
    asks(f"Token {secret}")
    assert Token.objects.get(pk=token.pk).last_used_at >= began


def test_one_form_makes_one_token(member: User) -> None:
    form, other = uuid4(), uuid4()
    made = [
        make_token(user=user, name="bacheca", access=TokenAccess.READ, form=key)
        for user, key in ((member, form), (member, form), (member, other), (make_user(), form))
    ]
    assert [made[0] == again for again in made] == [True, True, False, False]
    assert len({secret for _, secret in made}) == 3
    assert asks(f"Token {made[0][1]}").status_code == 200


# What a token is bound to


def test_a_token_within_a_club_does_nothing_in_another(club: Club, member: User) -> None:
    other = make_club()
    give_role(club=other, user=member, kind=Role.Kind.ORGANIZER, event=None, actor=owner_of(other))
    mine, theirs = (first_match(make_event(club=where, pairs=2)) for where in (club, other))
    hidden = make_event(club=other, pairs=2, visibility="CLUB")
    free, bound = Program(member), Program(member, scope=TokenScope(club_id=club.pk))
    assert bound.line(mine, 0, HAND).status_code == 201
    refused(bound.line(theirs, 0, HAND), 403, "not_allowed")
    assert free.line(theirs, 0, HAND).status_code == 201
    refused(bound.get(f"events/{hidden.pk}/"), 404, "not_found")
    assert free.get(f"events/{hidden.pk}/").status_code == 200
    assert bound.get(f"matches/{theirs}/").status_code == 200, "what is public, everybody reads"


def test_a_token_within_an_event_does_nothing_beside_it(club: Club, member: User) -> None:
    event, other = (make_event(club=club, pairs=2, visibility="CLUB") for _ in range(2))
    bound = Program(member, scope=TokenScope(event_id=event.pk))
    assert [row["id"] for row in bound.read("events/")["results"]] == [str(event.pk)]
    assert [row["id"] for row in bound.read("clubs/")["results"]] == [club.pk]
    assert bound.line(first_match(event), 0, HAND).status_code == 201
    refused(bound.line(first_match(other), 0, HAND), 404, "not_found")
    refused(bound.get(f"events/{other.pk}/"), 404, "not_found")
    plan = {
        "club": club.pk,
        "name": "Altra",
        "date": "2026-12-13",
        "match_format": best_of(1, "marafon"),
    }
    refused(bound.post("events/", plan), 403, "not_allowed")


def test_a_token_within_an_event_leads_it(club: Club, member: User) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    bound = Program(member, scope=TokenScope(event_id=event.pk))
    players = [
        {"first_name": "Nives", "last_name": "Neri"},
        {"first_name": "Gino", "last_name": "Faedi"},
    ]
    entry = bound.write(f"events/{event.pk}/entries/", {"players": players})
    bound.write(f"entries/{entry['id']}/paid/", {"paid": True})
    bound.write(f"entries/{entry['id']}/withdraw/", {"reason": "malato"})
    assert bound.write(f"events/{event.pk}/draw/", {})["state"] == "QUEUED"


@pytest.mark.parametrize("bound_to", ["club", "event"])
def test_a_token_ends_with_the_club_or_the_event_that_it_is_bound_to(
    bound_to: str, club: Club, member: User
) -> None:
    other, event = make_club(), make_event(club=club, pairs=2, drawn=False)
    club_scope, event_scope = TokenScope(club_id=other.pk), TokenScope(event_id=event.pk)
    scope = club_scope if bound_to == "club" else event_scope
    (_, secret), (free, _) = (
        make_token(user=member, name="bacheca", access=TokenAccess.ORGANIZE, scope=each)
        for each in (scope, EVERYWHERE)
    )
    (other if bound_to == "club" else event).delete()
    refused(asks(f"Token {secret}"), 401, "token_invalid")
    assert [token.pk for token in Token.objects.all()] == [free.pk]


@pytest.mark.django_db
def test_a_token_is_bound_to_a_club_or_to_an_event_and_not_to_both(club: Club) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    scope = TokenScope(club.pk, event.pk)
    with (
        pytest.raises(IntegrityError, match="token_scope_is_a_club_or_an_event"),
        transaction.atomic(),
    ):
        make_token(user=make_user(), name="bacheca", access=TokenAccess.READ, scope=scope)


# Sessions


def test_a_signed_in_person_reads_without_and_writes_with_the_csrf_token(
    club: Club, member: User
) -> None:
    match = first_match(make_event(club=club, pairs=2, visibility="CLUB"))
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(member, backend=BACKEND)
    assert browser.get(f"/api/v1/matches/{match}/").status_code == 200
    body = {"kind": "hand", "data": HAND, "version": 0}
    path = f"/api/v1/matches/{match}/lines/"
    without = browser.post(
        path, body, content_type="application/json", headers={"Idempotency-Key": "k"}
    )
    refused(without, 403, "csrf_failed")
    browser.get("/accounts/login/")
    browser.cookies["csrftoken"] = "c" * 32
    with_token = browser.post(
        path,
        body,
        content_type="application/json",
        headers={"Idempotency-Key": "k", "X-CSRFToken": "c" * 32},
    )
    assert with_token.status_code == 201, with_token.content
    assert with_token.json()["line"]["author"]["kind"] == "USER"


def test_a_token_needs_no_csrf_token_even_beside_a_session(club: Club, member: User) -> None:
    match = first_match(make_event(club=club, pairs=2))
    _, secret = make_token(user=member, name="bacheca", access=TokenAccess.ORGANIZE)
    browser = Client(enforce_csrf_checks=True, headers={"Authorization": f"Token {secret}"})
    browser.force_login(member, backend=BACKEND)
    answer = browser.post(
        f"/api/v1/matches/{match}/lines/",
        {"kind": "hand", "data": HAND, "version": 0},
        content_type="application/json",
        headers={"Idempotency-Key": "k"},
    )
    assert answer.status_code == 201


def test_nobody_signed_in_is_the_public(rf: Any) -> None:
    from django.contrib.auth.models import AnonymousUser

    request = rf.get("/")
    request.user, request.auth = AnonymousUser(), None
    assert get_actor_of_request(request).user_id is None
