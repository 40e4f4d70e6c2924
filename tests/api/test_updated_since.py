"""What has changed since a moment, and answers that a client has already."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import pytest
from django.db import transaction

from config.cache import empty_caches
from jobs.models import Job
from live.computed import get_database_identity
from live.models import DatabaseIdentity
from tests.api.client import Program, refused
from tests.factories import NOW, first_match, make_event, make_member, owner_of
from tournaments.models import (
    Club,
    Draw,
    Entry,
    Event,
    Pairing,
    Payment,
    Penalty,
    PendingDecision,
    Player,
    Protest,
    Role,
    Round,
    Slot,
)
from tournaments.services.registration.entry_corrections import EntryCorrection, correct_entry
from web.kept_answers import forget_kept_answers
from webhooks.models import WebhookDelivery

LISTS = (
    "matches/?event={event}",
    "pairings/?event={event}",
    "events/?club={club}",
    "events/{event}/entries/?state=ENTERED",
    "stages/?event={event}",
    "rounds/?event={event}",
    "events/{event}/protests/?open=true",
)


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, tables=3)


@pytest.fixture
def moment(event: Event) -> str:
    """A moment after all that was written before."""
    long_ago = datetime(2026, 1, 1, tzinfo=UTC)
    for model in (Event, Entry, Pairing, Slot):
        model.objects.update(updated_at=long_ago)
    Pairing.objects.filter(called_at__isnull=False).update(called_at=long_ago, updated_at=long_ago)
    return quote("2026-01-02T00:00:00+01:00")


def ids(program: Program, path: str) -> list[Any]:
    return [row["id"] for row in program.read(path)["results"]]


def test_a_match_that_was_moved_to_another_table_is_updated(
    event: Event, moment: str, organizer: Program
) -> None:
    pairing = Pairing.objects.get(match=first_match(event))
    matches = f"matches/?event={event.pk}&updated_since={moment}"
    pairings = f"pairings/?event={event.pk}&updated_since={moment}"
    assert ids(organizer, matches) == ids(organizer, pairings) == []
    assert organizer.put(f"pairings/{pairing.pk}/table/", {"table": 3}).status_code == 200
    assert ids(organizer, matches) == [pairing.match_id]
    assert ids(organizer, pairings) == [pairing.pk]


def test_a_corrected_name_updates_the_entry_and_its_matches(
    event: Event, moment: str, organizer: Program
) -> None:
    slot = Slot.objects.filter(pairing__match=first_match(event)).order_by("pk")[0]
    entry = slot.entry_id
    players = [{"first_name": "Ivo", "last_name": "Neri"}, {"first_name": "A", "last_name": "Bo"}]
    answer = organizer.patch(f"entries/{entry}/", {"players": players})
    assert answer.status_code == 200, answer.content
    entries = f"events/{event.pk}/entries/?updated_since={moment}"
    assert ids(organizer, entries) == [entry]
    found = ids(organizer, f"matches/?event={event.pk}&updated_since={moment}")
    assert slot.pairing.match_id in found
    assert ids(organizer, f"events/?club={event.club_id}&updated_since={moment}") == [str(event.pk)]


def test_a_match_that_lost_its_table_is_updated(
    event: Event, moment: str, anybody: Program
) -> None:
    pairing = Pairing.objects.get(match=first_match(event))
    pairing.called_at, pairing.table, pairing.state = None, None, Pairing.State.READY
    pairing.save(update_fields=["called_at", "table", "state"])
    path = f"matches/?event={event.pk}&updated_since={moment}"
    assert ids(anybody, path) == [pairing.match_id]


@pytest.mark.parametrize(
    "text", ["2026-01-02T00:00:00", "2026-01-02", "ieri", "9999-12-31T23:59:59-01:00"]
)
def test_a_moment_without_its_offset_is_refused(event: Event, anybody: Program, text: str) -> None:
    for path in ("matches/", "pairings/"):
        query = f"{path}?event={event.pk}&updated_since={quote(text)}"
        refused(anybody.get(query), 400, "query_refused")
    refused(anybody.get(f"events/?updated_since={quote(text)}"), 400, "query_refused")


@pytest.mark.parametrize("name", ["protests", "questions"])
def test_open_is_true_or_false(event: Event, anybody: Program, name: str) -> None:
    for text in ("banana", "2", "yes"):
        refused(anybody.get(f"events/{event.pk}/{name}/?open={text}"), 400, "query_refused")
    assert anybody.get(f"events/{event.pk}/{name}/?open=false").status_code == 200


@pytest.mark.parametrize("path", LISTS)
def test_a_list_is_not_sent_again_to_a_client_that_has_it(
    event: Event, anybody: Program, path: str
) -> None:
    path = "/api/v1/" + path.format(event=event.pk, club=event.club_id)
    tag = anybody.client.get(path)["ETag"]
    again = anybody.client.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    as_csv = anybody.client.get(path + "&format=csv", headers={"If-None-Match": tag})
    assert as_csv.status_code == 200


@pytest.mark.parametrize("path", LISTS)
def test_an_unchanged_page_still_names_the_pages_beside_it(
    event: Event, anybody: Program, path: str
) -> None:
    make_event(club=event.club, pairs=2)
    path = "/api/v1/" + path.format(event=event.pk, club=event.club_id)
    page = anybody.client.get(f"{path}&page_size=1")
    for _ in range(2):
        again = anybody.client.get(f"{path}&page_size=1", headers={"If-None-Match": page["ETag"]})
        assert again.status_code == 304
        assert again.get("Link") == page.get("Link")
        # The cache may have lost what was stored with the page.
        empty_caches()


def test_a_changed_list_is_sent_again(event: Event, organizer: Program, anybody: Program) -> None:
    paths = [f"matches/?event={event.pk}", f"pairings/?event={event.pk}"]
    tags = [anybody.get(path)["ETag"] for path in paths]
    pairing = Pairing.objects.get(match=first_match(event))
    organizer.put(f"pairings/{pairing.pk}/table/", {"table": 3})
    for path, tag in zip(paths, tags, strict=True):
        assert anybody.get(path, **{"If-None-Match": tag}).status_code == 200
    tag = anybody.get(paths[0])["ETag"]
    organizer.line(first_match(event), 0, {"points": [7, None]})
    assert anybody.get(paths[0], **{"If-None-Match": tag}).status_code == 200
    path = f"events/{event.pk}/entries/"
    tag = organizer.get(path)["ETag"]
    assert anybody.get(path, **{"If-None-Match": tag}).status_code == 200
    entry = event.entries.order_by("pk")[0]
    organizer.post(f"entries/{entry.pk}/paid/", {"paid": True})
    assert organizer.get(path, **{"If-None-Match": tag}).status_code == 200


class Restored(Exception):
    """Takes back what was written since the copy that is restored."""


@pytest.fixture
def forget_identity() -> Iterator[Callable[[], None]]:
    """The processes that are started after a restore: they have read nothing yet."""

    def forget() -> None:
        DatabaseIdentity.objects.all().delete()
        get_database_identity.cache_clear()
        forget_kept_answers()

    yield forget
    # The row of the other tests is there again when this test is rolled back.
    get_database_identity.cache_clear()


def test_after_a_restore_no_answer_of_before_is_given(
    event: Event, anybody: Program, forget_identity: Callable[[], None]
) -> None:
    """The versions come again with other names: they are no longer those of the same database."""
    entry = Entry.objects.filter(event=event).earliest("pk")
    paths = (
        f"/api/v1/events/{event.pk}/standings/",
        f"/api/v1/events/{event.pk}/entries/",
        f"/events/{event.pk}/places/",
    )

    def rename(name: str) -> None:
        correction = EntryCorrection(seen={}, wanted={"last1": name})
        renamed = Entry.objects.get(pk=entry.pk)
        correct_entry(entry=renamed, correction=correction, actor=owner_of(event.club), now=NOW)

    tags = {}
    with suppress(Restored), transaction.atomic():
        rename("Sbagliato")
        for path in paths:
            answer = anybody.client.get(path)
            assert "Sbagliato" in answer.content.decode()
            tags[path] = answer.get("ETag", "")
        raise Restored
    forget_identity()
    rename("Giusto")
    for path, tag in tags.items():
        for headers in ({}, {"If-None-Match": tag}):
            answer = anybody.client.get(path, headers=headers)
            assert answer.status_code == 200
            assert "Giusto" in answer.content.decode()
            assert "Sbagliato" not in answer.content.decode()


LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_cancelled_payment_is_updated(event: Event, moment: str, organizer: Program) -> None:
    entry = event.entries.order_by("pk")[0]
    made = organizer.write(f"entries/{entry.pk}/payments/", {"cents": 2000})
    Payment.objects.update(updated_at=LONG_AGO)
    path = f"events/{event.pk}/payments/?updated_since={moment}"
    assert ids(organizer, path) == []
    organizer.write(f"payments/{made['id']}/cancel/")
    assert ids(organizer, path) == [made["id"]]


def test_corrected_and_anonymised_players_are_updated(
    event: Event, moment: str, organizer: Program
) -> None:
    first, second = event.club.players.order_by("pk")[:2]
    Player.objects.update(updated_at=LONG_AGO)
    path = f"clubs/{event.club_id}/players/?updated_since={moment}"
    assert ids(organizer, path) == []
    corrected = organizer.patch(f"players/{first.pk}/", {"first_name": "Ivo"})
    assert corrected.status_code == 200, corrected.content
    assert ids(organizer, path) == [first.pk]
    owner = Program(make_member(event.club, Role.Kind.OWNER))
    owner.write(f"players/{second.pk}/anonymise/")
    assert {*ids(organizer, path)} == {first.pk, second.pk}


def test_a_cancelled_penalty_is_updated(club: Club, moment: str, organizer: Program) -> None:
    event = make_event(club=club, pairs=4, format="swiss", options={"rounds": 2})
    body = {
        "entry": event.entries.order_by("pk")[0].pk,
        "stage": event.stages.get().pk,
        "points": 2,
        "reason": "segni",
    }
    given = organizer.write(f"events/{event.pk}/penalties/", body)
    Penalty.objects.update(updated_at=LONG_AGO)
    path = f"events/{event.pk}/penalties/?updated_since={moment}"
    assert ids(organizer, path) == []
    organizer.write(f"penalties/{given['id']}/cancel/", {"reason": "non era lui"})
    assert ids(organizer, path) == [given["id"]]


def test_a_decided_protest_is_updated(event: Event, moment: str, organizer: Program) -> None:
    slot = Slot.objects.filter(pairing__match=first_match(event)).order_by("pk")[0]
    body = {"entry": slot.entry_id, "match": first_match(event), "text": "Carta mancante"}
    filed = organizer.write(f"events/{event.pk}/protests/", body)
    Protest.objects.update(updated_at=LONG_AGO)
    path = f"events/{event.pk}/protests/?updated_since={moment}"
    assert ids(organizer, path) == []
    decision = {"decision": "REJECTED", "reason": "nessuno li ha visti"}
    organizer.write(f"protests/{filed['id']}/decide/", decision)
    assert ids(organizer, path) == [filed["id"]]


def test_a_question_that_is_asked_otherwise_is_updated(
    event: Event, moment: str, organizer: Program
) -> None:
    asked = PendingDecision.objects.create(event=event, kind="PRIZES_MOVED", asked_at=LONG_AGO)
    PendingDecision.objects.update(updated_at=LONG_AGO)
    path = f"events/{event.pk}/questions/?updated_since={moment}"
    assert ids(organizer, path) == []
    asked.comes = [event.entries.order_by("pk")[0].pk]
    asked.save(update_fields=["comes"])
    assert ids(organizer, path) == [asked.pk]


def test_a_round_with_another_date_is_updated(
    event: Event, moment: str, organizer: Program
) -> None:
    round_ = Round.objects.filter(group__stage__event=event).latest("order")
    Round.objects.update(updated_at=LONG_AGO)
    path = f"rounds/?event={event.pk}&updated_since={moment}"
    assert ids(organizer, path) == []
    moved = organizer.put(f"rounds/{round_.pk}/date/", {"date": "2026-12-20"})
    assert moved.status_code == 200, moved.content
    assert ids(organizer, path) == [round_.pk]


def test_a_round_counts_its_open_matches_anew_when_one_is_decided(
    event: Event, moment: str, organizer: Program
) -> None:
    pairing = Pairing.objects.get(match=first_match(event))
    Round.objects.update(updated_at=LONG_AGO)
    path = f"rounds/?event={event.pk}&updated_since={moment}"
    assert ids(organizer, path) == []
    pairing.state = Pairing.State.DECIDED
    pairing.save(update_fields=["state"])
    assert ids(organizer, path) == [pairing.round_id]


def test_a_draw_that_was_called_off_is_updated(
    club: Club, moment: str, organizer: Program, anybody: Program
) -> None:
    event = make_event(club=club, pairs=4, drawn=False)
    prepared = organizer.write(f"stages/{event.stages.get().pk}/draws/", {})
    Draw.objects.update(updated_at=LONG_AGO)
    path = f"draws/?event={event.pk}&updated_since={moment}"
    assert ids(anybody, path) == []
    organizer.write(f"draws/{prepared['id']}/call-off/", {"reason": "manca una coppia"})
    assert ids(anybody, path) == [prepared["id"]]
    stage, draws = prepared["stage"], f"draws/?event={event.pk}"
    assert ids(anybody, f"{draws}&stage={stage}&state=CALLED_OFF") == [prepared["id"]]
    assert ids(anybody, f"{draws}&stage={stage}&state=HELD") == []


def test_a_job_that_was_stopped_is_updated(event: Event, moment: str, organizer: Program) -> None:
    job = organizer.write(f"events/{event.pk}/prints/", {"layout": "entries"})
    Job.objects.update(updated_at=LONG_AGO)
    path = f"jobs/?event={event.pk}&updated_since={moment}"
    assert ids(organizer, path) == []
    organizer.write(f"events/{event.pk}/prints/{job['id']}/stop/")
    assert ids(organizer, path) == [job["id"]]


def test_a_delivery_that_is_due_again_is_updated(
    event: Event, moment: str, organizer: Program
) -> None:
    body = {"name": "Sito", "url": "https://hooks.example.org/", "types": ["match.decided"]}
    hook = organizer.write(f"clubs/{event.club_id}/webhooks/", body)
    first, second = (organizer.write(f"webhooks/{hook['id']}/test/") for _ in range(2))
    WebhookDelivery.objects.update(updated_at=LONG_AGO)
    path = f"webhooks/{hook['id']}/deliveries/?updated_since={moment}"
    assert ids(organizer, path) == []
    WebhookDelivery.objects.filter(pk=second["id"]).update(state="FAILED", updated_at=LONG_AGO)
    for act in ("pause", "resume"):
        organizer.write(f"webhooks/{hook['id']}/{act}/")
    assert ids(organizer, path) == [first["id"]]
    wrong = f"webhooks/{hook['id']}/deliveries/?updated_since=ieri"
    refused(organizer.get(wrong), 400, "query_refused")


def test_a_page_size_that_is_no_number_is_refused_also_to_a_client_that_has_the_list(
    event: Event, organizer: Program
) -> None:
    for path in (f"events/{event.pk}/entries/", f"pairings/?event={event.pk}"):
        tag = organizer.get(path)["ETag"]
        wrong = f"{path}{'&' if '?' in path else '?'}page_size=abc"
        for _ in range(2):
            refused(organizer.get(wrong, **{"If-None-Match": tag}), 400, "query_refused")
