"""A list never costs a query a row, and is cut into pages of a bounded size."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.authorship import make_author_columns
from accounts.models import User
from api.urls import resources
from tests.api.client import Program
from tests.factories import NOW, draw_now, make_club, make_event, make_member, owner_of
from tournaments.models import (
    Absence,
    Club,
    DrawChange,
    PairingConstraint,
    Payment,
    RefereeCall,
    Stage,
    Venue,
)
from tournaments.services.club.invitations import invite
from tournaments.services.club.webhooks import create_webhook
from tournaments.services.decisions.pending import ask_played_on
from tournaments.services.decisions.protests import file_protest
from tournaments.services.draws.draws import ask_draw
from tournaments.services.events.halls import add_hall
from tournaments.services.events.shapes import save_template
from tournaments.services.hall.table_codes import make_codes
from tournaments.services.standings.penalties import disqualify
from webhooks.services import WebhookPlan

PATHS = {
    "club-list": "clubs/",
    "club-player-list": "clubs/{club}/players/",
    "venue-list": "venues/",
    "club-webhook-list": "clubs/{club}/webhooks/",
    "event-list": "events/",
    "event-player-list": "events/{event}/players/",
    "event-entry-list": "events/{event}/entries/",
    "draw-list": "draws/?event={event}",
    "stage-list": "stages/?event={event}",
    "event-stage-list": "events/{event}/stages/",
    "stage-absence-list": "stages/{stage}/absences/",
    "stage-wish-list": "stages/{stage}/wishes/",
    "stage-change-list": "stages/{stage}/changes/",
    "round-list": "rounds/?event={event}",
    "pairing-list": "pairings/?event={event}",
    "match-list": "matches/?event={event}",
    "event-table-code-list": "events/{event}/table-codes/",
    "job-list": "jobs/?event={event}",
    "event-payment-list": "events/{event}/payments/",
    "entry-payment-list": "entries/{entry}/payments/",
    "event-penalty-list": "events/{event}/penalties/",
    "event-question-list": "events/{event}/questions/",
    "event-protest-list": "events/{event}/protests/",
    "event-call-list": "events/{event}/referee-calls/",
    "hall-list": "events/{event}/halls/",
    "role-list": "clubs/{club}/roles/",
    "invitation-list": "clubs/{club}/invitations/",
    "template-list": "clubs/{club}/templates/",
}


def club_with(rows: int) -> tuple[Club, dict[str, object]]:
    """A club with this number of rows of most kinds, and a busy event."""
    club = make_club()
    for number in range(rows):
        Venue.objects.create(club=club, name=f"Sala {number}")
        make_event(club=make_club(), pairs=1, drawn=False)
    event = make_event(club=club, pairs=2 * rows, tables=rows, running=False)
    owner = owner_of(club)
    draw_now(event, reason="da capo")
    make_codes(event=event, actor=owner, now=NOW)
    for number in range(rows):
        hook = WebhookPlan(f"Sito {number}", "https://hooks.example.org/", ["match.decided"])
        create_webhook(club=club, plan=hook, actor=owner, now=NOW, allows_loopback=False)
    ask_draw(event=event, reason="ancora", word="Romagna", actor=owner, now=NOW)
    stage, (first, *others) = event.stages.get(), event.entries.order_by("pk")
    draw = stage.draws.earliest("number")
    for number, other in enumerate(others, start=1):
        DrawChange.objects.create(
            draw=draw, number=number, kind="SWAP", entry=first, other=other, reason="sì", at=NOW
        )
        Absence.objects.create(stage=stage, entry=other, round=2, kind="absent")
        PairingConstraint.objects.create(
            stage=stage, first=first, second=other, kind="forbidden", reason="sì"
        )
        Stage.objects.create(event=event, number=other.pk, format="swiss").groups.create()
    for pairing in event.pairings.exclude(match=None).order_by("pk"):
        ask_played_on(slot=pairing.slots.earliest("pk"), entry=None, now=NOW)
    for table in event.tables.all():
        RefereeCall.objects.create(
            event=event, table=table, called_at=NOW, author_kind="TABLE", author_id="1"
        )
    for entry in event.entries.order_by("pk"):
        file_protest(entry=entry, pairing=None, article="", text="segni", actor=owner, now=NOW)
    plain = make_event(club=club, pairs=1, drawn=False)
    for number in range(rows):
        add_hall(
            event=event, name=f"Palestra {number}", tables=1, actor=owner, now=NOW, reason="sì"
        )
        make_member(club)
        invite(club=club, kind="ORGANIZER", actor=owner, now=NOW)
        save_template(event=plain, name=f"Sabato {number}", actor=owner, now=NOW)
    for entry in event.entries.order_by("pk")[: rows + 1]:
        disqualify(entry=entry, voids=False, article="", reason="insulti", actor=owner, now=NOW)
    for _number in range(rows):
        Payment.objects.create(entry=first, cents=100, made_at=NOW, **make_author_columns(owner))
    known = {"club": club.pk, "event": event.pk, "stage": stage.pk, "entry": first.pk}
    return club, known


def owner_user(club: Club) -> User:
    return User.objects.get(pk=owner_of(club).user_id or 0)


def is_list(view: Any) -> bool:
    actions = getattr(view, "actions", None)
    is_read = actions is not None and actions.get("get") == "list"
    return is_read and view.cls.pagination_class is not None


def test_every_list_is_looked_at() -> None:
    lists = {route.name for route in resources if route.name and is_list(route.callback)}
    assert lists == set(PATHS)


@pytest.mark.django_db
def test_a_list_costs_the_same_number_of_queries_at_any_length() -> None:
    few, many = (count_queries(*club_with(rows)) for rows in (2, 8))
    assert few == many
    # Three of them are for the tag of a list that is polled: a 304 costs no others.
    assert {name: count for name, count in many.items() if count > 8} == {}


def count_queries(club: Club, known: dict[str, object]) -> dict[str, int]:
    """The number of queries of each list, by its name."""
    organizer = Program(owner_user(club))
    counts = {}
    for name, path in PATHS.items():
        with CaptureQueriesContext(connection) as asked:
            told = organizer.read(path.format(**known))
        assert told["results"], name
        counts[name] = len(asked)
    return counts


@pytest.mark.django_db
def test_a_list_is_cut_and_says_where_it_goes_on() -> None:
    club, known = club_with(3)
    organizer = Program(owner_user(club))
    for name, path in PATHS.items():
        address = path.format(**known)
        whole = organizer.read(address)
        assert whole["next"] is None, name
        cut = [*pages(organizer, f"{address}{'&' if '?' in address else '?'}page_size=2")]
        assert [row for page in cut for row in page] == whole["results"], name
        assert all(len(page) <= 2 for page in cut), name


def pages(who: Program, path: str) -> Any:
    while path:
        page = who.read(path)
        yield page["results"]
        path = (page["next"] or "").partition("/api/v1/")[2]
