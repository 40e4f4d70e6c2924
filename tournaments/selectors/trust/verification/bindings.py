"""Matches against the pairings that they are played for."""

from collections.abc import Iterator, Mapping
from typing import Any

from competition.formats import format_named
from competition.trust.faults import Fault
from kernel.canonical import digest
from kernel.refusals import Refused, Unreadable
from scoring.core.format import settle_format
from tournaments.models import DrawChange, Event, Pairing, Stage, VoidedMatch


def find_binding_faults(event: Event) -> Iterator[Fault]:
    """Matches are created together with their pairings, so their ids rise together; a pairing that
    is played again gets a new match with a higher id than all before. Two pairings whose matches
    were swapped break that order, and both are reported. A match that a change by hand has made,
    for a pairing that was a bye, is named by that change."""
    rows = Pairing.objects.filter(event=event, match__isnull=False).order_by("pk")
    pairings = list(rows.select_related("round__group__stage"))
    first_matches = {pairing.pk: pairing.match_id or 0 for pairing in pairings}
    # The newest first, so that the oldest voided match of a pairing remains: its first one.
    for voided_match in VoidedMatch.objects.filter(pairing__event=event).order_by("-pk"):
        first_matches[voided_match.pairing_id] = voided_match.match_id

    # By pairing, the match that a change of a bracket by hand has made for it.
    made_by_hand: dict[int, int] = {}
    changes = DrawChange.objects.filter(draw__stage__event=event).order_by("pk")
    for pairings_with_matches in changes.values_list("matches", flat=True):
        made_by_hand.update(pairings_with_matches)
    for pairing in pairings:
        stored_match = first_matches[pairing.pk]
        expected_match = made_by_hand.get(pairing.pk, stored_match)
        if stored_match != expected_match:
            yield _make_fault("match_of_another_pairing", pairing, stored_match, expected_match)

    # All others were made with the draw or a round, in the order of their pairings.
    drawn_pairings = [pairing for pairing in pairings if pairing.pk not in made_by_hand]
    expected_matches = sorted(first_matches[pairing.pk] for pairing in drawn_pairings)
    for pairing, match in zip(drawn_pairings, expected_matches, strict=True):
        if first_matches[pairing.pk] != match:
            yield _make_fault("match_of_another_pairing", pairing, first_matches[pairing.pk], match)
    yield from _find_swapped_replays(event, pairings)
    yield from _find_other_formats(event)


def _find_swapped_replays(event: Event, pairings: list[Pairing]) -> Iterator[Fault]:
    """The matches that were made when others were set aside, in the order in which that was."""
    by_id = {pairing.pk: pairing for pairing in pairings}
    # From the newest back: the match that followed a voided one is known from the step before.
    voided_matches = VoidedMatch.objects.filter(pairing__event=event).order_by("-pk")
    following_matches: dict[int, int] = {}
    replays: list[tuple[Pairing, int]] = []
    for voided_match in voided_matches:
        pairing = by_id.get(voided_match.pairing_id)
        if pairing is None:
            continue
        replays.append((pairing, following_matches.get(pairing.pk, pairing.match_id or 0)))
        following_matches[pairing.pk] = voided_match.match_id
    replays.reverse()
    # Each replay got a higher id than those before it.
    expected_matches = sorted(match for _pairing, match in replays)
    for (pairing, match), expected_match in zip(replays, expected_matches, strict=True):
        if match != expected_match:
            yield _make_fault("match_of_another_pairing", pairing, match, expected_match)


def _find_other_formats(event: Event) -> Iterator[Fault]:
    """Matches that are played by another format than their stage."""
    for stage in event.stages.select_related("event").order_by("number"):
        expected_digest = _digest_format(stage, stage.match_document)
        stage_pairings = Pairing.objects.filter(round__group__stage=stage)
        rows = [
            *stage_pairings.filter(match__isnull=False).values_list(
                "code", "match", "match__format"
            ),
            *VoidedMatch.objects.filter(pairing__in=stage_pairings).values_list(
                "pairing__code", "match", "match__format"
            ),
        ]
        # All matches of a stage have equal documents: each different one is read once.
        digests: dict[str, str] = {}
        for code, match, document in sorted(rows, key=lambda row: row[1]):
            key = digest(document)
            if key not in digests:
                digests[key] = _digest_format(stage, document)
            if digests[key] != expected_digest:
                yield Fault("match_format_differs", stage.number, code, match)


def _digest_format(stage: Stage, document: Mapping[str, Any]) -> str:
    """The digest of a format with all rules written down: matches of old events lack some of them.
    Of a document that cannot be read, of the document as it is."""
    is_knockout = format_named(stage.format).needs_a_winner
    try:
        return digest(settle_format(document, is_knockout=is_knockout))
    except (Refused, Unreadable):
        return digest(document)


def _make_fault(code: str, pairing: Pairing, stored: int, expected: int) -> Fault:
    detail = {"stored": stored, "expected": expected}
    return Fault(code, pairing.round.group.stage.number, pairing.code, stored, detail)
