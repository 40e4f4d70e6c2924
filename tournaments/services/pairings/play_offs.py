"""Play-offs: one match between two entries that are tied where their order decides something."""

from datetime import datetime

from accounts.actors import Actor
from competition.cuts.borders import find_ties
from competition.cuts.remedies import REMEDIES
from competition.plan import EntryId, PlannedPairing, Seated
from database.transactions import atomic_with_retry
from tournaments.models import PLAY_OFF, Event, Pairing, Slot, Stage
from tournaments.models.bracket import PairingQuerySet
from tournaments.notices import tell_tables
from tournaments.permissions import Right, check
from tournaments.refusals import DrawRefused, EventStateRefused
from tournaments.selectors.decisions.borders import open_borders
from tournaments.selectors.draws.drawable import refuse_while_played
from tournaments.selectors.regulation.regulation import get_house_rules
from tournaments.selectors.standings.fields import load_progress
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.services.pairing_locks import lock_pairings
from tournaments.services.pairings.creation import make_pairings
from tournaments.services.table_queue import call_ready
from tournaments.services.versions import lock_event, touch


@atomic_with_retry
def call_play_offs(*, stage: Stage, actor: Actor, now: datetime) -> list[Pairing]:
    """Pairs every play-off that the regulation requires in a stage that is played out. A play-off
    is played like the other matches of the stage and only counts for its tie.

    Raises NotAllowed, EventStateRefused, and DrawRefused if there is none to pair, or while the
    stage or a play-off is being played.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=stage.event.club_id, event=stage.event)
    event = stage.event = lock_event(stage.event_id)
    stage.refresh_from_db(fields=["version"])
    if event.state != Event.State.RUNNING:
        raise EventStateRefused("event_not_running", state=event.state)
    if refusal := refuse_while_played(stage, load_progress(stage).left):
        raise refusal
    borders = [border for border in open_borders(stage) if border.remedy == "play_off"]
    if not borders:
        raise DrawRefused("no_play_off")
    earlier_play_offs = set(list_play_offs(stage).values_list("pk", flat=True))
    # The play-offs of a group are one round, to which later ones are added. Their codes go on from
    # those that are there.
    groups = {row.entry: row.group for row in load_ranking(stage).placings}
    plan: list[PlannedPairing] = []
    for number, border in enumerate(borders, start=len(earlier_play_offs) + 1):
        slots = tuple(Seated(entry) for entry in border.tied)
        group = groups[border.tied[0]]
        plan.append(PlannedPairing(f"{PLAY_OFF}-{number}", PLAY_OFF, 1, slots, group))
    make_pairings(stage=stage, plan=plan)
    read_versions = {stage.pk: stage.version}
    call_ready(event_id=event.pk, stage_ids=[stage.pk], read_versions=read_versions, now=now)
    touch(event, now)
    return list(list_play_offs(stage).exclude(pk__in=earlier_play_offs).order_by("pk"))


def list_play_offs(stage: Stage) -> PairingQuerySet:
    """The play-offs of a stage."""
    return Pairing.objects.filter(round__group__stage=stage, round__section=PLAY_OFF)


def update_play_offs(stage: Stage, now: datetime) -> None:
    """Updates the play-offs after a result of the stage has changed: a play-off is not needed while
    its entries are not tied. One query if there are none.

    While matches of the stage itself are open, its play-offs are left as they are.
    """
    undecided_play_offs = list_play_offs(stage).exclude(state=Pairing.State.DECIDED)
    ids = list(undecided_play_offs.values_list("pk", flat=True))
    open_matches = Pairing.objects.filter(round__group__stage=stage).still_open()
    if not ids or open_matches.without_play_offs().exists():
        return
    needed_pairs: set[frozenset[EntryId]] = set()
    for border in open_borders(stage):
        if border.remedy == "play_off":
            needed_pairs.add(frozenset(border.tied))
    if "play_off" in REMEDIES[get_house_rules(stage.event).prize_ties]:
        # Every tie then: which places get prizes may be open while another stage is played again.
        for tie in find_ties(load_ranking(stage).placings):
            needed_pairs.add(frozenset(tie.tied))
    changed_stage_ids: set[int] = set()
    for pairing in lock_pairings(ids).values():
        # Decided after its id was read: a play-off that was played is kept.
        if pairing.state == Pairing.State.DECIDED:
            continue
        entries = Slot.objects.filter(pairing=pairing).values_list("entry_id", flat=True)
        is_needed = frozenset(entries) in needed_pairs
        if is_needed == (pairing.state != Pairing.State.NOT_NEEDED):
            continue
        changed_stage_ids.add(stage.pk)
        tell_tables((pairing.table_id,), now)
        pairing.state = Pairing.State.NOT_NEEDED
        if is_needed:
            pairing.state = Pairing.State.READY
        # A play-off that is not needed frees its table; one that is needed again is called anew.
        pairing.table, pairing.called_at, pairing.holds_table = None, None, False
        pairing.save(update_fields=["state", "table", "called_at", "holds_table"])
    call_ready(event_id=stage.event_id, stage_ids=changed_stage_ids, now=now)
