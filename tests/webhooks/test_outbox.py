"""What an evening puts into the outbox, in the transaction of each change."""

import json
from collections import Counter
from typing import Any

from django.db import transaction
from django.urls import resolve

from competition.entry_lists.names import Name
from live.vocabulary import FOR_WEBHOOKS, TYPES_BY_NAME
from tests.factories import NOW, make_club, make_event, owner_of, pair
from tests.tournaments.steps import QUICK, win, write
from tests.webhooks.receiver import Receiver
from tests.webhooks.sending import WebhookFixture
from tournaments.models import Club, Entry, Event
from tournaments.services.decisions.protests import decide_protest, file_protest
from tournaments.services.draws.late_entries import enter_late_in_bracket, move_up_into_bracket
from tournaments.services.events.changes import change_event
from tournaments.services.events.events import EventPlan, create_event, delete_draft, finish_event
from tournaments.services.hall.table_moves import move_to_table
from tournaments.services.registration.deletions import delete_entry
from tournaments.services.registration.entries import enter
from tournaments.services.registration.entry_corrections import (
    EntryCorrection,
    SamePerson,
    correct_entry,
)
from tournaments.services.registration.players import (
    anonymise_player,
    correct_player,
    merge_players,
)
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.standings.penalties import cancel_penalty, disqualify
from tournaments.services.undo.replacements import replace_by_waiting
from tournaments.services.undo.starts import begin_play
from tournaments.services.undo.undo import undo
from tournaments.services.undo.withdrawals import undo_withdrawal, withdraw_pair
from webhooks.models import WebhookDelivery, WebhookEndpoint, WebhookMessage
from webhooks.outbox import MOST_BODY_BYTES
from webhooks.services import (
    KEPT,
    WebhookPlan,
    change_endpoint,
    create_endpoint,
    delete_old_deliveries,
    pause_endpoint,
)


def documents() -> list[Any]:
    return [
        json.loads(body)
        for body in WebhookMessage.objects.order_by("created_at", "pk").values_list(
            "body", flat=True
        )
    ]


def count_types() -> Counter[str]:
    return Counter(WebhookMessage.objects.values_list("type", flat=True))


def test_an_evening_from_its_draft_to_its_end(webhook: WebhookFixture, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    owner = owner_of(club)
    for _round in range(2):
        for pairing in event.pairings.filter(state="CALLED").order_by("pk"):
            win(pairing)
    finish_event(event=event, actor=owner, now=NOW)
    assert count_types() >= Counter(
        {
            "event.created": 1,
            "entry.created": 4,
            "draw.published": 1,
            "event.state_changed": 4,
            "match.called": 3,
            "match.decided": 3,
            "event.finished": 1,
        }
    )
    states = [each["data"] for each in documents() if each["type"] == "event.state_changed"]
    assert {(state["before"], state["state"]) for state in states} == {
        ("DRAFT", "OPEN"),
        ("OPEN", "DRAWN"),
        ("DRAWN", "RUNNING"),
        ("RUNNING", "FINISHED"),
    }


def test_a_start_that_is_taken_back(webhook: WebhookFixture, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK, running=False)
    owner = owner_of(club)
    entry = event.pairings.earliest("pk").slots.get(position=0).entry
    assert entry is not None
    withdraw(entry=entry, reason="via", actor=owner, now=NOW)
    steps = begin_play(event=event, actor=owner, now=NOW)
    called = count_types()["match.called"]
    undo(steps=steps, actor=owner, now=NOW)
    states = [each["data"] for each in documents() if each["type"] == "event.state_changed"]
    assert states.count({"state": "DRAWN", "before": "RUNNING"}) == 1
    corrected = [each["data"] for each in documents() if each["type"] == "result.corrected"]
    assert corrected == [{"winner": None, "decided": False}]
    assert count_types()["match.called"] == called, "no table is called by it"


def test_every_message_has_the_members_that_the_vocabulary_states(
    webhook: WebhookFixture, club: Club
) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    owner = owner_of(club)
    change_event(event=event, changes={"name": "Trofeo"}, actor=owner, now=NOW)
    entry = event.entries.order_by("pk")[0]
    protest = file_protest(
        entry=entry, pairing=None, article="", text="Ha parlato", actor=owner, now=NOW
    )
    decide_protest(protest=protest, decision="REJECTED", reason="No", actor=owner, now=NOW)  # type: ignore[arg-type]
    withdraw(entry=entry, reason="Via", actor=owner, now=NOW)
    assert count_types().keys() >= {
        *("event.changed", "protest.filed", "protest.decided", "entry.withdrawn"),
        *("match.decided", "standings.changed"),
    }
    common = {"id", "type", "created", "version", "event", "links", "data"}
    for document in documents():
        kind = TYPES_BY_NAME[document["type"]]
        assert set(document) - common == set(kind.ids)
        assert set(document["data"]) == {member.name for member in kind.data}
        assert document["event"] == str(event.pk)
        assert set(document["links"]) == set(kind.links)
        for address in document["links"].values():
            resolve(address)
        assert len(json.dumps(document)) < MOST_BODY_BYTES / 2


def test_a_correction_is_told_apart_from_a_result(webhook: WebhookFixture, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    pairing = event.pairings.filter(state="CALLED").order_by("pk")[0]
    win(pairing)
    WebhookMessage.objects.all().delete()
    amended = {"line": 1, "data": {"points": [0, None]}, "reason": "Al contrario"}
    write(pairing, "amend", amended)
    (document,) = [each for each in documents() if each["type"] == "result.corrected"]
    assert document["match"] == pairing.match_id
    assert document["data"]["decided"] is True
    assert "match.decided" not in count_types()


def test_both_matches_that_change_tables_are_called(webhook: WebhookFixture, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    first, second = event.pairings.filter(state="CALLED").order_by("table__number")
    WebhookMessage.objects.all().delete()
    move_to_table(pairing=first, number=2, actor=owner_of(club), now=NOW)
    called = [each for each in documents() if each["type"] == "match.called"]
    assert {each["pairing"]: each["data"]["table"] for each in called} == {
        first.pk: 2,
        second.pk: 1,
    }


def test_an_entry_that_comes_back_is_changed(webhook: WebhookFixture, club: Club) -> None:
    event = make_event(club=club, pairs=3, capacity=2, drawn=False)
    leaver, _other, waiting = event.entries.order_by("pk")
    owner = owner_of(club)
    (step,) = withdraw_pair(entry=leaver, reason="Via", actor=owner, now=NOW)
    WebhookMessage.objects.all().delete()
    undo_withdrawal(step, owner, NOW)
    changed = [each for each in documents() if each["type"] == "entry.changed"]
    assert {each["entry"]: each["data"]["state"] for each in changed} == {
        leaver.pk: "ENTERED",
        waiting.pk: "WAITLISTED",
    }


def test_a_disqualification_that_is_cancelled_changes_the_entry(
    webhook: WebhookFixture, club: Club
) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    owner, entry = owner_of(club), event.entries.earliest("pk")
    penalty = disqualify(
        entry=entry, voids=False, article="9", reason="Segni", actor=owner, now=NOW
    )
    WebhookMessage.objects.all().delete()
    cancel_penalty(penalty=penalty, reason="Non era lui", actor=owner, now=NOW)
    (changed,) = [each for each in documents() if each["type"] == "entry.changed"]
    assert (changed["entry"], changed["data"]["state"]) == (entry.pk, "ENTERED")


def test_a_deleted_entry_is_told_as_deleted(webhook: WebhookFixture, club: Club) -> None:
    event = make_event(club=club, pairs=3, drawn=False)
    entry = event.entries.earliest("pk")
    gone = entry.pk
    delete_entry(entry=entry, actor=owner_of(club), now=NOW)
    (left,) = [each for each in documents() if each["type"] == "entry.withdrawn"]
    assert (left["entry"], left["data"]["state"]) == (gone, "DELETED")
    assert left["version"] == Event.objects.get(pk=event.pk).version


def list_entry_changes() -> list[tuple[str, int, str]]:
    """The type, the entry and its state of all messages about entries."""
    return sorted(
        (each["type"], each["entry"], each["data"]["state"])
        for each in documents()
        if each["type"].startswith("entry.")
    )


def test_late_entries_of_a_bracket_are_created_or_changed(
    webhook: WebhookFixture, club: Club
) -> None:
    event = make_event(club=club, pairs=9, capacity=8, running=False, format="single_elimination")
    first, second = event.entries.filter(state=Entry.State.ENTERED).order_by("pk")[:2]
    waiting = event.entries.latest("pk")
    late: dict[str, Any] = {
        "stage": event.stages.get(), "preliminary": True, "version": None, "reason": "Tardi",
        "agreed": True, "actor": owner_of(club), "now": NOW,
    }  # fmt: skip
    WebhookMessage.objects.all().delete()
    move_up_into_bracket(entry=waiting, against=first, **late)
    new = enter_late_in_bracket(form=pair(90), against=second, **late).entry
    assert list_entry_changes() == [
        ("entry.changed", waiting.pk, "ENTERED"),
        ("entry.created", new.pk, "ENTERED"),
    ]
    event.refresh_from_db()
    (created,) = [each for each in documents() if each["type"] == "entry.created"]
    assert created["version"] == event.version


def test_a_waiting_pair_that_plays_for_another_gets_a_place_and_waits_again(
    webhook: WebhookFixture, club: Club
) -> None:
    event = make_event(club=club, pairs=5, capacity=4, running=False)
    old, waiting, owner = event.entries.earliest("pk"), event.entries.latest("pk"), owner_of(club)
    WebhookMessage.objects.all().delete()
    steps = replace_by_waiting(entry=old, reason="Via", actor=owner, now=NOW)
    assert list_entry_changes() == [
        ("entry.changed", waiting.pk, "ENTERED"),
        ("entry.withdrawn", old.pk, "REPLACED"),
    ]
    assert {each["version"] for each in documents()} == {Event.objects.get(pk=event.pk).version}
    WebhookMessage.objects.all().delete()
    undo(steps=steps, actor=owner, now=NOW)
    assert list_entry_changes() == [
        ("entry.changed", old.pk, "ENTERED"),
        ("entry.changed", waiting.pk, "WAITLISTED"),
    ]


def enter_in_three_events(club: Club) -> list[Entry]:
    """The entries of one pair in three events, without that in the archived one."""
    archived, *others = (
        make_event(club=club, pairs=2, drawn=False, name=name) for name in ("Uno", "Due", "Tre")
    )
    Event.objects.filter(pk=archived.pk).update(state=Event.State.ARCHIVED)
    return [event.entries.earliest("pk") for event in others]


def test_the_entries_of_a_renamed_player_are_changed_except_in_the_archive(
    webhook: WebhookFixture, club: Club
) -> None:
    owner = owner_of(club)
    entries = enter_in_three_events(club)
    changed = [("entry.changed", entry.pk, "ENTERED") for entry in entries]
    player = club.players.get(last_name="Zoffoli0")
    namesake = club.players.create(last_name="Zofoli")
    WebhookMessage.objects.all().delete()
    correct_player(player=player, name=Name("Loris", "Zoffolo"), actor=owner, now=NOW)
    assert list_entry_changes() == changed
    assert {each["version"] for each in documents()} == {entries[0].event.version + 1}
    WebhookMessage.objects.all().delete()
    merge_players(player=player, into=namesake, actor=owner, now=NOW)
    assert list_entry_changes() == changed
    WebhookMessage.objects.all().delete()
    anonymise_player(player=namesake, actor=owner, now=NOW)
    assert list_entry_changes() == changed


def test_a_name_that_is_corrected_everywhere_changes_all_entries_that_show_it(
    webhook: WebhookFixture, club: Club
) -> None:
    owner = owner_of(club)
    entries = enter_in_three_events(club)
    events = [entry.event for entry in entries]
    everywhere, here = ({1: answer} for answer in SamePerson)
    club.players.create(first_name="Loris", last_name="Zoffoni")
    corrections = (
        # Another name, then other capitals, then the name of somebody else in the club.
        (EntryCorrection({}, {"last1": "Zoffolo"}, everywhere), entries),
        (EntryCorrection({}, {"last1": "ZOFFOLO"}), entries),
        (EntryCorrection({}, {"last1": "Zoffoni"}, everywhere), entries),
        (EntryCorrection({}, {"last1": "Bianchi"}, here), entries[:1]),
        (EntryCorrection({}, {"notes": "arriva tardi"}), entries[:1]),
    )
    for correction, changed in corrections:
        versions = read_versions(*events)
        WebhookMessage.objects.all().delete()
        correct_entry(entry=entries[0], correction=correction, actor=owner, now=NOW)
        assert list_entry_changes() == [("entry.changed", row.pk, "ENTERED") for row in changed]
        risen = [
            after - before for before, after in zip(versions, read_versions(*events), strict=True)
        ]
        assert risen == [1, len(changed) - 1]


def read_versions(*events: Event) -> list[int]:
    return [Event.objects.get(pk=event.pk).version for event in events]


def make_draft(club: Club) -> Event:
    plan = EventPlan(name="Errore", date=NOW.date(), match_format=QUICK)
    return create_event(club=club, plan=plan, actor=owner_of(club), now=NOW)


def test_a_deleted_draft_is_told_to_its_own_club_only(webhook: WebhookFixture, club: Club) -> None:
    other = make_club("Circolo del Rubicone")
    plan = WebhookPlan("Altrove", webhook.endpoint.url, FOR_WEBHOOKS)
    elsewhere, _secret = create_endpoint(
        club_id=other.pk, plan=plan, actor=owner_of(other), now=NOW, allows_loopback=True
    )
    draft = make_draft(club)
    gone = draft.pk
    enter(event=draft, form=pair(90), actor=owner_of(club), now=NOW)
    delete_draft(event=draft, actor=owner_of(club), now=NOW, entries=1)
    (deleted,) = [each for each in documents() if each["type"] == "event.deleted"]
    assert (deleted["event"], deleted["links"], deleted["data"]) == (str(gone), {}, {})
    assert count_types()["entry.withdrawn"] == 1
    assert not elsewhere.deliveries.exists()


def test_the_webhook_of_a_deleted_draft_hears_of_it_and_of_nothing_else(
    webhook: WebhookFixture, club: Club, receiver: Receiver
) -> None:
    draft = make_draft(club)
    gone = str(draft.pk)
    plan = WebhookPlan("W", webhook.endpoint.url, FOR_WEBHOOKS, event_id=draft.pk)
    change_endpoint(endpoint=webhook.endpoint, plan=plan, allows_loopback=True)
    delete_draft(event=draft, actor=owner_of(club), now=NOW)
    make_event(club=club, pairs=2, drawn=False)
    webhook.send_all()
    documents = [request.document for request in receiver.requests]
    assert [(each["type"], each["event"]) for each in documents[-1:]] == [("event.deleted", gone)]
    assert {each["event"] for each in documents} == {gone}


def test_the_webhook_of_a_deleted_draft_is_deleted_with_its_log(
    webhook: WebhookFixture, club: Club
) -> None:
    draft = make_draft(club)
    plan = WebhookPlan("W", webhook.endpoint.url, FOR_WEBHOOKS, event_id=draft.pk)
    of_draft, _secret = create_endpoint(
        club_id=club.pk, plan=plan, actor=owner_of(club), now=NOW, allows_loopback=True
    )
    delete_draft(event=draft, actor=owner_of(club), now=NOW)
    delete_old_deliveries(now=NOW + KEPT)
    assert WebhookEndpoint.objects.filter(pk=of_draft.pk).exists()
    delete_old_deliveries(now=NOW + 2 * KEPT)
    assert list(WebhookEndpoint.objects.all()) == [webhook.endpoint]


def test_an_entry_whose_forfeit_is_struck_is_changed(webhook: WebhookFixture, club: Club) -> None:
    event = make_event(club=club, format="double_elimination", tables=2, match_format=QUICK)
    pairing = event.pairings.filter(state="CALLED").order_by("pk")[0]
    entry = pairing.slots.get(side=0).entry
    write(pairing, "forfeit", {"side": 0, "of": "match", "reason": "Via"})
    assert count_types()["entry.withdrawn"] == 1
    WebhookMessage.objects.all().delete()
    write(pairing, "strike", {"line": 1, "reason": "Era l'altra"})
    (changed,) = [each for each in documents() if each["type"] == "entry.changed"]
    assert entry is not None
    assert (changed["entry"], changed["data"]["state"]) == (entry.pk, "ENTERED")


def test_a_change_that_is_rolled_back_leaves_no_message(
    webhook: WebhookFixture, club: Club
) -> None:
    event = make_event(club=club, drawn=False)
    before = WebhookMessage.objects.count()
    with transaction.atomic():
        enter(event=event, form=pair(90), actor=owner_of(club), now=NOW)
        assert WebhookMessage.objects.count() == before + 1
        transaction.set_rollback(True)
    assert WebhookMessage.objects.count() == before


def test_only_what_is_subscribed_to_is_written(webhook: WebhookFixture, club: Club) -> None:
    plan = WebhookPlan("W", webhook.endpoint.url, ["entry.created"])
    change_endpoint(endpoint=webhook.endpoint, plan=plan, allows_loopback=True)
    make_event(club=club, pairs=4)
    assert count_types() == Counter({"entry.created": 4})


def test_an_endpoint_of_one_event_hears_of_no_other(webhook: WebhookFixture, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    plan = WebhookPlan("W", webhook.endpoint.url, FOR_WEBHOOKS, event_id=event.pk)
    change_endpoint(endpoint=webhook.endpoint, plan=plan, allows_loopback=True)
    WebhookMessage.objects.all().delete()
    make_event(club=club, drawn=False, name="Un'altra")
    assert count_types() == Counter()
    enter(event=event, form=pair(90), actor=owner_of(club), now=NOW)
    assert count_types() == Counter({"entry.created": 1})


def test_another_club_hears_nothing(webhook: WebhookFixture) -> None:
    make_event(club=make_club("Circolo del Rubicone"), pairs=2)
    assert count_types() == Counter()


def test_a_paused_endpoint_keeps_no_changes(webhook: WebhookFixture, club: Club) -> None:
    pause_endpoint(endpoint=webhook.endpoint)
    make_event(club=club, pairs=2)
    assert WebhookDelivery.objects.count() == 0


def test_two_endpoints_share_a_message(webhook: WebhookFixture, club: Club) -> None:
    plan = WebhookPlan("2", webhook.endpoint.url, ["event.created"])
    create_endpoint(club_id=club.pk, plan=plan, actor=owner_of(club), now=NOW, allows_loopback=True)
    make_event(club=club, drawn=False, pairs=1)
    created = WebhookMessage.objects.get(type="event.created")
    assert created.deliveries.count() == 2


def test_a_hidden_event_is_told_to_its_own_club(webhook: WebhookFixture, club: Club) -> None:
    make_event(club=club, drawn=False, pairs=1, visibility=Event.Visibility.CLUB)
    assert count_types()["event.created"] == 1


def test_it_all_arrives(webhook: WebhookFixture, club: Club, receiver: Receiver) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    webhook.send_all()
    assert len(receiver.ids) == len(set(receiver.ids)) == WebhookMessage.objects.count()
    assert {request.document["event"] for request in receiver.requests} == {str(event.pk)}
