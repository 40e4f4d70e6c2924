"""What an anchor covers of the draws of an event, and of the stages that were drawn."""

from typing import Any

from competition.trust.anchors import Items
from tournaments.models import Draw, Event, Stage
from tournaments.selectors.trust.anchored_columns import digest_columns, join_author


def list_draw_items(event: Event) -> Items:
    """In parts: what was committed to, what was held, and whether it was called off."""
    items: dict[str, dict[str, str | None]] = {}
    for draw in Draw.objects.filter(stage__event=event):
        committed_digest = digest_columns(
            draw, "stage_id", "number", "purpose", "format", "options", "constraints", "entries",
            "version", "commitment", "committed_at",
        )  # fmt: skip
        item = items[f"draw:{draw.pk}"] = {
            "promised": committed_digest,
            "held": None,
            "called_off": None,
        }
        if draw.state == Draw.State.HELD:
            item["held"] = digest_columns(draw, "secret", "word", "seed", "order", "held_at")
        if draw.state == Draw.State.CALLED_OFF:
            called_off_by = join_author(draw.called_off_by_kind, draw.called_off_by_id)
            item["called_off"] = digest_columns(
                draw, "called_off_at", "called_off_reason", called_off_by=called_off_by
            )
    return items


def list_stage_items(event: Event) -> Items:
    """How each drawn stage is played and takes its entries."""
    drawn_stages = Stage.objects.filter(
        event=event, draws__state=Draw.State.HELD, draws__purpose=Draw.Purpose.ORDER
    ).distinct()
    items: dict[str, dict[str, Any]] = {}
    for stage in drawn_stages:
        items[f"stage:{stage.pk}"] = {
            "number": stage.number,
            "play": digest_columns(stage, "format", "options", "constraints", "match_format"),
            "cut": digest_columns(stage, "cut"),
            "ranking": digest_columns(stage, "metrics", "ranking"),
        }
    return items
