"""Plays the stages of an event to their end, quickly, and looks on while they are played."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import QUICK, win
from tournaments.models import Event, Pairing, Slot, Stage
from tournaments.selectors.standings.fields import load_progress
from tournaments.tasks import pair_here

Met = frozenset[int]
State = Pairing.State
PLAYABLE = (State.READY, State.CALLED)


def evening(format_: str, pairs: int, groups: int = 1, **plan: Any) -> Event:
    """An event of quick matches, drawn and started."""
    options = {**plan.pop("options", {}), **({"groups": groups} if groups > 1 else {})}
    return make_event(pairs=pairs, match_format=QUICK, format=format_, options=options, **plan)


def play_open(
    stage: Stage,
    random: Random,
    look: Callable[[Stage], None] = lambda stage: None,
    most: int | None = None,
) -> int:
    """Plays whatever can be played, in any order that the slots allow; how many matches."""
    played = 0
    while True:
        ready = Pairing.objects.filter(round__group__stage=stage, state__in=PLAYABLE)
        if stage.event.tables.exists():
            ready = ready.filter(state=State.CALLED)
        open_ = list(ready.select_related("event__club").order_by("pk"))
        if not open_:
            return played
        random.shuffle(open_)
        for pairing in open_:
            if played == most:
                return played
            look(stage)
            win(pairing, random.randrange(2))
            played += 1


def play_stage(
    stage: Stage, random: Random, look: Callable[[Stage], None] = lambda stage: None
) -> None:
    """Plays a stage to its end, pairing its rounds as they come."""
    play_open(stage, random, look)
    while load_progress(stage).waits_for_a_round:
        pair_here(stage=stage, actor=owner_of(stage.event.club), now=NOW)
        play_open(stage, random, look)
    assert load_progress(stage).is_over


def meetings(stage: Stage) -> list[tuple[int, Met]]:
    """Who has met whom, with the group, in the order of play; matches that were played alone."""
    return [(group, frozenset(entries)) for group, _round, entries in _rows(stage, State.DECIDED)]


def rests(stage: Stage) -> list[tuple[int, int]]:
    """The round and who had nobody to play in it, in the order of the rounds."""
    return [
        (number, entry) for _group, number, entries in _rows(stage, State.BYE) for entry in entries
    ]


def losses(stage: Stage) -> Counter[int]:
    """How often each entry has lost."""
    lost: Counter[int] = Counter()
    for pairing in Pairing.objects.filter(round__group__stage=stage, state=State.DECIDED):
        for slot in pairing.slots.select_related("pairing__match"):
            assert slot.entry_id is not None
            lost[slot.entry_id] += slot.side != slot.pairing.match.winner
    return lost


def _rows(stage: Stage, state: str) -> list[tuple[int, int, list[int]]]:
    slots = Slot.objects.filter(
        pairing__round__group__stage=stage, pairing__state=state, entry__isnull=False
    )
    found: dict[int, tuple[int, int, list[int]]] = {}
    for pairing, group, number, entry in slots.order_by("pairing_id").values_list(
        "pairing_id", "pairing__round__group__number", "pairing__round__number", "entry_id"
    ):
        found.setdefault(pairing, (group, number, []))[2].append(entry or 0)
    return list(found.values())
