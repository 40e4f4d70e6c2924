"""Drawn brackets changed by hand: swaps, late entries, and what is refused."""

from typing import Any

import pytest
from django.test import Client

from accounts.authorship import make_author_columns
from printing.builders.brackets import build_bracket
from scoring.models import Match
from tests.factories import NOW, draw_now, make_event, owner_of, pair
from tests.printing.halls import make_order
from tests.tournaments.event_checks import check_event
from tests.tournaments.steps import QUICK, entry_in, pairing, win, write
from tournaments.models import DrawChange, Entry, Event, Pairing, Slot
from tournaments.refusals import BracketChangeRefused, ReasonMissing
from tournaments.selectors.events.forecasts import forecast_evening
from tournaments.selectors.trust.anchored_items import read_items
from tournaments.selectors.trust.exports import plan_document
from tournaments.selectors.trust.verification import find_faults
from tournaments.services.draws.bracket_changes import swap_in_bracket, undo_swap
from tournaments.services.draws.late_entries import enter_late_in_bracket
from tournaments.services.events.events import start_play
from tournaments.services.registration.entries import set_seed
from tournaments.services.registration.withdrawals import replace_entry, withdraw
from tournaments.services.rounds.round_changes import swap_in_round

pytestmark = pytest.mark.django_db
READY = (Pairing.State.READY, Pairing.State.CALLED)


def bracket(pairs: int, format_: str = "single_elimination", **plan: Any) -> Event:
    return make_event(pairs=pairs, match_format=QUICK, format=format_, **plan)


def entry(pk: int | None) -> Entry:
    assert pk is not None
    return Entry.objects.get(pk=pk)


def swap(event: Event, one: int | None, other: int | None, **options: Any) -> DrawChange:
    return swap_in_bracket(
        stage=event.stages.get(number=1),
        entries=(entry(one), entry(other)),
        version=options.pop("version", None),
        reason=options.pop("reason", "sono della stessa famiglia"),
        agreed=options.pop("agreed", True),
        actor=owner_of(event.club),
        now=NOW,
    )


def come_late(event: Event, against: int | None, **options: Any) -> DrawChange:
    return enter_late_in_bracket(
        stage=event.stages.get(number=1),
        form=options.pop("form", pair(100)),
        against=entry(against),
        preliminary=options.pop("preliminary", False),
        version=None,
        reason="arrivati tardi",
        agreed=options.pop("agreed", True),
        actor=owner_of(event.club),
        now=NOW,
    )


def play_all(event: Event) -> None:
    """Every match is won by the side of its number, round after round."""
    while ready := list(event.pairings.filter(state__in=READY).order_by("pk")):
        for each in ready:
            win(each, each.pk % 2)


def codes(refused: pytest.ExceptionInfo[BracketChangeRefused]) -> list[str]:
    return [violation.code for violation in refused.value.violations]


def test_two_entries_change_places_and_the_event_verifies() -> None:
    event = bracket(8)
    one, other = entry_in(event, "main-1-1", 0), entry_in(event, "main-1-3", 1)
    change = swap(event, one, other)
    assert entry_in(event, "main-1-1", 0) == other
    assert entry_in(event, "main-1-3", 1) == one
    assert (change.number, change.reason) == (1, "sono della stessa famiglia")
    check_event(event)
    play_all(event)
    check_event(event)


def test_a_swap_with_a_bye_moves_both_through() -> None:
    event = bracket(5)
    resting = entry_in(event, "main-1-1", 0)
    playing = entry_in(event, "main-1-2", 0)
    assert entry_in(event, "main-2-1", 0) == resting
    swap(event, resting, playing)
    assert entry_in(event, "main-2-1", 0) == playing
    check_event(event)
    play_all(event)
    check_event(event)


def test_a_swap_is_undone_by_a_swap_of_its_own() -> None:
    event = bracket(8)
    one, other = entry_in(event, "main-1-1", 0), entry_in(event, "main-1-3", 1)
    change = swap(event, one, other)
    undone = undo_swap(change=change, reason="errore", actor=owner_of(event.club), now=NOW)
    assert entry_in(event, "main-1-1", 0) == one
    assert undone.undoes == change
    assert pairing(event, "main-1-1").why is None
    check_event(event)
    with pytest.raises(BracketChangeRefused) as refused:
        undo_swap(change=change, reason="ancora", actor=owner_of(event.club), now=NOW)
    assert refused.value.code == "changed_again_since"


@pytest.mark.parametrize("format_", ["single_elimination", "double_elimination"])
def test_a_late_pair_takes_a_bye(format_: str) -> None:
    event = bracket(5, format_, tables=3)
    resting = entry_in(event, "main-1-1", 0)
    change = come_late(event, resting)
    match = pairing(event, "main-1-1")
    assert match.state in READY
    assert entry_in(event, "main-1-1", 1) == change.entry_id
    assert entry_in(event, "main-2-1", 0) is None
    assert pairing(event, "main-2-1").state == Pairing.State.WAITING
    check_event(event)
    play_all(event)
    check_event(event)


@pytest.mark.parametrize("format_", ["single_elimination", "double_elimination"])
@pytest.mark.parametrize("pairs", [2, 4, 6, 8])
def test_a_late_pair_plays_a_preliminary_match(format_: str, pairs: int) -> None:
    event = bracket(pairs, format_)
    code = "main-1-1" if pairs in (2, 4, 8) else "main-1-2"
    against = entry_in(event, code, 0)
    come_late(event, against, preliminary=True)
    assert entry_in(event, code, 0) is None
    assert entry_in(event, "preliminary-1-1", 0) == against
    check_event(event)
    play_all(event)
    check_event(event)


def test_a_match_that_has_begun_is_not_changed() -> None:
    event = bracket(8)
    win(pairing(event, "main-1-1"))
    one, other = entry_in(event, "main-1-1", 0), entry_in(event, "main-1-3", 1)
    with pytest.raises(BracketChangeRefused) as refused:
        swap(event, one, other)
    assert codes(refused) == ["match_has_begun"]
    with pytest.raises(BracketChangeRefused) as refused:
        come_late(event, one, preliminary=True)
    assert codes(refused) == ["match_has_begun"]
    assert not DrawChange.objects.exists()


def test_a_change_has_a_reason() -> None:
    event = bracket(8)
    with pytest.raises(ReasonMissing):
        swap(event, entry_in(event, "main-1-1", 0), entry_in(event, "main-1-2", 0), reason=" ")


def test_a_preliminary_match_is_called_before_the_others() -> None:
    event = bracket(8, tables=1)
    first = pairing(event, "main-1-1")
    assert first.state == Pairing.State.CALLED
    come_late(event, entry_in(event, "main-1-4", 0), preliminary=True)
    win(first)
    sign_and_leave(event, "main-1-1")
    assert pairing(event, "preliminary-1-1").state == Pairing.State.CALLED


def test_a_called_match_that_loses_an_entry_gives_up_its_table() -> None:
    event = bracket(8, tables=4)
    match = pairing(event, "main-1-1")
    assert match.state == Pairing.State.CALLED
    come_late(event, entry_in(event, "main-1-1", 0), preliminary=True)
    match = pairing(event, "main-1-1")
    assert (match.state, match.table) == (Pairing.State.WAITING, None)
    assert pairing(event, "preliminary-1-1").state == Pairing.State.CALLED


def sign_and_leave(event: Event, code: str) -> None:
    if pairing(event, code).holds_table:
        write(pairing(event, code), "sign", {"side": None})


def test_clubmates_who_would_meet_are_named_until_it_is_agreed() -> None:
    event = bracket(4)
    one = entry_in(event, "main-1-1", 0)
    other = entry_in(event, "main-1-2", 0)
    rival = entry_in(event, "main-1-2", 1)
    Entry.objects.filter(pk__in=[pk for pk in (one, rival) if pk]).update(club_name="Sarsina")
    with pytest.raises(BracketChangeRefused) as refused:
        swap(event, one, other, agreed=False)
    assert refused.value.code == "change_breaks_something"
    assert codes(refused) == ["clubmates_meet"]
    change = swap(event, one, other)
    assert [warning["code"] for warning in change.agreed] == ["clubmates_meet"]


def test_a_table_that_is_called_already_is_named_until_it_is_agreed() -> None:
    event = bracket(4, tables=1)
    one, other = entry_in(event, "main-1-1", 0), entry_in(event, "main-1-2", 0)
    with pytest.raises(BracketChangeRefused) as refused:
        swap(event, one, other, agreed=False)
    assert codes(refused) == ["called_to_table"]
    swap(event, one, other)
    assert pairing(event, "main-1-1").state == Pairing.State.CALLED, "the match keeps its table"
    assert entry_in(event, "main-1-1", 0) == other


def test_seeds_who_could_meet_earlier_are_named() -> None:
    event = bracket(8, drawn=False)
    owner = owner_of(event.club)
    for seed, best in enumerate(event.entries.order_by("pk")[:2], start=1):
        set_seed(entry=best, seed=seed, actor=owner, now=NOW)
    event = start_play(event=draw_now(event), actor=owner, now=NOW)
    one, two = event.entries.order_by("pk")[:2]
    assert entry_in(event, "main-1-1", 0) == one.pk
    with pytest.raises(BracketChangeRefused) as refused:
        swap(event, two.pk, entry_in(event, "main-1-2", 0), agreed=False)
    assert codes(refused) == ["seeds_meet_earlier"]
    assert refused.value.violations[0].params["round"] == 2


def test_a_replaced_entry_is_swapped_and_the_event_verifies() -> None:
    event = bracket(8)
    old = entry(entry_in(event, "main-1-1", 0))
    other = entry_in(event, "main-1-3", 1)
    new = replace_entry(
        entry=old, form=pair(70), reason="malati", actor=owner_of(event.club), now=NOW
    )
    swap(event, new.pk, other)
    assert list(find_faults(event)) == []
    again = replace_entry(
        entry=new, form=pair(71), reason="malati", actor=owner_of(event.club), now=NOW
    )
    assert entry_in(event, "main-1-3", 1) == again.pk
    assert list(find_faults(event)) == []
    document = plan_document(event.stages.get())
    assert document["changes"][0] == {"kind": "replace", "entries": [again.pk, old.pk]}


def test_a_withdrawn_pair_loses_to_a_late_one() -> None:
    event = bracket(5)
    resting = entry(entry_in(event, "main-1-1", 0))
    withdraw(entry=resting, reason="a casa", actor=owner_of(event.club), now=NOW)
    change = come_late(event, resting.pk)
    assert entry_in(event, "main-2-1", 0) == change.entry_id
    check_event(event)


@pytest.mark.parametrize("preliminary", [False, True])
def test_a_late_pair_of_a_consolation_plays_on_like_all_others(preliminary: bool) -> None:
    event = bracket(7, "consolation")
    swap(event, entry_in(event, "main-1-2", 0), entry_in(event, "main-1-3", 0))
    against = entry_in(event, "main-1-2" if preliminary else "main-1-1", 0)
    late = come_late(event, against, preliminary=preliminary).entry_id
    check_event(event)
    play_all(event)
    check_event(event)
    played = Slot.objects.filter(entry=late, pairing__state=Pairing.State.DECIDED)
    assert played.count() > 1


def test_a_late_pair_may_bring_another_round_of_losers() -> None:
    """Two losers of the first round meet in the last of their rounds; with a third one two of them
    meet before."""
    event = bracket(6, "consolation")
    assert [row.code for row in losers_matches(event)] == ["losers-1-1"]
    matches = Match.objects.count()
    come_late(event, entry_in(event, "main-1-1", 0))
    assert [row.code for row in losers_matches(event)] == ["losers-1-1", "losers-2-1"]
    assert Match.objects.count() == matches + 2
    check_event(event)
    play_all(event)
    check_event(event)


def losers_matches(event: Event) -> list[Pairing]:
    rows = event.pairings.filter(round__section="losers").exclude(match=None)
    return list(rows.order_by("round__number", "number"))


def test_matches_for_places_move_behind_another_round_of_losers() -> None:
    event = bracket(10, "consolation", options={"losers_of": [1], "places": 8})
    codes = set(event.pairings.values_list("code", flat=True))
    come_late(event, entry_in(event, "main-1-1", 0))
    assert codes - set(event.pairings.values_list("code", flat=True)) == {"losers-2-2"}
    check_event(event)
    play_all(event)
    check_event(event)


def test_a_bracket_drawn_again_begins_without_changes() -> None:
    event = bracket(8, running=False)
    swap(event, entry_in(event, "main-1-1", 0), entry_in(event, "main-1-3", 0))
    come_late(event, entry_in(event, "main-1-1", 0), preliminary=True)
    event = draw_now(event, reason="si rifà")
    assert not event.pairings.filter(round__section="preliminary").exists()
    assert event.pairings.filter(round__section="main", round__number=1).count() == 8
    check_event(event)
    (first, _second) = DrawChange.objects.order_by("number")
    with pytest.raises(BracketChangeRefused) as refused:
        undo_swap(change=first, reason="no", actor=owner_of(event.club), now=NOW)
    assert refused.value.code == "drawn_again_since"


def test_a_swiss_swap_is_recorded_in_the_same_way() -> None:
    event = make_event(pairs=8, match_format=QUICK, format="swiss", options={"rounds": 3})
    stage = event.stages.get()
    slots = Slot.objects.filter(pairing__event=event, position=0).order_by("pairing_id")[:2]
    one, other = (entry(slot.entry_id) for slot in slots)
    swap_in_round(
        stage=stage,
        entries=(one, other),
        version=stage.version,
        reason="chiesto da tutti",
        agreed=True,
        actor=owner_of(event.club),
        now=NOW,
    )
    change = DrawChange.objects.get()
    assert (change.kind, change.round, change.reason) == ("SWAP", 1, "chiesto da tutti")
    check_event(event)


@pytest.mark.parametrize("format_", ["single_elimination", "swiss"])
def test_a_change_of_a_damaged_kind_is_a_difference_and_not_a_crash(format_: str) -> None:
    event = bracket(8, format_)
    stage = event.stages.get()
    first, second = event.entries.order_by("pk")[:2]
    DrawChange.objects.create(
        draw=stage.draws.get(),
        number=1,
        kind="SWOP",
        entry=first,
        other=second,
        reason="rovinato",
        at=NOW,
        **make_author_columns(owner_of(event.club)),
    )
    faults = [fault for fault in find_faults(event) if "anchor" not in fault.code]
    assert [fault.code for fault in faults] == ["changes_do_not_apply"]
    assert faults[0].detail == {"violations": ["unknown_change_kind"]}
    if format_ == "single_elimination":
        stored_change = {"kind": "SWOP", "entries": [first.pk, second.pk]}
        assert plan_document(stage)["changes"] == [stored_change]


def test_an_anchor_covers_the_changes() -> None:
    event = bracket(8)
    swap(event, entry_in(event, "main-1-1", 0), entry_in(event, "main-1-3", 0))
    change = DrawChange.objects.get()
    before = read_items(event)[f"change:{change.pk}"]
    DrawChange.objects.update(reason="un altro motivo")
    assert read_items(event)[f"change:{change.pk}"] != before


@pytest.mark.parametrize("format_", ["single_elimination", "double_elimination"])
def test_a_changed_bracket_is_shown_printed_and_forecast(format_: str) -> None:
    event = bracket(6, format_, tables=2)
    come_late(event, entry_in(event, "main-1-2", 0), preliminary=True)
    come_late(event, entry_in(event, "main-1-1", 0), form=pair(101))
    client = Client(headers={"accept-language": "en"})
    for page in ("", "bracket/", "rounds/", "screen/", "places/", "draws/"):
        assert client.get(f"/events/{event.pk}/{page}").status_code == 200, page
    assert forecast_evening(event, NOW) is not None
    document = build_bracket(make_order(event))
    titles = [diagram.title for diagram in document.diagrams]
    assert any("reliminar" in title for title in titles)
