"""A drawn bracket changed by hand: two entries change places, and back. The draw stays as it was
held; each change is a public row after it."""

from collections.abc import Sequence
from datetime import datetime

from accounts.actors import Actor
from accounts.authorship import make_author_columns
from competition.stages.hand_changes import HandChange
from database.transactions import atomic_with_retry
from kernel.violations import Violation
from tournaments.models import Draw, DrawChange, Entry, Event, Pairing, Slot, Stage
from tournaments.permissions import Right, check
from tournaments.refusals import BracketChangeRefused, EventStateRefused, ReasonMissing
from tournaments.selectors.draws.change_previews import ChangePreview, preview_change
from tournaments.selectors.draws.changes import find_draw_in_force
from tournaments.services.decisions.pending import ask_about_all
from tournaments.services.draws.bracket_rows import store_plan
from tournaments.services.results.advancing import forfeit_gone
from tournaments.services.table_queue import call_ready
from tournaments.services.versions import lock_event, raise_stage_version, touch


@atomic_with_retry
def swap_in_bracket(
    *,
    stage: Stage,
    entries: tuple[Entry, Entry],
    version: int | None,
    reason: str,
    agreed: bool,
    actor: Actor,
    now: datetime,
) -> DrawChange:
    """Lets two entries of a drawn bracket change places, while neither has begun to play.
    ``version``: that of the stage when the caller read it, so that a request that is sent twice is
    done once; None: whatever it is.

    If the change breaks something, it is only done if ``agreed``. Raises NotAllowed, ReasonMissing,
    EventStateRefused, BracketChangeRefused.
    """
    event = lock_changeable(stage, reason, version, actor)
    first, second = (entry.pk for entry in entries)
    preview = preview_change_of(stage, HandChange("swap", (first, second)), field="entries")
    return store_change(
        stage=stage,
        event=event,
        preview=preview,
        change=DrawChange(kind=DrawChange.Kind.SWAP, entry_id=first, other_id=second),
        reason=reason,
        agreed=agreed,
        actor=actor,
        now=now,
    )


def swap_in_drawn_bracket(
    *,
    stage: Stage,
    entries: tuple[Entry, Entry],
    version: int,
    reason: str,
    agreed: bool,
    actor: Actor,
    now: datetime,
) -> list[Pairing]:
    """``swap_in_bracket``, with the answer of ``swap_in_round``: the pairings in which the two
    begin now."""
    swap_in_bracket(
        stage=stage,
        entries=entries,
        version=version,
        reason=reason,
        agreed=agreed,
        actor=actor,
        now=now,
    )
    begins = Slot.objects.filter(
        pairing__round__group__stage=stage, source=Slot.Source.ENTRY, entry__in=entries
    )
    return [slot.pairing for slot in begins.select_related("pairing").order_by("pairing_id")]


@atomic_with_retry
def undo_swap(*, change: DrawChange, reason: str, actor: Actor, now: datetime) -> DrawChange:
    """Swaps two entries back: a public change of its own. What the swap had put right is broken
    again without asking. Raises NotAllowed, ReasonMissing, EventStateRefused, and
    BracketChangeRefused if either entry was changed again since, or has begun to play."""
    stage = change.draw.stage
    event = lock_changeable(stage, reason, None, actor)
    refusal = find_undo_refusal(change)
    if refusal is not None:
        raise refusal
    preview = preview_change(stage, HandChange("swap", (change.entry_id, change.other_id)))
    # The same two once more: a swap is its own inverse.
    inverse = DrawChange(
        kind=DrawChange.Kind.SWAP,
        entry_id=change.entry_id,
        other_id=change.other_id,
        undoes=change,
    )
    return store_change(
        stage=stage,
        event=event,
        preview=preview,
        change=inverse,
        reason=reason,
        agreed=True,
        actor=actor,
        now=now,
    )


def preview_change_of(stage: Stage, change: HandChange, *, field: str) -> ChangePreview:
    """``preview_change`` of entries that the request names in ``field``. Raises
    BracketChangeRefused."""
    try:
        return preview_change(stage, change)
    except BracketChangeRefused as refusal:
        # Without violations it is the stage that cannot be changed, whatever the entries.
        if refusal.violations:
            refusal.point_at(field)
        raise


def find_undo_refusal(change: DrawChange) -> BracketChangeRefused | None:
    """Why a change cannot be taken back by a swap; None if it can, as far as nobody has begun."""
    counted = find_draw_in_force(change.draw.stage)
    if change.kind != DrawChange.Kind.SWAP or change.round is not None:
        return BracketChangeRefused("only_swaps_are_undone")
    if counted is None or counted.pk != change.draw_id:
        return BracketChangeRefused("drawn_again_since")
    swapped_entries = {change.entry_id, change.other_id}
    for later in DrawChange.objects.filter(draw=change.draw_id, number__gt=change.number):
        if swapped_entries & {later.entry_id, later.other_id}:
            return BracketChangeRefused("changed_again_since")
    return None


def lock_changeable(stage: Stage, reason: str, version: int | None, actor: Actor) -> Event:
    """The locked event of a stage whose bracket this actor may change, for a reason.

    Raises NotAllowed, ReasonMissing, EventStateRefused, BracketChangeRefused.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=stage.event.club_id, event=stage.event)
    if not reason.strip():
        raise ReasonMissing(kind="change")
    event = stage.event = lock_event(stage.event_id)
    if not event.is_current:
        raise EventStateRefused("event_not_drawn", state=event.state)
    if stage.draws.filter(state=Draw.State.COMMITTED).exists():
        raise EventStateRefused("draw_is_promised")
    # Read under the lock of the event: a request that comes twice finds the version moved on.
    stage.refresh_from_db(fields=["version"])
    if version is not None and stage.version != version:
        raise BracketChangeRefused("stage_has_moved_on", field="version", version=stage.version)
    return event


def store_change(
    *,
    stage: Stage,
    event: Event,
    preview: ChangePreview,
    change: DrawChange,
    reason: str,
    agreed: bool,
    actor: Actor,
    now: datetime,
) -> DrawChange:
    """Stores a change of a locked event's bracket, with the rows that follow from it. Raises
    BracketChangeRefused if a match has begun, or if it breaks something and is not ``agreed``."""
    if preview.warnings and not agreed:
        raise BracketChangeRefused("change_breaks_something", violations=preview.warnings)
    before = preview.before
    made = store_plan(
        stage=stage,
        drawn=before.drawn_plan,
        before=before.plan,
        after=preview.after.plan,
        now=now,
    )
    draw = find_draw_in_force(stage)
    assert draw is not None, "a bracket was drawn"
    row = record_change(
        draw=draw, change=change, warnings=preview.warnings, reason=reason, actor=actor, now=now,
        matches=made,
    )  # fmt: skip
    if event.state == Event.State.RUNNING:
        # An entry that has left may have got a match that it could play now.
        forfeit_gone(event_id=event.pk, now=now)
        ask_about_all(event, now)
        call_ready(event_id=event.pk, now=now, stage_ids=[stage.pk])
    else:
        ask_about_all(event, now)
        raise_stage_version(stage.pk, now)
    touch(event, now)
    return row


def record_change(
    *,
    draw: Draw,
    change: DrawChange,
    reason: str,
    actor: Actor,
    now: datetime,
    warnings: Sequence[Violation] = (),
    matches: Sequence[Sequence[int]] = (),
) -> DrawChange:
    """Stores the public row of a change; the event is locked."""
    last = draw.changes.order_by("-number").values_list("number", flat=True).first() or 0
    for column, value in make_author_columns(actor).items():
        setattr(change, column, value)
    change.draw, change.number, change.reason, change.at = draw, last + 1, reason.strip(), now
    change.agreed = [{"code": warning.code, "params": dict(warning.params)} for warning in warnings]
    change.matches = [list(pair) for pair in matches]
    change.save()
    return change
