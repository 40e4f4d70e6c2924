"""Asks for a draw, and stores what the worker has drawn: all or nothing."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from secrets import token_hex
from typing import Any

from django.db import transaction

from accounts.actors import Actor
from jobs.models import Job
from jobs.services import ask
from scoring.models import Match
from scoring.services import open_matches
from tournaments.core.coin import toss
from tournaments.core.formats import format_named
from tournaments.core.plan import (
    Bye,
    Entrant,
    LoserOf,
    PlannedPairing,
    PlannedSlot,
    Seated,
    WinnerOf,
)
from tournaments.models import Draw, Event, Group, Pairing, Round, Slot, Stage
from tournaments.permissions import Act, check
from tournaments.refusals import DrawRefused, EventStateRefused
from tournaments.selectors.entries import entrants_of
from tournaments.services.events import lock_event, move_to, raise_stage_version

KIND = "draw"
VERSION = 1
"""Of the drawing: it rises when the same seed would draw otherwise."""


@transaction.atomic
def ask_draw(*, event: Event, reason: str, actor: Actor, now: datetime) -> Job:
    """Has a worker draw the event's first stage. Asked for twice at once, it is one draw.

    The job carries all that is drawn from, so that a second attempt draws the same. A draw made
    again needs a reason. Raises NotAllowed, EventStateRefused, DrawRefused.
    """
    check(actor, Act.MANAGE_EVENTS, club_id=event.club_id, event=event)
    event = lock_event(event.pk)
    arguments = arguments_of(event=event, reason=reason, actor=actor)
    return ask(
        kind=KIND,
        subject=f"stage:{arguments['stage']}",
        arguments=arguments,
        actor_kind=actor.kind.value,
        actor_id=actor.id,
        now=now,
    )


def arguments_of(*, event: Event, reason: str, actor: Actor) -> dict[str, Any]:
    """All that a draw of the event is made from, with a new seed.

    Raises EventStateRefused, DrawRefused.
    """
    stage = event.stages.get(number=1)
    _check_can_draw(event, stage, reason)
    entrants = entrants_of(event)
    violations = format_named(stage.format).check(entrants)
    if violations:
        raise DrawRefused(violations=violations)
    return {
        "stage": stage.pk,
        "seed": toss(token_hex(32), ""),
        "format": stage.format,
        "options": stage.options,
        "constraints": stage.constraints,
        "entries": [_entrant_json(entrant) for entrant in entrants],
        "reason": reason,
        "author": [actor.kind.value, actor.id],
    }


def _check_can_draw(event: Event, stage: Stage, reason: str) -> None:
    if event.state not in (Event.State.OPEN, Event.State.DRAWN):
        raise EventStateRefused("event_cannot_be_drawn", state=event.state)
    if stage.draws.exists() and not reason.strip():
        raise DrawRefused("draw_again_needs_a_reason")
    if _begun(stage):
        raise DrawRefused("play_has_begun")


def _begun(stage: Stage) -> bool:
    return Match.objects.filter(pairing__round__group__stage=stage, version__gt=0).exists()


def _entrant_json(entrant: Entrant) -> dict[str, Any]:
    return {"id": entrant.id, "seed": entrant.seed, "club": entrant.club}


@transaction.atomic
def store_draw(
    *,
    arguments: Mapping[str, Any],
    order: Sequence[int],
    plan: Sequence[PlannedPairing],
    now: datetime,
) -> Draw:
    """Keeps a draw and makes its pairings, in place of those of an earlier one.

    Raises DrawRefused if the entries have changed since it was asked for, EventStateRefused if
    the event has moved on.
    """
    stage = Stage.objects.select_related("event").get(pk=arguments["stage"])
    old = _lock_matches(stage)
    event = lock_event(stage.event_id)
    _check_can_draw(event, stage, arguments["reason"])
    if [_entrant_json(entrant) for entrant in entrants_of(event)] != arguments["entries"]:
        raise DrawRefused("entries_changed")
    _clear(stage, old)
    draw = _keep(stage, arguments, order, now)
    _make_pairings(stage, event, plan)
    raise_stage_version(stage.pk, now)
    move_to(event, Event.State.DRAWN, now)
    return draw


def _lock_matches(stage: Stage) -> list[int]:
    matches = Match.objects.select_for_update().filter(pairing__round__group__stage=stage)
    return list(matches.order_by("pk").values_list("pk", flat=True))


def _clear(stage: Stage, matches: Sequence[int]) -> None:
    """Takes an earlier draw's pairings away. Their sheets are empty, or this would be refused."""
    Slot.objects.filter(pairing__round__group__stage=stage).delete()
    stage.groups.all().delete()
    Match.objects.filter(pk__in=matches).delete()


def _keep(stage: Stage, arguments: Mapping[str, Any], order: Sequence[int], now: datetime) -> Draw:
    author_kind, author_id = arguments["author"]
    return Draw.objects.create(
        stage=stage,
        number=stage.draws.count() + 1,
        seed=arguments["seed"],
        format=arguments["format"],
        options=arguments["options"],
        constraints=arguments["constraints"],
        entries=arguments["entries"],
        order=list(order),
        version=VERSION,
        reason=arguments["reason"],
        author_kind=author_kind,
        author_id=author_id,
        held_at=now,
    )


def _make_pairings(stage: Stage, event: Event, plan: Sequence[PlannedPairing]) -> None:
    group = Group.objects.create(stage=stage, number=1)
    rounds = _make_rounds(group, plan)
    matches = iter(open_matches([event.match_format] * sum(pairing.is_played for pairing in plan)))
    numbers: dict[int, int] = {}
    rows = []
    for pairing in plan:
        round_ = rounds[pairing.section, pairing.round]
        numbers[round_.pk] = numbers.get(round_.pk, 0) + 1
        rows.append(
            Pairing(
                round=round_,
                event=event,
                code=pairing.id,
                number=numbers[round_.pk],
                match=next(matches) if pairing.is_played else None,
                state=_first_state(pairing),
            )
        )
    made = {row.code: row for row in Pairing.objects.bulk_create(rows)}
    through = _byes(plan)
    Slot.objects.bulk_create(
        _slot(made[pairing.id], position, slot, made, through)
        for pairing in plan
        for position, slot in enumerate(pairing.slots)
    )
    _make_ready(made, plan, through)


def _make_rounds(group: Group, plan: Sequence[PlannedPairing]) -> dict[tuple[str, int], Round]:
    keys = list(dict.fromkeys((pairing.section, pairing.round) for pairing in plan))
    rounds = Round.objects.bulk_create(
        Round(group=group, section=section, number=number, order=order)
        for order, (section, number) in enumerate(keys)
    )
    return dict(zip(keys, rounds, strict=True))


def _first_state(pairing: PlannedPairing) -> str:
    if not pairing.is_played:
        return Pairing.State.BYE
    if all(isinstance(slot, Seated) for slot in pairing.slots):
        return Pairing.State.READY
    return Pairing.State.WAITING


def _byes(plan: Sequence[PlannedPairing]) -> dict[str, int]:
    """Who goes through without a match, by the pairing with the bye."""
    return {
        pairing.id: int(slot.entry)
        for pairing in plan
        if not pairing.is_played
        for slot in pairing.slots
        if isinstance(slot, Seated)
    }


def _slot(
    pairing: Pairing,
    position: int,
    slot: PlannedSlot,
    made: Mapping[str, Pairing],
    through: Mapping[str, int],
) -> Slot:
    row = Slot(pairing=pairing, position=position, side=position)
    match slot:
        case Seated(entry):
            row.source, row.entry_id = Slot.Source.ENTRY, int(entry)
        case WinnerOf(code):
            row.source, row.source_pairing = Slot.Source.WINNER_OF, made[code]
            row.entry_id = through.get(code)
        case LoserOf(code):
            row.source, row.source_pairing = Slot.Source.LOSER_OF, made[code]
        case Bye():
            row.source = Slot.Source.BYE
    return row


def _make_ready(
    made: Mapping[str, Pairing], plan: Sequence[PlannedPairing], through: Mapping[str, int]
) -> None:
    """Pairings whose slots are all filled by byes can be played at once."""
    ready = [
        made[pairing.id].pk
        for pairing in plan
        if made[pairing.id].state == Pairing.State.WAITING
        and all(isinstance(slot, WinnerOf) and slot.pairing in through for slot in pairing.slots)
    ]
    Pairing.objects.filter(pk__in=ready).update(state=Pairing.State.READY)
