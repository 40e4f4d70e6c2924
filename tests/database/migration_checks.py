"""What data migrations make of rows that were there. Run on SQLite and on PostgreSQL."""

from uuid import UUID

import pytest
from django.db.models import Model

from accounts.actors import EVERYWHERE, SYSTEM, Actor, ActorKind, TokenAccess, TokenScope
from accounts.authorship import make_author_columns
from accounts.models import Token
from accounts.services import make_token
from competition.hall.codes import find_check_in_code
from kernel.canonical import digest
from scoring.models import Match
from scoring.sheets import instant
from tests.database.migrating import migrated_back_to
from tests.factories import NOW, make_event, make_user
from tournaments.models import Draw, Entry, EntryPlayer, Payment, Penalty, PendingDecision
from tournaments.selectors.trust.anchored_items import read_items

USER = Actor(ActorKind.USER, "7")
PROGRAM = Actor(ActorKind.PROGRAM, "0123456789abcdef")


def read_text(model: type[Model], column: str) -> list[str]:
    return list(model._default_manager.order_by("pk").values_list(column, flat=True))


def test_the_authors_of_later_acts_are_split_and_joined_again() -> None:
    event = make_event(pairs=4, drawn=False)
    stage = event.stages.get()
    draws = [
        Draw.objects.create(
            stage=stage,
            number=number,
            state=Draw.State.CALLED_OFF if actor else Draw.State.COMMITTED,
            format=stage.format,
            options={},
            constraints={},
            entries=[],
            reason="di nuovo",
            **make_author_columns(USER),
            committed_at=NOW,
            called_off_at=NOW if actor else None,
            called_off_reason="manca una coppia" if actor else "",
            **(make_author_columns(actor, "called_off_by") if actor else {}),
        )
        for number, actor in enumerate((USER, PROGRAM, None), start=1)
    ]
    penalty = Penalty.objects.create(
        event=event,
        entry=event.entries.all()[0],
        kind=Penalty.Kind.DISQUALIFIED,
        reason="segni",
        **make_author_columns(USER),
        given_at=NOW,
        cancelled_at=NOW,
        cancelled_reason="non era lui",
        **make_author_columns(USER, "cancelled_by"),
    )
    question = PendingDecision.objects.create(
        event=event,
        kind=PendingDecision.Kind.CUT_MOVED,
        stage=stage,
        asked_at=NOW,
        decision=PendingDecision.Decision.LEFT,
        reason="già giocato",
        decided_at=NOW,
        **make_author_columns(SYSTEM, "decided_by"),
    )
    before = read_items(event)
    with migrated_back_to("tournaments", "0018_anchors") as old:
        stored = {
            name: read_text(old.get_model("tournaments", name), column)
            for name, column in (
                ("Draw", "called_off_by"),
                ("Penalty", "cancelled_by"),
                ("Question", "decided_by"),
            )
        }
    assert stored == {
        "Draw": ["USER 7", f"PROGRAM {PROGRAM.id}", ""],
        "Penalty": ["USER 7"],
        "Question": ["SYSTEM system"],
    }
    for row in (*draws, penalty, question):
        row.refresh_from_db()
    assert [draw.called_off_by for draw in draws] == [USER, PROGRAM, None]
    assert (penalty.cancelled_by, question.decided_by) == (USER, SYSTEM)
    assert read_items(event) == before
    called_off = {"called_off_at": instant(NOW), "called_off_reason": "manca una coppia"}
    assert before[f"draw:{draws[0].pk}"]["called_off"] == digest(
        {**called_off, "called_off_by": "USER 7"}
    ), "anchors that were printed before cover the author in one text"


def test_the_scope_of_a_token_becomes_a_key_and_a_text_again() -> None:
    event, user = make_event(pairs=2, drawn=False), make_user()
    scopes = EVERYWHERE, TokenScope(club_id=event.club_id), TokenScope(event_id=event.pk)
    tokens = [
        make_token(user=user, name="Sito", access=TokenAccess.ORGANIZE, scope=scope)[0]
        for scope in scopes
    ]
    with migrated_back_to("accounts", "0003_public_ids_of_tokens") as old:
        rows = old.get_model("accounts", "Token").objects
        stored = [rows.get(pk=token.pk).within for token in tokens]
    assert stored == ["", f"club:{event.club_id}", f"event:{event.pk}"]
    for token, scope in zip(tokens, scopes, strict=True):
        token.refresh_from_db()
        assert (token.scope, token.revoked_at) == (scope, None)


@pytest.mark.parametrize("within", ["club:987654", f"event:{UUID(int=7)}", "club:x", "hall"])
def test_a_token_whose_place_is_gone_is_revoked_rather_than_good_everywhere(within: str) -> None:
    token, _ = make_token(user=make_user(), name="Sito", access=TokenAccess.ORGANIZE)
    with migrated_back_to("accounts", "0003_public_ids_of_tokens") as old:
        old.get_model("accounts", "Token").objects.update(within=within)
    token.refresh_from_db()
    assert token.revoked_at is not None


def test_the_access_of_a_token_becomes_whether_it_may_write_and_back() -> None:
    user = make_user()
    for access in TokenAccess:
        make_token(user=user, name=access, access=access)
    with migrated_back_to("accounts", "0004_token_scope_is_a_key") as old:
        rows = old.get_model("accounts", "Token").objects
        before = dict(rows.values_list("name", "may_write"))
    assert before == {"READ": False, "SCORE": False, "ORGANIZE": True}, "nothing gains rights"
    after = dict(Token.objects.values_list("name", "access"))
    assert after == {"READ": "READ", "SCORE": "READ", "ORGANIZE": "ORGANIZE"}


def test_an_author_from_before_the_system_was_called_so_is_the_system() -> None:
    event = make_event(pairs=4)
    draw = Draw.objects.get(stage__event=event)
    Draw.objects.update(author_kind="HOUSE", author_id="house")
    with migrated_back_to("tournaments", "0018_anchors") as old:
        old.get_model("tournaments", "Draw").objects.update(called_off_by="HOUSE house")
    draw.refresh_from_db()
    assert draw.author == draw.called_off_by == Actor(ActorKind.SYSTEM, "house")
    assert (draw.called_off_by_kind, draw.called_off_by_id) == ("HOUSE", "house")


def test_what_was_paid_becomes_a_record_and_every_entry_gets_a_code() -> None:
    event = make_event(pairs=3, drawn=False)
    first, second, third = event.entries.order_by("pk")
    with migrated_back_to("tournaments", "0028_protests") as old:
        entries = old.get_model("tournaments", "Entry").objects
        entries.filter(pk=first.pk).update(
            paid=True, paid_cents=1500, **make_author_columns(USER, "paid_to")
        )
        entries.filter(pk=second.pk).update(paid=True)
    rows = {payment.entry_id: payment for payment in Payment.objects.all()}
    assert set(rows) == {first.pk, second.pk}
    assert (rows[first.pk].cents, rows[first.pk].author) == (1500, USER)
    assert (rows[second.pk].cents, rows[second.pk].author) == (None, SYSTEM)
    assert all(payment.settles for payment in rows.values())
    codes = {entry.check_in_code for entry in event.entries.all()}
    assert len(codes) == 3
    assert third.pk not in rows
    assert all(find_check_in_code(code) == code for code in codes)


def test_a_withdrawal_is_told_from_an_exit_by_a_result() -> None:
    event = make_event(pairs=4)
    played = event.pairings.filter(match__isnull=False).earliest("pk")
    out = Entry.objects.get(slots__pairing=played, slots__side=0)
    tally = {"unfinished": {"case": "walkover", "out": [0]}}
    Match.objects.filter(pairing=played).update(tally=tally)
    withdrawn, disqualified, freed = event.entries.exclude(pk=out.pk).order_by("pk")
    EntryPlayer.objects.filter(entry=freed).update(counts=False)
    with migrated_back_to("tournaments", "0038_updated_at") as old:
        entries = old.get_model("tournaments", "Entry").objects
        entries.filter(pk__in=(out.pk, withdrawn.pk)).update(state="WITHDRAWN")
        entries.filter(pk__in=(disqualified.pk, freed.pk)).update(state="DISQUALIFIED")
    entries_with_time = event.entries.filter(withdrawn_at__isnull=False)
    assert {*entries_with_time.values_list("pk", flat=True)} == {withdrawn.pk, freed.pk}
