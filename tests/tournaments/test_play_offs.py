"""A play-off settles a tie of two at a cut, and counts for nothing else."""

import pytest

from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import QUICK, act, win
from tests.tournaments.test_borders import draw_lots, make_event_of, win_once_each
from tests.tournaments.test_chains import draw, stage
from tournaments.models import Event, Pairing, PendingDecision
from tournaments.refusals import DrawRefused, FormatRefused
from tournaments.selectors.decisions.borders import list_entries_tied_in_stage, open_borders
from tournaments.selectors.standings.cuts import select_through_to
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.selectors.trust.exports import rank_document
from tournaments.services.draws.draws import prepare_draw, prepare_lots
from tournaments.services.events.stages import StagePlan, add_stage
from tournaments.services.pairings.play_offs import call_play_offs
from tournaments.services.results.sheets import record_line

pytestmark = pytest.mark.django_db


def play_knock_out(level: str = "play_off", **cut: object) -> Event:
    """The losers of the semifinals share places 3 and 4; three go on."""
    places = {"take": "places", "stage": 1, "last": 3, "seeded": 0, "level": level, **cut}
    event = make_event_of(4, "single_elimination", cut=places)
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        win(event.pairings.get(code=code))
    return event


def call(event: Event) -> list[Pairing]:
    return call_play_offs(stage=stage(event, 1), actor=owner_of(event.club), now=NOW)


def entries_of(pairing: Pairing) -> list[int]:
    return [each.entry_id or 0 for each in pairing.slots.order_by("position")]


def test_the_winner_of_the_play_off_advances() -> None:
    event = play_knock_out()
    (play_off,) = call(event)
    one, other = entries_of(play_off)
    assert {one, other} == set(list_entries_tied_in_stage(stage(event, 1)))
    win(play_off, 1)
    assert list_entries_tied_in_stage(stage(event, 1)) == ()
    assert other in draw(event, 2)
    rows = load_ranking(stage(event, 1)).placings
    assert [(row.entry, row.first, row.last) for row in rows[2:]] == [(other, 3, 3), (one, 4, 4)]
    assert rows[2].why.code == "won_play_off"
    (settled,) = select_through_to(stage(event, 2)).settled
    assert (set(settled.tied), settled.remedy) == ({one, other}, "play_off")


WINS = {frozenset({0, 2}): 0, frozenset({0, 3}): 0, frozenset({0, 1}): 1}
WINS |= {frozenset({1, 2}): 1, frozenset({2, 3}): 2, frozenset({1, 3}): 3}
"""Of four entries, who beats whom: the first two have won two matches each, the others one."""


def play_round_robin(**cut: object) -> tuple[Event, list[int]]:
    """Two of four entries are tied for the one place in the next stage."""
    event = make_event_of(
        4,
        "round_robin",
        cut={"take": "places", "stage": 1, "last": 1, "level": "play_off", **cut},
        metrics=["wins"],
    )
    return event, play_matches(event)


def play_matches(event: Event) -> list[int]:
    """Plays the matches of four entries, so that two and two are tied; their ids."""
    entries = sorted(event.entries.values_list("pk", flat=True))
    for each in event.pairings.exclude(state="BYE").order_by("pk"):
        seats = entries_of(each)
        winner = entries[WINS[frozenset(map(entries.index, seats))]]
        win(each, seats.index(winner))
    return entries


def turn_round(event: Event, pairing: Pairing) -> None:
    """A correction: the other side has won."""
    pairing.refresh_from_db()
    match = pairing.match_id or 0
    points = [0, None] if pairing.match and pairing.match.winner == 0 else [11, None]
    data = {"line": 1, "data": {"points": points}, "reason": "al contrario"}
    line = act(match, "amend", data)
    record_line(match_id=match, act=line, actor=owner_of(event.club), now=NOW, agreed=True)


def test_a_play_off_counts_for_nothing_else() -> None:
    event, _entries = play_round_robin()
    before = {row.entry: row.values for row in load_ranking(stage(event, 1)).placings}
    (play_off,) = call(event)
    win(play_off)
    assert {row.entry: row.values for row in load_ranking(stage(event, 1)).placings} == before


def test_while_a_play_off_is_played_the_next_stage_waits() -> None:
    event = play_knock_out()
    call(event)
    for act_ in (
        lambda: call(event),
        lambda: prepare_draw(stage=stage(event, 2), reason="", actor=owner_of(event.club), now=NOW),
    ):
        with pytest.raises(DrawRefused) as refused:
            act_()
        assert refused.value.code == "stage_not_played_out"
    assert [each.is_under_way for each in open_borders(stage(event, 1))] == [True]


def test_an_open_border_is_refused_with_names_and_remedy() -> None:
    event = play_knock_out()
    for act_ in (prepare_draw, prepare_lots):
        more = {"reason": ""} if act_ is prepare_draw else {}
        number = 2 if act_ is prepare_draw else 1
        with pytest.raises(DrawRefused) as refused:
            act_(stage=stage(event, number), actor=owner_of(event.club), now=NOW, **more)
        assert refused.value.code == "level_at_the_cut"
        (tie,) = refused.value.params["ties"]
        assert tie["remedy"] == "play_off"
        assert len(tie["names"]) == 2


def test_three_tied_entries_draw_lots() -> None:
    cut = {"take": "of_each", "stage": 1, "of_each": 1, "level": "play_off"}
    event = make_event_of(6, "groups", cut=cut, groups=2)
    for group in (1, 2):
        win_once_each(event, group)
    assert {each.remedy for each in open_borders(stage(event, 1))} == {"lots"}
    with pytest.raises(DrawRefused) as refused:
        call(event)
    assert refused.value.code == "no_play_off"
    draw_lots(event)
    assert list_entries_tied_in_stage(stage(event, 1)) == ()


def test_a_corrected_play_off_after_the_draw_is_a_pending_decision() -> None:
    event = play_knock_out()
    (play_off,) = call(event)
    one, other = entries_of(play_off)
    win(play_off)
    draw(event, 2)
    turn_round(event, play_off)
    question = PendingDecision.objects.get()
    assert (question.comes, question.goes) == ([other], [one])


def test_a_play_off_is_played_only_while_its_entries_are_tied() -> None:
    event, entries = play_round_robin()
    (play_off,) = call(event)
    match = next(
        each
        for each in event.pairings.filter(round__section="main").order_by("pk")
        if {*entries_of(each)} == {entries[0], entries[2]}
    )
    states = []
    for _ in range(2):
        turn_round(event, match)
        play_off.refresh_from_db()
        states.append(play_off.state)
    assert states == ["NOT_NEEDED", "READY"]
    win(play_off)
    assert list_entries_tied_in_stage(stage(event, 1)) == ()


def test_a_play_off_without_a_winner_leaves_the_tie_to_lots() -> None:
    event, _entries = play_round_robin()
    (play_off,) = call(event)
    data = {"of": "match", "case": "void", "side": None, "reason": "annullata"}
    line = act(play_off.match_id or 0, "forfeit", data)
    record_line(match_id=play_off.match_id or 0, act=line, actor=owner_of(event.club), now=NOW)
    (border,) = open_borders(stage(event, 1))
    assert border.remedy == "lots"
    draw_lots(event)
    assert list_entries_tied_in_stage(stage(event, 1)) == ()


def test_entries_that_play_each_for_himself_have_no_play_off() -> None:
    event = make_event(pairs=8, drawn=False, match_format=QUICK)
    event.stages.update(format="sittings")
    cut = {"take": "places", "stage": 1, "last": 4, "level": "play_off"}
    plan = StagePlan("round_robin", cut, match_format=QUICK)
    with pytest.raises(FormatRefused) as refused:
        add_stage(event=event, plan=plan, actor=owner_of(event.club), now=NOW)
    assert "play_off_of_two" in [each.code for each in refused.value.violations]


def test_no_stage_takes_the_places_behind_a_cut_with_room_for_more() -> None:
    event = make_event_of(
        8, "qualifying", cut={"take": "places", "stage": 1, "last": 4, "level": "in", "room": 6}
    )
    cut = {"take": "places", "stage": 1, "first": 5, "last": 8, "level": "out"}
    plan = StagePlan("single_elimination", cut, match_format=QUICK)
    with pytest.raises(FormatRefused) as refused:
        add_stage(event=event, plan=plan, actor=owner_of(event.club), now=NOW, reason="in più")
    assert [each.code for each in refused.value.violations] == ["room_with_places_behind"]


def test_a_stage_that_is_ranked_again_counts_the_play_off_as_lots() -> None:
    event, _entries = play_round_robin()
    (play_off,) = call(event)
    one, other = entries_of(play_off)
    win(play_off, 1)
    document = rank_document(stage(event, 1))
    assert document["metrics"] == ["wins", "lots"]
    assert document["lots"] == {str(other): 1, str(one): 2}
