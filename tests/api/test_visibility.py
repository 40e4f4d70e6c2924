"""Who sees what of an event: the public, another club, the organizer, a referee bound to it."""

import re
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client
from django.urls import resolve

from accounts.authorship import make_author_columns
from api.urls import resources
from tests.api.client import Program, find_methods, refused
from tests.factories import NOW, first_match, make_event, make_member, owner_of
from tests.tournaments.steps import entry_in
from tournaments.models import Club, Entry, Event, Penalty, Player, Role
from tournaments.services.decisions.pending import ask_played_on
from tournaments.services.decisions.protests import file_protest
from tournaments.services.draws.bracket_changes import swap_in_bracket
from tournaments.services.hall.devices import admit
from tournaments.services.hall.table_codes import make_codes
from tournaments.services.trust.anchors import make_anchor


def paths(event: Event) -> list[str]:
    """All that can be read of an event."""
    pairing = event.pairings.order_by("pk")[0]
    stage = event.stages.get().pk
    return [
        f"events/{event.pk}/",
        f"events/{event.pk}/entries/",
        f"events/{event.pk}/standings/",
        f"events/{event.pk}/placings/",
        f"events/{event.pk}/bracket/",
        f"events/{event.pk}/regulation/",
        f"events/{event.pk}/players/",
        f"events/{event.pk}/players/{event.entries.earliest('pk').members.all()[0].player_id}/",
        f"draws/?event={event.pk}",
        f"draws/{event.stages.get().draws.get().pk}/",
        f"draws/{event.stages.get().draws.get().pk}/documents/verify/",
        f"entries/{event.entries.order_by('pk')[0].pk}/",
        f"stages/?event={event.pk}",
        f"stages/{stage}/",
        f"events/{event.pk}/stages/",
        f"stages/{stage}/changes/",
        f"changes/{event.stages.get().draws.get().changes.get().pk}/",
        f"stages/{stage}/ranking/",
        f"stages/{stage}/outlook/",
        f"stages/{stage}/documents/rank/",
        f"stages/{stage}/documents/plan/",
        f"stages/{stage}/documents/pair/?round=2",
        f"rounds/?event={event.pk}",
        f"rounds/{pairing.round_id}/",
        f"pairings/?event={event.pk}",
        f"matches/?event={event.pk}",
        f"pairings/{pairing.pk}/",
        f"matches/{pairing.match_id}/",
        f"matches/{pairing.match_id}/lines/",
        f"matches/{pairing.match_id}/lines/1/",
        f"events/{event.pk}/questions/",
        f"questions/{event.questions.get().pk}/",
        f"events/{event.pk}/protests/",
        f"protests/{event.protests.get().pk}/",
        f"events/{event.pk}/halls/",
        f"events/{event.pk}/halls/{event.halls.get().pk}/",
        f"events/{event.pk}/penalties/",
        f"penalties/{event.penalties.get().pk}/",
        f"events/{event.pk}/prizes/",
        f"events/{event.pk}/house-rules/",
        f"events/{event.pk}/articles/",
        f"events/{event.pk}/anchors/",
        f"events/{event.pk}/anchors/1/",
        f"events/{event.pk}/forecast/",
        f"rounds/{pairing.round_id}/clock/",
        f"pairings/{pairing.pk}/extra-time/",
    ]


OF_NO_EVENT = {
    *("index", "schema", "docs", "guide"),
    *("rulebook-list", "rulebook-detail", "rulebook-card", "rulebook-regulation"),
    "anchor-key",
    *("event-list", "club-list", "club-detail", "club-player-list", "player-detail"),
    *("venue-list", "venue-detail", "format-list", "format-detail"),
    *("club-webhook-list", "webhook-detail", "webhook-deliveries", "delivery-detail"),
    *("event-table-code-list", "table-code-detail", "device", "job-list", "job-detail"),
    *("stage-absence-list", "stage-wish-list", "wish-detail"),
    *("event-call-list", "role-list", "invitation-list", "template-list"),
    *("role-detail", "invitation-detail", "template-detail"),
    *(
        "event-payment-list",
        "entry-payment-list",
        "payment-detail",
        "cash-detail",
        "no-shows-detail",
    ),
    *("print-list", "print-file", "spreadsheet", "event-conflict-list"),
    *("embedding-sites-detail", "planner-detail"),
}
"""What is public to all; what belongs to clubs; what only some of their people or one phone see,
of which the tests of each resource speak."""


def test_every_address_that_can_be_read_is_looked_at(club: Club) -> None:
    event = played(club)
    named = {resolve(f"/api/v1/{path.partition('?')[0]}").url_name for path in paths(event)}
    readable = {
        route.name for route in resources if route.name and "GET" in find_methods(route.callback)
    }
    assert readable - named == OF_NO_EVENT


def played(club: Club, **plan: Any) -> Event:
    """An event with a hand on the sheet of its first match, and a row of all that it can have."""
    event = make_event(club=club, pairs=4, **plan)
    actor = owner_of(club)
    codes = ("main-1-1", "main-1-2")
    first, second = event.entries.filter(pk__in=[entry_in(event, code, 0) for code in codes])
    swap_in_bracket(
        stage=event.stages.get(),
        entries=(first, second),
        version=None,
        reason="errore",
        agreed=True,
        actor=actor,
        now=NOW,
    )
    writer = Program(make_member(club))
    assert writer.line(first_match(event), 0, {"points": [7, None]}).status_code == 201
    ask_played_on(slot=event.pairings.earliest("pk").slots.earliest("pk"), entry=None, now=NOW)
    entry = event.entries.earliest("pk")
    Penalty.objects.create(
        event=event,
        entry=entry,
        kind="DISQUALIFIED",
        reason="insulti",
        given_at=NOW,
        cancelled_at=NOW,
        cancelled_reason="non era lui",
        **make_author_columns(actor),
    )
    make_anchor(event=event, key=Ed25519PrivateKey.generate(), now=NOW)
    file_protest(entry=entry, pairing=None, article="", text="segni", actor=actor, now=NOW)
    venue, _ = club.venues.get_or_create(name="Palestra")
    event.halls.create(venue=venue, first_table=1, last_table=1)
    return event


@pytest.fixture
def readers(
    club: Club, organizer: Program, stranger: Program, anybody: Program
) -> dict[str, Program]:
    return {"organizer": organizer, "stranger": stranger, "anybody": anybody}


def naming_the_event(path: str, event: Event) -> str:
    """The path as our own pages have it: it names the event, in one way or the other."""
    if str(event.pk) in path:
        return path
    return f"{path}{'&' if '?' in path else '?'}event={event.pk}"


INSIDE, EVERYBODY = {"organizer"}, {"organizer", "stranger", "anybody"}


@pytest.mark.parametrize(
    ("visibility", "opened", "listed"),
    [("PUBLIC", EVERYBODY, EVERYBODY), ("LINK", EVERYBODY, INSIDE), ("CLUB", INSIDE, INSIDE)],
)
def test_an_event_is_public_by_link_or_for_the_club(
    club: Club,
    readers: dict[str, Program],
    visibility: str,
    opened: set[str],
    listed: set[str],
) -> None:
    event = played(club, visibility=visibility)
    for name, who in readers.items():
        found = [row["id"] for row in who.read("events/")["results"]]
        assert (str(event.pk) in found) == (name in listed)
        for path in (naming_the_event(each, event) for each in paths(event)):
            if name in opened:
                assert who.get(path).status_code == 200, (name, path)
            else:
                refused(who.get(path), 404, "not_found")


def test_the_number_of_a_row_is_no_link_to_its_event(
    club: Club, readers: dict[str, Program]
) -> None:
    event, other = played(club, visibility="LINK"), played(club)
    for path in paths(event):
        if str(event.pk) in path:
            continue
        assert readers["organizer"].get(path).status_code == 200, path
        for name in ("stranger", "anybody"):
            refused(readers[name].get(path), 404, "not_found")
            refused(readers[name].get(naming_the_event(path, other)), 404, "not_found")
            unreadable = f"{path}{'&' if '?' in path else '?'}event=x"
            refused(readers[name].get(unreadable), 400, "query_refused")


def test_who_does_not_know_the_link_learns_nothing_from_a_copy(
    club: Club, readers: dict[str, Program]
) -> None:
    event = played(club, visibility="LINK")
    path = f"matches/{first_match(event)}/"
    tag = readers["anybody"].get(f"{path}?event={event.pk}")["ETag"]
    refused(readers["anybody"].get(path, if_none_match=tag), 404, "not_found")


def test_a_phone_of_another_event_does_not_open_an_event_by_link(
    club: Club,
) -> None:
    event, other = played(club, visibility="LINK"), make_event(club=club, pairs=2, tables=1)
    (code,) = make_codes(event=other, actor=owner_of(club), now=NOW)
    token = admit(code=code.code, now=NOW).token
    phone = Client(headers={"Authorization": f"Device {token}"})
    refused(phone.get(f"/api/v1/matches/{first_match(event)}/"), 404, "not_found")
    assert phone.get(f"/api/v1/matches/{first_match(other)}/").status_code == 200


def test_a_draft_by_link_is_for_the_club(club: Club, anybody: Program) -> None:
    event = played(club, visibility="LINK")
    Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    for path in paths(event):
        refused(anybody.get(naming_the_event(path, event)), 404, "not_found")


def test_a_draft_is_for_the_club(club: Club, readers: dict[str, Program]) -> None:
    event = played(club)
    Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    for path in paths(event):
        assert readers["organizer"].get(path).status_code == 200
        refused(readers["stranger"].get(path), 404, "not_found")
        refused(readers["anybody"].get(path), 404, "not_found")


def test_a_referee_bound_to_an_event_sees_that_one(club: Club) -> None:
    event = played(club, visibility="CLUB")
    other = played(club, visibility="CLUB")
    referee = Program(make_member(club, Role.Kind.REFEREE, event=event))
    assert all(referee.get(path).status_code == 200 for path in paths(event))
    assert all(referee.get(path).status_code == 404 for path in paths(other))


def test_who_may_not_see_an_event_learns_nothing_from_a_copy_of_it(
    club: Club, organizer: Program, anybody: Program
) -> None:
    event = make_event(club=club, pairs=2, visibility="CLUB")
    path = f"events/{event.pk}/standings/"
    tag = organizer.get(path)["ETag"]
    refused(anybody.get(path, if_none_match=tag), 404, "not_found")
    refused(anybody.get(path, if_none_match="*"), 404, "not_found")


def test_names_are_shown_as_the_event_shows_them_everywhere(
    club: Club, organizer: Program, anybody: Program
) -> None:
    event = played(club, names="INITIAL")
    for path in paths(event):
        said = anybody.get(path).content.decode()
        assert "Zoffoli" not in said, path
        assert "Casadei" not in said, path
    assert "Loris Z." in anybody.get(f"events/{event.pk}/standings/").content.decode()


def test_what_is_never_public_is_in_no_answer(club: Club, anybody: Program) -> None:
    event = played(club)
    Player.objects.update(birth_year=1949)
    Entry.objects.update(paid=True)
    for path in paths(event):
        said = anybody.get(path).content.decode()
        # Hexadecimal digits of a draw may hold the four of them by chance.
        assert not re.search(r"(?<![0-9a-f])1949(?![0-9a-f])", said), path
        assert '"paid"' not in said, path
        assert "@example.com" not in said, path
