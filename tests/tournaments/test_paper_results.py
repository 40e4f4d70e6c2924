"""Results copied from paper, through the services: all or none, once, taken back, not by phones."""

import pytest

from accounts.actors import Actor
from competition.hall.paper_results import PaperLine
from scoring.acts import Act
from scoring.models import Line, Match
from scoring.refusals import LineRefused, StaleVersion
from tests.factories import NOW, first_match, make_event, owner_of
from tests.tournaments.steps import pairing
from tournaments.models import Event, Pairing
from tournaments.refusals import PaperResultRefused
from tournaments.services.results.paper import record_paper_result, take_back_paper_result
from tournaments.services.results.sheets import record_line

pytestmark = pytest.mark.django_db
KEY = "desk-0123456789"


def totals(*games: tuple[int, int]) -> list[PaperLine]:
    return [PaperLine("total", {"totals": list(game), "from_paper": True}) for game in games]


@pytest.fixture
def event() -> Event:
    return make_event(pairs=4, tables=2)


@pytest.fixture
def actor(event: Event) -> Actor:
    return owner_of(event.club)


def write(match: int, lines: list[PaperLine], actor: Actor, version: int = 0) -> None:
    record_paper_result(match_id=match, lines=lines, key=KEY, version=version, actor=actor, now=NOW)


def test_a_result_takes_the_winner_to_the_next_match(event: Event, actor: Actor) -> None:
    match = first_match(event)
    write(match, totals((41, 35), (41, 30)), actor)
    assert Pairing.objects.get(match=match).state == Pairing.State.DECIDED
    final = Pairing.objects.get(event=event, round__number=2)
    assert final.slots.filter(entry__isnull=False).count() == 1


def test_a_result_of_which_one_line_is_refused_writes_nothing(event: Event, actor: Actor) -> None:
    with pytest.raises(LineRefused):
        write(first_match(event), totals((41, 35), (41, 41)), actor)
    assert not Line.objects.exists()


def test_a_result_is_written_once_by_its_key(event: Event, actor: Actor) -> None:
    match = first_match(event)
    for _ in range(2):
        write(match, totals((41, 35), (41, 30)), actor)
    assert Line.objects.count() == 2


def test_an_old_version_is_refused(event: Event, actor: Actor) -> None:
    match = first_match(event)
    hand = Act("hand", {"points": [9, None]}, "a-hand-01", 0, device="", made_at=NOW)
    record_line(match_id=match, act=hand, actor=actor, now=NOW)
    with pytest.raises(StaleVersion):
        write(match, totals((41, 35), (41, 30)), actor)


def test_a_result_is_taken_back_once(event: Event, actor: Actor) -> None:
    match = first_match(event)
    write(match, totals((41, 35), (41, 30)), actor)
    for _ in range(2):
        take_back_paper_result(match_id=match, key=KEY, actor=actor, now=NOW)
    kinds = list(Line.objects.order_by("n").values_list("kind", flat=True))
    assert kinds == ["total", "total", "strike", "strike"]
    assert not Match.objects.get(pk=match).begun


def test_a_result_of_another_form_is_not_taken_back(event: Event, actor: Actor) -> None:
    match = first_match(event)
    write(match, totals((41, 35), (41, 30)), actor)
    with pytest.raises(PaperResultRefused):
        take_back_paper_result(match_id=match, key="desk-another", actor=actor, now=NOW)


def test_tally_says_what_is_not_known(event: Event, actor: Actor) -> None:
    match = first_match(event)
    write(match, [PaperLine("games", {"wins": [2, 0]})], actor)
    tally = Match.objects.get(pk=match).tally
    assert tally is not None
    assert tally["games_only"]
    assert not tally["hands_known"]


def test_a_ranking_by_points_takes_totals_but_not_games() -> None:
    event = make_event(pairs=4, format="round_robin")
    actor = owner_of(event.club)
    match = first_match(event)
    with pytest.raises(PaperResultRefused):
        write(match, [PaperLine("games", {"wins": [2, 0]})], actor)
    assert not Line.objects.exists()
    write(match, totals((41, 35), (41, 30)), actor)
    assert pairing(event, Pairing.objects.get(match=match).code).state == Pairing.State.DECIDED
