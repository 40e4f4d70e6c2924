"""What an anchor covers of the matches and byes of an event."""

from typing import Any

from competition.formats import FORMATS
from competition.formats.round_by_round import RoundByRound
from competition.trust.anchors import Items
from kernel.canonical import digest
from tournaments.models import Event, Pairing, VoidedMatch


def list_match_items(event: Event) -> Items:
    """Who plays, or has played, each match of which a line was written, and by which format: a
    sheet has another score by another format."""
    pairings = Pairing.objects.filter(event=event).filter(match__version__gt=0)
    rows = pairings.order_by("pk", "slots__position").values_list(
        "match_id", "code", "round__group__stage__number", "match__format", "slots__entry_id"
    )
    items: dict[str, Any] = {}
    for match, code, stage, format_, entry in rows:
        key = f"match:{match}"
        if key not in items:
            items[key] = _make_match_item(stage, code, format_, [])
        items[key]["seats"].append(entry)
    voided_matches = VoidedMatch.objects.filter(pairing__event=event, match__version__gt=0)
    for voided_match in voided_matches.select_related("pairing__round__group__stage", "match"):
        pairing = voided_match.pairing
        items[f"match:{voided_match.match_id}"] = _make_match_item(
            pairing.round.group.stage.number,
            pairing.code,
            voided_match.match.format,
            voided_match.seats,
        )
    return items


def _make_match_item(
    stage: int, pairing: str, format_: Any, seats: list[int | None]
) -> dict[str, Any]:
    return {"stage": stage, "pairing": pairing, "format": digest(format_), "seats": seats}


def list_bye_items(event: Event) -> Items:
    """Who was without an opponent in the rounds that were paired one by one, and why: a bye gives
    points. Only of rounds that are played out, which can no longer be taken back. The byes of all
    other formats follow from the draw."""
    formats = [name for name, format_ in FORMATS.items() if isinstance(format_, RoundByRound)]
    pairings = Pairing.objects.filter(event=event)
    open_rounds = pairings.still_open().values("round")
    played_rounds = pairings.filter(match__version__gt=0).values("round")
    byes = pairings.filter(
        state=Pairing.State.BYE,
        round__in=played_rounds,
        round__group__stage__format__in=formats,
        slots__entry__isnull=False,
    ).exclude(round__in=open_rounds)
    rows = byes.without_play_offs().values_list(
        "pk", "code", "round__group__stage__number", "absence", "slots__entry_id"
    )
    items: dict[str, Any] = {}
    for pk, code, stage, absence, entry in rows:
        item = {"stage": stage, "pairing": code, "entry": entry, "absence": absence}
        items[f"bye:{pk}"] = item
    return items
