"""Ties for final places and prizes: the remedies of the house rules, in their order."""

import pytest

from competition.prizes import PrizeBand
from competition.regulation import HouseRules
from tests.factories import NOW, owner_of
from tests.tournaments.steps import win
from tests.tournaments.test_borders import draw_lots, make_event_of, win_once_each
from tests.tournaments.test_chains import stage
from tests.tournaments.test_play_offs import play_matches
from tournaments.models import Event
from tournaments.refusals import DrawRefused, EventStateRefused
from tournaments.selectors.decisions.borders import open_borders
from tournaments.selectors.events.stage_sequence import find_next_step, load_stage_sequence
from tournaments.selectors.regulation.prizes import list_awards, list_prizes
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.draws.draws import prepare_lots
from tournaments.services.events.events import finish_event
from tournaments.services.pairings.play_offs import call_play_offs
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.regulation.regulations import set_house_rules

pytestmark = pytest.mark.django_db


def decide_by(event: Event, **rules: str) -> Event:
    """The house rules of an event that has one prize, for the winner."""
    owner = owner_of(event.club)
    set_prizes(
        event=event, bands=[PrizeBand(1, 1, "prosciutto")], actor=owner, now=NOW, reason="sponsor"
    )
    set_house_rules(
        event=event,
        rules=HouseRules.model_validate(rules),
        actor=owner,
        now=NOW,
        reason="deciso in sala",
    )
    event.refresh_from_db()
    return event


def tie_two(**rules: str) -> Event:
    """The first two of four are tied, and so are the others."""
    event = decide_by(make_event_of(4, "round_robin", metrics=["wins"]), **rules)
    play_matches(event)
    return event


def tie_three(**rules: str) -> Event:
    event = decide_by(make_event_of(3, "round_robin", metrics=["wins"]), **rules)
    win_once_each(event, 1)
    return event


def finish(event: Event) -> list[tuple[int, int]]:
    """Closes an event; the places of its standings."""
    finish_event(event=event, actor=owner_of(event.club), now=NOW)
    return [(row.placing.first, row.placing.last) for row in load_standings_of_event(event).rows]


def settle(event: Event) -> list[str]:
    """Carries out the remedies that are offered, as long as there are any; which ones."""
    first, owner = stage(event, 1), owner_of(event.club)
    done: list[str] = []
    while borders := open_borders(first):
        with pytest.raises(EventStateRefused) as refused:
            finish(event)
        assert refused.value.code == "ties_at_the_end"
        told = [(len(tie["names"]), tie["remedy"]) for tie in refused.value.params["ties"]]
        assert told == [(len(border.tied), border.remedy) for border in borders]
        done.append(borders[0].remedy)
        if borders[0].remedy == "play_off":
            for pairing in call_play_offs(stage=first, actor=owner, now=NOW):
                win(pairing, 1)
        else:
            draw_lots(event)
        assert len(done) < 5
    return done


SHARED_BY_TWO = [(1, 2), (1, 2), (3, 4), (3, 4)]
FIRST_DECIDED = [(1, 1), (2, 2), (3, 4), (3, 4)]
ALL_DECIDED = [(1, 1), (2, 2), (3, 3), (4, 4)]


@pytest.mark.parametrize(
    ("rules", "acts", "places"),
    [
        ({}, [], SHARED_BY_TWO),
        ({"final_ties": "shared"}, [], SHARED_BY_TWO),
        ({"final_ties": "lots"}, ["lots"], None),
        ({"final_ties": "play_off"}, ["play_off"], ALL_DECIDED),
        ({"final_ties": "play_off_shared"}, ["play_off"], ALL_DECIDED),
        ({"prize_ties": "shared"}, [], SHARED_BY_TWO),
        ({"prize_ties": "lots"}, ["lots"], FIRST_DECIDED),
        ({"prize_ties": "play_off"}, ["play_off"], FIRST_DECIDED),
        ({"prize_ties": "play_off_shared"}, ["play_off"], FIRST_DECIDED),
    ],
)
def test_a_tie_of_two_is_settled_by_the_remedy_offered(
    rules: dict[str, str], acts: list[str], places: list[tuple[int, int]] | None
) -> None:
    event = tie_two(**rules)
    assert settle(event) == acts
    found = finish(event)
    assert places is None or found == places


@pytest.mark.parametrize(
    ("rules", "acts"),
    [
        ({"final_ties": "play_off"}, ["lots"]),
        ({"final_ties": "play_off_shared"}, []),
        ({"prize_ties": "play_off"}, ["lots"]),
        ({"prize_ties": "play_off_shared"}, []),
    ],
)
def test_more_than_two_play_no_play_off(rules: dict[str, str], acts: list[str]) -> None:
    event = tie_three(**rules)
    assert settle(event) == acts
    places = finish(event)
    assert places == ([(1, 1), (2, 2), (3, 3)] if acts else [(1, 3)] * 3)


def test_a_prize_is_settled_once_its_tie_is() -> None:
    event = tie_two(prize_ties="play_off")
    (award,) = list_awards(event, list_prizes(event), load_standings_of_event(event))
    assert not award.is_settled
    with pytest.raises(DrawRefused):
        prepare_lots(stage=stage(event, 1), actor=owner_of(event.club), now=NOW)
    settle(event)
    (award,) = list_awards(event, list_prizes(event), load_standings_of_event(event))
    assert award.is_settled
    assert not award.shared


def test_losers_of_a_semifinal_play_for_a_prize() -> None:
    event = make_event_of(4, "single_elimination")
    decide_by(event, prize_ties="play_off")
    owner = owner_of(event.club)
    set_prizes(
        event=event, bands=[PrizeBand(3, 3, "salame")], actor=owner, now=NOW, reason="sponsor"
    )
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        win(event.pairings.get(code=code))
    assert settle(event) == ["play_off"]
    assert finish(event) == ALL_DECIDED


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        ({"prize_ties": "lots"}, "final_lots"),
        ({"prize_ties": "play_off"}, "final_play_off"),
        ({"final_ties": "lots"}, "final_lots"),
    ],
)
def test_what_comes_next_is_the_remedy_for_ties_at_the_end(
    rules: dict[str, str], kind: str
) -> None:
    event = tie_two(**rules)
    following = find_next_step(load_stage_sequence(event))
    assert following is not None
    assert (following.kind, following.stage.number) == (kind, 1)
    settle(event)
    assert find_next_step(load_stage_sequence(event)) is None


def test_nothing_comes_next_where_places_may_be_shared() -> None:
    assert find_next_step(load_stage_sequence(tie_two())) is None
