"""Matches against the pairings that they are played for."""

from collections.abc import Iterator

from competition.trust.faults import Fault
from tournaments.models import DrawChange, Event, Pairing, VoidedMatch


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


def _make_fault(code: str, pairing: Pairing, stored: int, expected: int) -> Fault:
    detail = {"stored": stored, "expected": expected}
    return Fault(code, pairing.round.group.stage.number, pairing.code, stored, detail)
