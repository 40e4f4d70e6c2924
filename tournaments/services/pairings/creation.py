"""Makes the rows of pairings: groups, rounds, matches, slots."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max

from competition.formats import format_named
from competition.plan import PlannedPairing
from scoring.core.format import settle_format
from scoring.models import Match
from scoring.services import open_matches
from tournaments.models import Pairing, Slot, Stage
from tournaments.services.pairings.plan_rounds import load_or_create_rounds, make_round_key
from tournaments.services.pairings.slot_sources import load_earlier_sources


def make_pairings(*, stage: Stage, plan: Sequence[PlannedPairing]) -> None:
    """Creates all pairings of a plan with their matches; those whose sides are known are ready.

    They are added to rounds that exist already. The number of queries does not depend on the size.
    """
    rounds = load_or_create_rounds(stage, plan)
    played_count = sum(planned_pairing.is_played for planned_pairing in plan)
    matches = iter(open_matches([build_match_format_document(stage)] * played_count))
    # The highest number of a pairing by round; rounds without pairings are left out.
    numbered_rows = Pairing.objects.filter(round__in=rounds.values()).values_list("round")
    next_numbers = dict(numbered_rows.annotate(Max("number")).order_by())
    sources = load_earlier_sources(stage, plan)
    # A bye decides nothing at a table, so nothing would ever fill the slot that it feeds.
    sources.add_entries_of_byes(plan)
    rows = []
    for planned_pairing in plan:
        round_ = rounds[make_round_key(planned_pairing)]
        next_numbers[round_.pk] = next_numbers.get(round_.pk, 0) + 1
        reason = planned_pairing.why
        row = Pairing(
            round=round_,
            event_id=stage.event_id,
            code=planned_pairing.id,
            number=next_numbers[round_.pk],
            state=Pairing.State.BYE,
            absence=planned_pairing.absence,
            why=reason and {"code": reason.code, "params": dict(reason.params)},
        )
        if planned_pairing.is_played:
            row.match, row.state = next(matches), Pairing.State.WAITING
            if sources.has_all_entries(planned_pairing):
                row.state = Pairing.State.READY
        rows.append(row)

    created_rows = {row.code: row for row in Pairing.objects.bulk_create(rows)}
    sources.pairings.update(created_rows)
    slot_rows: list[Slot] = []
    for planned_pairing in plan:
        row = created_rows[planned_pairing.id]
        if planned_pairing.only_if is not None:
            # The pairing on which a conditional one depends has an id only now.
            row.only_if = created_rows[planned_pairing.only_if.pairing]
            row.only_if_slot = planned_pairing.only_if.slot
            row.save(update_fields=["only_if", "only_if_slot"])
        for position, slot in enumerate(planned_pairing.slots):
            slot_rows.append(sources.make_slot(row, position, slot))
    Slot.objects.bulk_create(slot_rows)


def build_match_format_document(stage: Stage) -> Mapping[str, Any]:
    """How the matches of a stage are played, with every rule written down. An event that began
    before there were rules for matches that are not played out goes on without them."""
    earlier_matches = Match.objects.filter(pairing__event=stage.event_id).order_by("pk")
    first_document = earlier_matches.values_list("format", flat=True).first()
    if first_document is not None and "unfinished" not in first_document:
        return stage.match_document
    is_knockout = format_named(stage.format).needs_a_winner
    return settle_format(stage.match_document, is_knockout=is_knockout)
