"""What an anchor covers: sheets, matches, byes, draws and rulings of an event as they are now."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from competition.formats import FORMATS
from competition.formats.round_by_round import RoundByRound
from competition.trust.anchors import Items
from kernel.canonical import digest
from scoring.models import Match
from scoring.sheets import instant
from tournaments.models import (
    Draw,
    DrawChange,
    EntryPlayer,
    Event,
    Pairing,
    Penalty,
    PendingDecision,
    Protest,
    RegulationVersion,
    Stage,
    VoidedMatch,
)

NAMES = Event.Names
# The columns that anchors cover. One that is added here makes all rows differ from older anchors.
DECISION_COLUMNS = (
    "kind", "stage_id", "pairing_id", "comes", "goes", "changed", "round", "decision", "reason",
    "decided_at",
)  # fmt: skip
VOIDED_MATCH_COLUMNS = (
    "pairing_id", "match_id", "reason", "author_kind", "author_id", "at", "seats",
)  # fmt: skip
DRAW_CHANGE_COLUMNS = (
    "draw_id", "number", "kind", "round", "entry_id", "other_id", "reason", "author_kind",
    "author_id", "at", "undoes_id", "agreed", "matches",
)  # fmt: skip
REGULATION_COLUMNS = ("number", "facts", "reason", "author_kind", "author_id", "made_at")


def read_items(event: Event) -> dict[str, Any]:
    """All current items of an event, with names as the event shows them."""
    items: dict[str, Any] = {}
    # Of each sheet the number of its lines and the head of its chain: a prefix, to which lines may
    # be added.
    matches = Match.objects.filter(version__gt=0)
    current_matches = matches.filter(pairing__event=event)
    voided_matches = matches.filter(set_aside__pairing__event=event)
    for sheets in (current_matches, voided_matches):
        for pk, version, head in sheets.values_list("pk", "version", "head"):
            items[f"sheet:{pk}"] = [version, head]

    items |= _list_match_items(event)
    items |= _list_bye_items(event)
    items |= _list_draw_items(event)
    items |= _list_stage_items(event)
    items |= _list_penalty_items(event)
    # Only those that were decided: open ones come and go with the results.
    decisions = PendingDecision.objects.filter(event=event).exclude(decision="")
    items |= _digest_rows("pending", decisions, DECISION_COLUMNS, later_author="decided_by")
    voided = VoidedMatch.objects.filter(pairing__event=event)
    items |= _digest_rows("set_aside", voided, VOIDED_MATCH_COLUMNS)
    # What was changed by hand after the draws.
    changes = DrawChange.objects.filter(draw__stage__event=event)
    items |= _digest_rows("change", changes, DRAW_CHANGE_COLUMNS)
    items |= _list_protest_items(event)
    # The published versions of the regulation. Which one is in force is not covered: play may begin
    # after an anchor, and a stage may be drawn again.
    regulations = RegulationVersion.objects.filter(event=event)
    items |= _digest_rows("regulation", regulations, REGULATION_COLUMNS)

    # Only of entries that sit at a match is it anchored who they are: others may still change.
    seated_entries: set[int] = set()
    for key, value in items.items():
        if key.startswith("match:"):
            seated_entries.update(entry for entry in value["seats"] if entry is not None)
    for key, value in describe_entries(event).items():
        if int(key.removeprefix("entry:")) in seated_entries:
            items[key] = {part: value[part] for part in ("players", "club", event.names)}
    return items


def _list_match_items(event: Event) -> Items:
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


def _list_bye_items(event: Event) -> Items:
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


def _list_draw_items(event: Event) -> Items:
    """In parts: what was committed to, what was held, and whether it was called off."""
    items: dict[str, dict[str, str | None]] = {}
    for draw in Draw.objects.filter(stage__event=event):
        committed_digest = _digest_row(
            draw, "stage_id", "number", "purpose", "format", "options", "constraints", "entries",
            "version", "commitment", "committed_at",
        )  # fmt: skip
        item = items[f"draw:{draw.pk}"] = {
            "promised": committed_digest,
            "held": None,
            "called_off": None,
        }
        if draw.state == Draw.State.HELD:
            item["held"] = _digest_row(draw, "secret", "word", "seed", "order", "held_at")
        if draw.state == Draw.State.CALLED_OFF:
            called_off_by = _join_author(draw.called_off_by_kind, draw.called_off_by_id)
            item["called_off"] = _digest_row(
                draw, "called_off_at", "called_off_reason", called_off_by=called_off_by
            )
    return items


def _list_stage_items(event: Event) -> Items:
    """How each drawn stage is played and takes its entries."""
    drawn_stages = Stage.objects.filter(
        event=event, draws__state=Draw.State.HELD, draws__purpose=Draw.Purpose.ORDER
    ).distinct()
    items: dict[str, dict[str, Any]] = {}
    for stage in drawn_stages:
        items[f"stage:{stage.pk}"] = {
            "number": stage.number,
            "play": _digest_row(stage, "format", "options", "constraints", "match_format"),
            "cut": _digest_row(stage, "cut"),
            "ranking": _digest_row(stage, "metrics", "ranking"),
        }
    return items


def _list_penalty_items(event: Event) -> Items:
    """In parts: what was given, and whether it was cancelled."""
    items: dict[str, dict[str, str | None]] = {}
    for penalty in Penalty.objects.filter(event=event):
        given_digest = _digest_row(
            penalty, "stage_id", "entry_id", "kind", "points", "metric", "voids", "article",
            "reason", "author_kind", "author_id", "given_at",
        )  # fmt: skip
        item = items[f"penalty:{penalty.pk}"] = {"given": given_digest, "cancelled": None}
        if penalty.cancelled_at is not None:
            cancelled_by = _join_author(penalty.cancelled_by_kind, penalty.cancelled_by_id)
            item["cancelled"] = _digest_row(
                penalty, "cancelled_at", "cancelled_reason", cancelled_by=cancelled_by
            )
    return items


def _list_protest_items(event: Event) -> Items:
    """In parts: what was filed, and what was decided. Without the pairing, which is deleted with a
    round that is taken back."""
    items: dict[str, dict[str, str | None]] = {}
    for protest in Protest.objects.filter(event=event):
        filed_digest = _digest_row(
            protest, "entry_id", "article", "text", "author_kind", "author_id", "filed_at"
        )
        item = items[f"protest:{protest.pk}"] = {"filed": filed_digest, "decided": None}
        if protest.decision:
            decided_by = _join_author(protest.decided_by_kind, protest.decided_by_id)
            item["decided"] = _digest_row(
                protest, "decision", "decision_reason", "decided_at", decided_by=decided_by
            )
    return items


def describe_entries(event: Event) -> Mapping[str, dict[str, Any]]:
    """Who each entry is: the digests of its names in both ways in which an event shows them."""
    rows = EntryPlayer.objects.filter(event=event).order_by("entry_id", "position")
    players: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    clubs: dict[int, str] = {}
    for entry, club, player, first_name, last_name in rows.values_list(
        "entry_id", "entry__club_name", "player_id", "player__first_name", "player__last_name"
    ):
        players[entry].append((player, first_name, last_name))
        clubs[entry] = club
    described: dict[str, dict[str, Any]] = {}
    for entry, names in players.items():
        described[f"entry:{entry}"] = {
            "players": [player for player, _first, _last in names],
            "club": clubs[entry],
            NAMES.FULL.value: digest([[first, last] for _player, first, last in names]),
            NAMES.INITIAL.value: digest([[first, last[:1]] for _player, first, last in names]),
        }
    return described


def _join_author(kind: str, id_: str) -> str:
    """The author of a later act as anchors have always covered it: in one text, empty for none.
    Made from the columns as they are: a kind that does not exist is a fault to find."""
    if not kind:
        return ""
    return f"{kind} {id_}"


def _digest_rows(
    kind: str, rows: Iterable[Any], names: Sequence[str], *, later_author: str = ""
) -> Items:
    """The digests of these columns of each row, by kind and id. ``later_author``: the author of a
    later act on the row, which is covered as well."""
    items: dict[str, str] = {}
    for row in rows:
        more: dict[str, str] = {}
        if later_author:
            author_kind = getattr(row, f"{later_author}_kind")
            more[later_author] = _join_author(author_kind, getattr(row, f"{later_author}_id"))
        items[f"{kind}:{row.pk}"] = _digest_row(row, *names, **more)
    return items


def _digest_row(row: Any, *names: str, **more: str) -> str:
    """The digest of these columns of a row, and of ``more`` values by their names."""
    # A moment is written as sheets write it: in UTC and with all digits, whatever the database.
    document: dict[str, Any] = {**more}
    for name in names:
        value = getattr(row, name)
        if hasattr(value, "astimezone"):
            value = instant(value)
        document[name] = value
    return digest(document)
