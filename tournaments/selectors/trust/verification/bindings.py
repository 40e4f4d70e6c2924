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
    for aside in VoidedMatch.objects.filter(pairing__event=event).order_by("-pk"):
        first_matches[aside.pairing_id] = aside.match_id
    made = _list_made_by_hand(event)
    for pairing in pairings:
        if pairing.pk in made and first_matches[pairing.pk] != made[pairing.pk]:
            stored = first_matches[pairing.pk]
            yield _make_fault("match_of_another_pairing", pairing, stored, made[pairing.pk])
    drawn = [pairing for pairing in pairings if pairing.pk not in made]
    expected = sorted(first_matches[pairing.pk] for pairing in drawn)
    for pairing, match in zip(drawn, expected, strict=True):
        if first_matches[pairing.pk] != match:
            yield _make_fault("match_of_another_pairing", pairing, first_matches[pairing.pk], match)
    yield from _find_swapped_replays(event, pairings)
    yield from _find_other_formats(event)


def _list_made_by_hand(event: Event) -> dict[int, int]:
    """By pairing, the match that a change of a bracket by hand has made for it."""
    changes = DrawChange.objects.filter(draw__stage__event=event).order_by("pk")
    made: dict[int, int] = {}
    for matches in changes.values_list("matches", flat=True):
        made.update((pairing, match) for pairing, match in matches)
    return made


def _find_swapped_replays(event: Event, pairings: list[Pairing]) -> Iterator[Fault]:
    """The matches that were made when others were set aside, in the order in which that was."""
    by_id = {pairing.pk: pairing for pairing in pairings}
    asides = list(VoidedMatch.objects.filter(pairing__event=event).order_by("pk"))
    following: dict[int, int] = {pairing.pk: pairing.match_id or 0 for pairing in pairings}
    made: list[tuple[Pairing, int]] = []
    for aside in reversed(asides):
        if aside.pairing_id in by_id:
            made.append((by_id[aside.pairing_id], following[aside.pairing_id]))
            following[aside.pairing_id] = aside.match_id
    made.reverse()
    for (pairing, match), expected in zip(made, sorted(match for _, match in made), strict=True):
        if match != expected:
            yield _make_fault("match_of_another_pairing", pairing, match, expected)


def _find_other_formats(event: Event) -> Iterator[Fault]:
    """Matches that are played by another format than their stage."""
    for stage in event.stages.select_related("event").order_by("number"):
        expected = _digest_format(stage, stage.match_document)
        played = Pairing.objects.filter(round__group__stage=stage)
        rows = [
            *played.filter(match__isnull=False).values_list("code", "match", "match__format"),
            *VoidedMatch.objects.filter(pairing__in=played).values_list(
                "pairing__code", "match", "match__format"
            ),
        ]
        # All matches of a stage have equal documents: each different one is read once.
        digests: dict[str, str] = {}
        for code, match, document in sorted(rows, key=lambda row: row[1]):
            key = digest(document)
            if key not in digests:
                digests[key] = _digest_format(stage, document)
            if digests[key] != expected:
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
