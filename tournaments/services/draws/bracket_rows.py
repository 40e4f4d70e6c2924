"""Stores a bracket that was changed by hand: the difference between two plans, as far as nothing of
it has been played.

The matches of the whole stage are locked first, so no result moves an entry meanwhile: a result
locks its own match before it reads which slots that fills.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from competition.placings.meetings import Meeting, list_meetings
from competition.plan import (
    Bye,
    LoserOf,
    PairingId,
    PlannedPairing,
    Seated,
    WinnerOf,
    find_source,
    index_pairings,
)
from competition.stages.hand_changes import list_changed_pairings
from scoring.models import Match
from scoring.services import lock_matches, open_matches
from tournaments.models import BY_HAND, Pairing, Slot, Stage
from tournaments.notices import tell_tables
from tournaments.selectors.draws.change_previews import refuse_begun_matches
from tournaments.selectors.stages.plans import plan_and_results
from tournaments.services.pairings.creation import build_match_format_document, make_pairings
from tournaments.services.pairings.plan_rounds import order_rounds
from tournaments.services.pairings.readiness import has_empty_slot, set_waiting_or_ready

Plan = Sequence[PlannedPairing]


def store_plan(
    *, stage: Stage, drawn: Plan, before: Plan, after: Plan, now: datetime
) -> list[tuple[int, int]]:
    """Makes the rows of a locked event's stage follow the plan ``after`` instead of ``before``.
    ``drawn``: as it was drawn; where a match is as drawn again, it is no longer marked as made by
    hand. Returns the matches that it has made, as ids of pairing and match. Raises
    BracketChangeRefused with every match that has begun."""
    # Matches are locked before pairings, as everywhere: a line that is written on a sheet of this
    # stage meanwhile waits, or has made its match begun.
    matches = lock_matches(Match.objects.filter(pairing__round__group__stage=stage))
    versions = {match.pk: match.version for match in matches.values()}
    changed_codes = list_changed_pairings(before, after)
    pairings = Pairing.objects.select_for_update(no_key=True, of=("self",))
    changed_pairings = pairings.filter(round__group__stage=stage, code__in=changed_codes)
    changed_rows = list(changed_pairings.order_by("pk"))
    refuse_begun_matches(changed_rows, versions)
    # A result of a pairing that has changed was won by other entries: it carries nobody on.
    _plan, all_results = plan_and_results(stage)
    results = {code: result for code, result in all_results.items() if code not in changed_codes}
    codes_before = {pairing.id for pairing in before}
    new_pairings = [pairing for pairing in after if pairing.id not in codes_before]
    make_pairings(stage=stage, plan=new_pairings)
    order_rounds(stage, after)
    new_codes = [pairing.id for pairing in new_pairings]
    new_rows = Pairing.objects.filter(round__group__stage=stage, code__in=new_codes)
    created_rows = list(new_rows.order_by("pk"))
    opened_matches = [(row.pk, row.match_id) for row in created_rows if row.match_id is not None]
    meetings_after = {meeting.pairing.id: meeting for meeting in list_meetings(after, results)}
    rows = {row.code: row for row in (*changed_rows, *created_rows)}
    lost_rows = [rows.pop(code) for code in list(rows) if code not in meetings_after]
    opened_matches += _open_missing_matches(stage, rows, meetings_after)
    _make_byes(rows, meetings_after, now)
    _seat_entries(stage, rows, meetings_after)
    _delete_pairings(lost_rows, now)
    as_drawn = index_pairings(drawn)
    for code, row in rows.items():
        _update_pairing(row, meetings_after[code].pairing, as_drawn.get(code), now)
    return sorted(opened_matches, key=lambda pair: pair[1])


def _open_missing_matches(
    stage: Stage, rows: Mapping[PairingId, Pairing], meetings: Mapping[PairingId, Meeting]
) -> list[tuple[int, int]]:
    """A match for each pairing that was a bye and is played now: it has no sheet yet."""
    missing: list[Pairing] = []
    for code, row in rows.items():
        is_played = meetings[code].pairing.is_played
        if is_played and row.match_id is None:
            missing.append(row)
    opened_matches = []
    matches = open_matches([build_match_format_document(stage)] * len(missing))
    for row, match in zip(missing, matches, strict=True):
        row.match, row.state = match, Pairing.State.WAITING
        row.save(update_fields=["match", "state"])
        opened_matches.append((row.pk, match.pk))
    return opened_matches


def _make_byes(
    rows: Mapping[PairingId, Pairing], meetings: Mapping[PairingId, Meeting], now: datetime
) -> None:
    """Takes the match from each pairing that was played and is a bye now. With one entry more, a
    bracket may get another round of losers: then the rounds behind it have other pairings."""
    unneeded_matches = []
    for code, row in rows.items():
        if row.match_id is not None and not meetings[code].pairing.is_played:
            tell_tables((row.table_id,), now)
            unneeded_matches.append(row.match_id)
            row.match, row.state = None, Pairing.State.BYE
            row.table, row.called_at = None, None
            row.save(update_fields=["match", "state", "table", "called_at"])
    Match.objects.filter(pk__in=unneeded_matches).delete()


def _delete_pairings(rows: Sequence[Pairing], now: datetime) -> None:
    """Deletes pairings that the new plan no longer has, as where a bracket has got another round of
    losers: then the rounds behind it have other pairings. Their slots go with them; other slots are
    no longer fed by them."""
    matches = [row.match_id for row in rows if row.match_id is not None]
    tell_tables([row.table_id for row in rows], now)
    Pairing.objects.filter(pk__in=[row.pk for row in rows]).delete()
    Match.objects.filter(pk__in=matches).delete()


def _seat_entries(
    stage: Stage, rows: Mapping[PairingId, Pairing], meetings: Mapping[PairingId, Meeting]
) -> None:
    """Fills the slots of these pairings as the plan has them."""
    source_codes: set[PairingId] = set()
    for code in rows:
        for planned_slot in meetings[code].pairing.slots:
            source = find_source(planned_slot)
            if source is not None:
                source_codes.add(source.pairing)
    feeding_pairings = Pairing.objects.filter(round__group__stage=stage, code__in=source_codes)
    feeding_ids = dict(feeding_pairings.values_list("code", "pk"))
    slots = list(Slot.objects.filter(pairing__in=rows.values()).select_related("pairing"))
    # Emptied before they are filled: an entry may not be in one match twice, not even between two
    # statements.
    fed_slots = [slot.pk for slot in slots if slot.source_pairing_id is not None]
    Slot.objects.filter(pk__in=fed_slots).update(entry=None)
    for slot in slots:
        meeting = meetings[slot.pairing.code]
        entry = meeting.seated[slot.position]
        slot.source_pairing_id = None
        match meeting.pairing.slots[slot.position]:
            case Seated():
                slot.source = Slot.Source.ENTRY
            case WinnerOf(source_code):
                slot.source = Slot.Source.WINNER_OF
                slot.source_pairing_id = feeding_ids[source_code]
            case LoserOf(source_code):
                slot.source = Slot.Source.LOSER_OF
                slot.source_pairing_id = feeding_ids[source_code]
            case Bye():
                slot.source = Slot.Source.BYE
        slot.entry_id = None
        if entry is not None:
            slot.entry_id = int(entry)
        slot.save(update_fields=["source", "source_pairing", "entry"])


def _update_pairing(
    row: Pairing, planned: PlannedPairing, as_drawn: PlannedPairing | None, now: datetime
) -> None:
    """A match that has lost an entry gives up its table; its phones are notified in any case."""
    tell_tables((row.table_id,), now)
    if row.state in Pairing.OPEN_STATES:
        set_waiting_or_ready(row, is_incomplete=has_empty_slot(row))
    # Only a match in which an entry begins was made by the draw or by hand: the others follow.
    is_first = any(isinstance(slot, Seated) for slot in planned.slots)
    is_as_drawn = as_drawn is not None and as_drawn.slots == planned.slots
    row.why = None
    if is_first and not is_as_drawn:
        row.why = BY_HAND
    row.save(update_fields=["state", "table", "called_at", "why"])
