"""The start of play, with its inverse."""

from datetime import datetime

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from tournaments.models import Event, Pairing, Stage
from tournaments.permissions import Right, check
from tournaments.refusals import NotFound
from tournaments.services.events.events import start_play
from tournaments.services.pairing_locks import lock_pairings
from tournaments.services.regulation.regulations import unfreeze_regulation
from tournaments.services.results.advancing import strike_forfeits
from tournaments.services.table_queue import free_tables
from tournaments.services.undo.steps import UndoStep, make_step, refuse_changed
from tournaments.services.versions import lock_event, lock_event_in_any_state, move_to

STARTED = "started"


@atomic_with_retry
def begin_play(*, event: Event, actor: Actor, now: datetime) -> list[UndoStep]:
    """``start_play``, with a step by which the event is only drawn again."""
    lock_event_in_any_state(event.pk)
    sheets_before = _list_sheets(event)
    started_event = start_play(event=event, actor=actor, now=now)
    # Under the lock of the event and before it is running for others, so what was written since is
    # a forfeit of an entry that had left: one line on each sheet.
    sheets_after = _list_sheets(event)
    data = {
        "version": started_event.version,
        "stages": _list_stage_versions(event),
        "lines": sum(version for _match, version in sheets_after),
        "forfeits": [sheet for sheet in sheets_after if sheet not in sheets_before],
    }
    first_stage = event.stages.earliest("number")
    return [make_step(STARTED, first_stage.pk, actor=actor, now=now, **data)]


def _list_sheets(event: Event) -> list[list[int]]:
    """The matches of which a line was written, each with the number of its last line, in values of
    JSON."""
    sheets = event.pairings.filter(match__version__gt=0).order_by("match_id")
    return [list(row) for row in sheets.values_list("match_id", "match__version")]


def _list_stage_versions(event: Event) -> list[list[int]]:
    """The ids of the stages, each with its version, in values of JSON."""
    return [list(row) for row in event.stages.order_by("pk").values_list("pk", "version")]


def undo_start(step: UndoStep, actor: Actor, now: datetime) -> None:
    """The event is drawn as before: its tables are free, the forfeits are struck, and the
    regulation is no longer frozen. Refused where anything rests on the start: a line, a match that
    was moved, a call for the referee, an act of the organizers."""
    stage = Stage.objects.select_related("event").filter(pk=step.target).first()
    if stage is None:
        raise NotFound
    check(actor, Right.MANAGE_EVENTS, club_id=stage.event.club_id, event=stage.event)
    event = lock_event(stage.event_id)
    # A second tap: it is drawn again.
    if event.state == Event.State.DRAWN:
        return
    pairings = lock_pairings(event.pairings.values_list("pk", flat=True))
    # Under the locks of all sheets, as results do not wait for the event: a hand that comes later
    # finds an event that is not running.
    line_count = 0
    pairings_by_match: dict[int, Pairing] = {}
    for pairing in pairings.values():
        if pairing.match is not None:
            line_count += pairing.match.version
            pairings_by_match[pairing.match.pk] = pairing
    # What organizers do raises the version of the event, what is done in the hall that of a stage;
    # a hand that decides nothing raises neither, and a call for the referee is no line.
    if (
        event.version != step.data["version"]
        or _list_stage_versions(event) != step.data["stages"]
        or line_count != step.data["lines"]
        or event.referee_calls.exists()
    ):
        raise refuse_changed()
    free_tables(event_id=event.pk, pairings=pairings.values(), now=now)
    strike_forfeits(
        pairings=pairings_by_match,
        forfeits=step.data["forfeits"],
        actor=actor,
        now=now,
    )
    unfreeze_regulation(event=event, frozen_at=step.made_at)
    move_to(event, Event.State.DRAWN, now)
