"""The admin of support staff: it shows and finds rows, and changes them by services only."""

import re
from datetime import UTC, datetime

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.actors import TokenAccess
from accounts.models import Token, User
from accounts.services import make_token
from jobs.models import Job
from tests.factories import make_club, make_event, make_user, owner_of
from tests.roles.hall import make_hall
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Device, Pairing, Payment, Role
from tournaments.services.club.invitations import invite
from tournaments.services.trust.anchors import make_anchor
from webhooks.models import WebhookEndpoint

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)


@pytest.fixture
def staff() -> User:
    return make_user(email="support@savio.example", is_staff=True, is_superuser=True)


@pytest.fixture
def support(staff: User) -> Client:
    return signed_in(staff)


def list_url(model: type) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")  # type: ignore[attr-defined]


def row_url(row: object) -> str:
    meta = row._meta  # type: ignore[attr-defined]
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])  # type: ignore[attr-defined]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_every_list_can_be_searched(support: Client, model: type) -> None:
    make_event(pairs=4)
    for words in ("", "Savio", "7", "b6e1b3a2-0000-4000-8000-000000000000"):
        page = support.get(list_url(model), {"q": words})
        assert page.status_code == 200


@pytest.fixture(scope="module")
def rows(module_rows: None) -> None:
    """One row of every model at least."""
    make_hall()
    event = make_event(pairs=4)
    owner = owner_of(event.club)
    make_token(user=event.club.roles.get().user, name="Classifica", access=TokenAccess.READ)
    invite(club=event.club, kind=Role.Kind.ORGANIZER, note="Per Iole", actor=owner, now=NOW)
    make_anchor(event=event, key=Ed25519PrivateKey.generate(), now=NOW)
    job = {"kind": "draw", "subject": str(event.pk), "arguments": {}}
    Job.objects.create(**job, asked_by_kind=owner.kind, queued_at=NOW, heartbeat_at=NOW)


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_every_row_is_shown_and_cannot_be_written(support: Client, model: type) -> None:
    row = model._default_manager.first()  # type: ignore[attr-defined]
    assert support.get(row_url(row)).status_code == 200
    assert support.post(row_url(row), {}).status_code == 403
    assert (
        support.post(row_url(row).replace("change", "delete"), {"post": "yes"}).status_code == 403
    )
    # Only clubs are founded here.
    assert support.get(list_url(model) + "add/").status_code == (200 if model is Club else 403)


def test_a_long_list_costs_as_much_as_a_short_one(
    support: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for pairs in (4, 16):
        make_event(pairs=pairs)
        for model in MODELS:
            with django_assert_max_num_queries(12):
                support.get(list_url(model))


def test_secrets_are_on_no_page(support: Client) -> None:
    club = make_club()
    token, secret = make_token(
        user=club.roles.get().user, name="Classifica", access=TokenAccess.ORGANIZE
    )
    assert secret not in support.get(row_url(token)).content.decode()
    invite(club=club, kind=Role.Kind.ORGANIZER, note="Per Iole", actor=owner_of(club), now=NOW)
    invitation = club.invitations.get()
    assert invitation.digest not in support.get(row_url(invitation)).content.decode()
    user = club.roles.get().user
    assert user.password not in support.get(row_url(user)).content.decode()


@pytest.mark.usefixtures("rows")
def test_what_lets_in_or_signs_is_on_no_page(support: Client) -> None:
    device = Device.objects.all()[0]
    webhook = WebhookEndpoint.objects.get()
    webhook.url = "https://chat.example/hooks/T0-token"
    webhook.old_secret, webhook.old_secret_until = "old-secret", NOW
    webhook.save()
    hidden = {
        "Device": [device.digest, device.code.code, device.code.secret],
        "WebhookEndpoint": [webhook.secret, "old-secret", "T0-token", str(webhook.form)],
        "Payment": list(Payment.objects.exclude(key="").values_list("key", flat=True)),
        "EntryImport": ["Ugo Turci"],
    }
    for model in MODELS:
        for row in model._default_manager.all()[:5]:
            page = support.get(row_url(row)).content.decode()
            page += support.get(list_url(model)).content.decode()
            assert [word for word in hidden.get(model.__name__, []) if word in page] == []


@pytest.mark.parametrize(
    "words",
    ["Trofeo, table {}", "tavolo {} trofeo", "{first} table {} trofeo", "{first} {second} Trofeo"],
)
def test_a_sheet_is_found_by_its_event_and_table(support: Client, words: str) -> None:
    club = make_club()
    for name in ("Coppa", "Trofeo"):
        event = make_event(club=club, pairs=8, tables=4, name=name)
    pairing = event.pairings.filter(table__isnull=False).latest("pk")
    first, second = (slot.entry.members.earliest("pk").player for slot in pairing.slots.all())
    assert pairing.table
    sought = words.format(pairing.table.number, first=first.last_name, second=second.last_name)
    page = support.get(list_url(Pairing), {"q": sought}).content.decode()
    assert re.findall(r"/admin/scoring/match/(\d+)/change/", page) == [str(pairing.match_id)]
    assert f"/admin/scoring/match/{pairing.match_id}/" in html_of(support.get(row_url(pairing)))


def test_the_admin_is_in_english(staff: User) -> None:
    reader = signed_in(staff, "it")
    for address in ("/admin/", list_url(User), list_url(Pairing), row_url(staff)):
        page = reader.get(address)
        assert page.headers["Content-Language"] == "en"
        assert '<html lang="en' in html_of(page)
    assert "Select user to view" in text_of(reader.get(list_url(User)))
    assert 'lang="it"' in html_of(reader.get("/desk/"))


def test_an_account_is_closed_and_opened_by_an_action(support: Client, staff: User) -> None:
    user = make_user(email="iole@savio.example")
    given = {"action": "close_accounts", "_selected_action": [user.pk, staff.pk]}
    support.post(list_url(User), given)
    user.refresh_from_db()
    staff.refresh_from_db()
    assert not user.is_active
    assert staff.is_active
    support.post(list_url(User), {"action": "open_accounts", "_selected_action": [user.pk]})
    user.refresh_from_db()
    assert user.is_active


def test_a_closed_account_is_signed_out(support: Client) -> None:
    user = make_user(email="iole@savio.example")
    visitor = signed_in(user)
    support.post(list_url(User), {"action": "close_accounts", "_selected_action": [user.pk]})
    assert visitor.get("/desk/").status_code == 302


def test_tokens_are_revoked_by_an_action(support: Client) -> None:
    token, _ = make_token(user=make_user(), name="Classifica", access=TokenAccess.ORGANIZE)
    support.post(list_url(Token), {"action": "revoke", "_selected_action": [token.pk]})
    token.refresh_from_db()
    assert token.revoked_at is not None


def make_support(*codenames: str) -> User:
    """Somebody of the support staff who has these permissions."""
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    assert user.user_permissions.count() == len(codenames)
    return user


def act(user: User, action: str, row: User | Token) -> None:
    given = {"action": action, "_selected_action": [row.pk]}
    signed_in(user).post(list_url(type(row)), given)
    row.refresh_from_db()


def test_every_action_needs_a_permission() -> None:
    for model in MODELS:
        for action, name, _words in admin.site._registry[model]._get_base_actions():  # type: ignore[attr-defined]
            assert getattr(action, "allowed_permissions", ()), (model, name)


def test_who_may_only_look_changes_no_account() -> None:
    looker = make_support("view_user", "view_token")
    user, closed = make_user(), make_user(is_active=False)
    token, _ = make_token(user=user, name="Classifica", access=TokenAccess.ORGANIZE)
    act(looker, "close_accounts", user)
    act(looker, "open_accounts", closed)
    act(looker, "revoke", token)
    assert user.is_active
    assert not closed.is_active
    assert token.revoked_at is None


def test_who_may_change_accounts_closes_and_opens_them() -> None:
    support = make_support("view_user", "change_user")
    user = make_user()
    act(support, "close_accounts", user)
    assert not user.is_active
    act(support, "open_accounts", user)
    assert user.is_active


def test_only_a_superuser_acts_on_a_superuser(staff: User) -> None:
    support = make_support("view_user", "change_user", "view_token", "change_token")
    closed = make_user(is_superuser=True, is_active=False)
    token, _ = make_token(user=staff, name="Classifica", access=TokenAccess.ORGANIZE)
    act(support, "close_accounts", staff)
    act(support, "open_accounts", closed)
    act(support, "revoke", token)
    assert staff.is_active
    assert not closed.is_active
    assert token.revoked_at is None
    act(staff, "open_accounts", closed)
    assert closed.is_active


def test_a_superuser_left_out_is_named() -> None:
    support = signed_in(make_support("view_user", "change_user"))
    superuser = make_user(email="root@savio.example", is_superuser=True)
    given = {"action": "close_accounts", "_selected_action": [superuser.pk]}
    page = support.post(list_url(User), given, follow=True)
    assert "Left out, for only a superuser may do this: 1" in text_of(page)


def test_a_club_is_founded_with_its_first_owner(support: Client) -> None:
    owner = make_user(email="iole@savio.example")
    given = {"name": "Circolo del Montone", "owner": owner.pk}
    assert support.post(list_url(Club) + "add/", given).status_code == 302
    club = Club.objects.get(name="Circolo del Montone")
    assert club.slug == "circolo-del-montone"
    assert [(role.user, role.kind) for role in club.roles.all()] == [(owner, Role.Kind.OWNER)]


def test_an_owner_is_no_support_staff(club: Club) -> None:
    owner = signed_in(club.roles.get().user)
    assert owner.get("/admin/", follow=True).status_code == 403


def test_a_stranger_is_sent_to_the_sign_in_of_everybody() -> None:
    page = Client().get("/admin/tournaments/club/", follow=True)
    assert page.redirect_chain[-1][0].startswith("/accounts/login/?next=")
    assert page.status_code == 200


def test_only_pages_that_write_nothing_are_registered() -> None:
    assert {model._meta.label for model in MODELS} == {
        "accounts.Token",
        "accounts.User",
        "jobs.Job",
        "scoring.Match",
        "tournaments.Anchor",
        "tournaments.Club",
        "tournaments.Device",
        "tournaments.Entry",
        "tournaments.EntryImport",
        "tournaments.Event",
        "tournaments.Invitation",
        "tournaments.Pairing",
        "tournaments.Payment",
        "tournaments.Player",
        "tournaments.Role",
        "webhooks.WebhookDelivery",
        "webhooks.WebhookEndpoint",
    }


def test_the_front_page_is_ours(support: Client) -> None:
    assert "La Bella" in text_of(support.get("/admin/"))
