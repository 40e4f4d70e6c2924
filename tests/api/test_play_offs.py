"""Remedies for ties over the API: play-offs, all advance, and what the ranking says of them."""

import pytest

from tests.api.client import Program, refused
from tests.factories import make_member
from tests.tournaments.steps import win
from tests.tournaments.tied_event import make_tied_event
from tournaments.models import Club, Pairing, Role

pytestmark = pytest.mark.django_db


def test_a_play_off_is_called_played_and_told_with_the_cut(club: Club) -> None:
    event = make_tied_event(club, level="play_off")
    organizer, anybody = Program(make_member(club)), Program()
    before, later = event.stages.order_by("number")
    problem = refused(organizer.post(f"stages/{later.pk}/draws/", {}), 409, "level_at_the_cut")
    (tie,) = problem["params"]["ties"]
    assert (tie["remedy"], len(tie["names"])) == ("play_off", 2)
    assert all(name in problem["title"] for name in tie["names"])
    (border,) = anybody.read(f"stages/{before.pk}/ranking/")["cuts"][0]["borders"]
    assert border["remedies"] == ["play_off", "lots"]
    answer = organizer.post(f"stages/{before.pk}/play-offs/")
    assert answer.status_code == 201
    (made,) = answer.json()["pairings"]
    refused(organizer.post(f"stages/{before.pk}/play-offs/"), 409, "stage_not_played_out")
    rounds = anybody.read(f"events/{event.pk}/bracket/?stage={before.pk}")["rounds"]
    assert [row["section"] for row in rounds][-1] == "play_off"
    win(Pairing.objects.get(pk=made["id"]))
    (cut,) = anybody.read(f"stages/{before.pk}/ranking/")["cuts"]
    assert cut["borders"] == []
    assert cut["settled"] == [{"tied": sorted(border["tied"]), "remedy": "play_off"}]
    assert organizer.post(f"stages/{later.pk}/draws/", {}).status_code == 201


def test_all_who_are_tied_advance_without_any_act(club: Club) -> None:
    event = make_tied_event(club, level="in")
    before, later = event.stages.order_by("number")
    (cut,) = Program().read(f"stages/{before.pk}/ranking/")["cuts"]
    assert (len(cut["through"]), cut["borders"]) == (4, [])
    (settled,) = cut["settled"]
    assert (len(settled["tied"]), settled["remedy"]) == (2, "all_advance")
    organizer = Program(make_member(club))
    assert organizer.post(f"stages/{later.pk}/draws/", {}).status_code == 201


def test_only_who_manages_the_event_calls_play_offs(club: Club) -> None:
    event = make_tied_event(club, level="play_off")
    stage = event.stages.get(number=1).pk
    for who in (Program(), Program(make_member(club, Role.Kind.REFEREE))):
        assert who.post(f"stages/{stage}/play-offs/").status_code in (401, 403)
