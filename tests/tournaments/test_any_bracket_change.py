"""Random brackets with random swaps and late entries, played to their end: everybody plays, slots
are fed as they should be, verification passes, and what was forged is found."""

from random import Random
from typing import Any

import pytest

from competition.documents.draws import verify
from tests.factories import NOW, make_event, owner_of, pair
from tests.tournaments.event_checks import check_event
from tests.tournaments.steps import QUICK, win
from tournaments.models import Draw, DrawChange, Entry, Event, Pairing, Slot
from tournaments.refusals import BracketChangeRefused
from tournaments.selectors.draws.change_previews import list_first_matches
from tournaments.selectors.trust.exports import build_bracket_document, plan_document
from tournaments.selectors.trust.verification import find_faults
from tournaments.services.draws.bracket_changes import swap_in_bracket, undo_swap
from tournaments.services.draws.late_entries import enter_late_in_bracket
from tournaments.services.registration.withdrawals import withdraw

pytestmark = pytest.mark.django_db
PLAYABLE = (Pairing.State.READY, Pairing.State.CALLED)
FORMATS = ("single_elimination", "double_elimination", "consolation")
REFUSED = {
    "match_has_begun",
    "swap_in_one_match",
    "swap_across_groups",
    "opponent_without_bye",
    "opponent_with_bye",
    "opponent_in_preliminary",
    "no_room_for_preliminary",
}


class Evening:
    """A bracket that is changed and played at random."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        pairs = self.random.randint(2, 11)
        # Of two groups each has its own bracket.
        groups = 2 if pairs >= 6 and self.random.random() < 0.3 else 1
        format_ = self.random.choice(FORMATS)
        options: dict[str, Any] = {"groups": groups} if groups > 1 else {}
        if format_ == "single_elimination":
            options["third_place"] = self.random.random() < 0.5
        elif format_ == "consolation":
            options["losers_of"] = self.random.choice(([1], [1, 2], [2], [1, 2, 3]))
            options["places"] = self.random.choice((0, 0, 4, 8))
        self.event: Event = make_event(
            pairs=pairs,
            match_format=QUICK,
            format=format_,
            options=options,
            tables=self.random.choice([0, 2]),
        )
        self.owner = owner_of(self.event.club)
        self.late = 0

    @property
    def stage(self) -> Any:
        return self.event.stages.get()

    def change(self) -> None:
        """One random change; it is refused for one of the named reasons, or it stands."""
        try:
            self.random.choice((self.swap, self.come_late, self.undo))()
        except BracketChangeRefused as refused:
            codes = {violation.code for violation in refused.violations} or {refused.code}
            assert codes <= REFUSED | {"changed_again_since"}, codes
        assert list(find_faults(self.event)) == []

    def swap(self) -> None:
        one, other = self.random.sample([each.entry for each in list_first_matches(self.stage)], 2)
        swap_in_bracket(
            stage=self.stage,
            entries=(Entry.objects.get(pk=one), Entry.objects.get(pk=other)),
            version=None,
            reason="caso",
            agreed=True,
            actor=self.owner,
            now=NOW,
        )

    def come_late(self) -> None:
        self.late += 1
        against = self.random.choice(list_first_matches(self.stage)).entry
        enter_late_in_bracket(
            stage=self.stage,
            form=pair(100 + self.late),
            against=Entry.objects.get(pk=against),
            preliminary=self.random.random() < 0.5,
            version=None,
            reason="caso",
            agreed=True,
            actor=self.owner,
            now=NOW,
        )

    def undo(self) -> None:
        swaps = list(DrawChange.objects.filter(kind="SWAP", undoes=None, undone_by=None))
        if swaps:
            undo_swap(change=self.random.choice(swaps), reason="caso", actor=self.owner, now=NOW)

    def withdraw(self) -> None:
        entered = list(self.event.entries.filter(state=Entry.State.ENTERED))
        if len(entered) > 2:
            entry = self.random.choice(entered)
            withdraw(entry=entry, reason="caso", actor=self.owner, now=NOW)

    def play_one(self) -> bool:
        open_ = list(self.event.pairings.filter(state__in=PLAYABLE).order_by("pk"))
        if open_:
            win(self.random.choice(open_), self.random.randrange(2))
        return bool(open_)

    def play_all(self) -> None:
        while self.play_one():
            pass


@pytest.mark.parametrize("seed", range(36))
def test_a_bracket_changed_at_random_is_played_to_its_end(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(evening.random.randint(3, 8)):
        choice = evening.random.random()
        if choice < 0.7:
            evening.change()
        elif choice < 0.95:
            evening.play_one()
        else:
            evening.withdraw()
    evening.play_all()
    event = evening.event
    check_event(event)
    assert not event.pairings.exclude(
        state__in=(Pairing.State.DECIDED, Pairing.State.BYE, Pairing.State.NOT_NEEDED)
    ).exists()
    for entry in event.entries.all():
        assert Slot.objects.filter(entry=entry, pairing__state=Pairing.State.DECIDED).exists()
    check_published(event)


def check_published(event: Event) -> None:
    """The record of the draw is verified with its changes, and not without one of them."""
    draw = Draw.objects.get(stage__event=event)
    names = ("secret", "word", "entries", "constraints", "format", "options", "version", "order")
    record = {name: getattr(draw, name) for name in (*names, "commitment")}
    assert verify(record)["valid"]
    published = {**record, **build_bracket_document(draw)}
    assert verify(published) == {"legal": True, "valid": True, "differs": []}
    if "changes" not in published:
        return
    assert plan_document(draw.stage)["changes"] == published["changes"]
    without_last = {**published, "changes": published["changes"][:-1]}
    assert verify(without_last)["differs"] == ["pairings"]


@pytest.mark.parametrize("seed", range(4))
def test_what_was_forged_in_a_changed_bracket_is_found(seed: int) -> None:
    evening = Evening(seed)
    while DrawChange.objects.count() < 2:
        evening.change()
    event = evening.event
    last = DrawChange.objects.order_by("pk").last()
    assert last is not None
    DrawChange.objects.filter(pk=last.pk).delete()
    assert faults(event), "a change that was deleted is missed"
    last.save(force_insert=True)
    assert not faults(event)
    other = DrawChange.objects.exclude(pk=last.pk).first()
    assert other is not None
    DrawChange.objects.filter(pk=other.pk).update(number=99)
    late = event.entries.order_by("pk").last()
    rows = Slot.objects.filter(source="ENTRY", pairing__event=event).exclude(entry=late)
    one = rows.exclude(pairing__slots__entry=late).order_by("pk").first()
    two = Slot.objects.filter(source="ENTRY", entry=late).first()
    assert one is not None
    assert two is not None
    DrawChange.objects.filter(pk=other.pk).update(number=other.number)
    seats = one.entry_id, two.entry_id
    Slot.objects.filter(pk=one.pk).update(entry=seats[1])
    Slot.objects.filter(pk=two.pk).update(entry=seats[0])
    assert "slot_not_as_drawn" in faults(event)
    Pairing.objects.filter(event=event).update(why={"code": "forced_pairing", "params": {}})
    assert "slot_not_as_drawn" in faults(event), "the mark of a change proves nothing"


def faults(event: Event) -> set[str]:
    return {fault.code for fault in find_faults(event)}
