"""What an anchor covers: sheets, matches, byes, draws and rulings of an event as they are now."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from kernel.canonical import digest
from scoring.models import Match
from tournaments.models import (
    DrawChange,
    EntryPlayer,
    Event,
    PendingDecision,
    RegulationVersion,
    VoidedMatch,
)
from tournaments.selectors.trust.anchored_columns import digest_rows
from tournaments.selectors.trust.anchored_draws import list_draw_items, list_stage_items
from tournaments.selectors.trust.anchored_matches import list_bye_items, list_match_items
from tournaments.selectors.trust.anchored_rulings import list_penalty_items, list_protest_items

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

    items |= list_match_items(event)
    items |= list_bye_items(event)
    items |= list_draw_items(event)
    items |= list_stage_items(event)
    items |= list_penalty_items(event)
    # Only those that were decided: open ones come and go with the results.
    decisions = PendingDecision.objects.filter(event=event).exclude(decision="")
    items |= digest_rows("pending", decisions, DECISION_COLUMNS, later_author="decided_by")
    voided = VoidedMatch.objects.filter(pairing__event=event)
    items |= digest_rows("set_aside", voided, VOIDED_MATCH_COLUMNS)
    # What was changed by hand after the draws.
    changes = DrawChange.objects.filter(draw__stage__event=event)
    items |= digest_rows("change", changes, DRAW_CHANGE_COLUMNS)
    items |= list_protest_items(event)
    # The published versions of the regulation. Which one is in force is not covered: play may begin
    # after an anchor, and a stage may be drawn again.
    regulations = RegulationVersion.objects.filter(event=event)
    items |= digest_rows("regulation", regulations, REGULATION_COLUMNS)

    # Only of entries that sit at a match is it anchored who they are: others may still change.
    seated_entries: set[int] = set()
    for key, value in items.items():
        if key.startswith("match:"):
            seated_entries.update(entry for entry in value["seats"] if entry is not None)
    for key, value in describe_entries(event).items():
        if int(key.removeprefix("entry:")) in seated_entries:
            items[key] = {part: value[part] for part in ("players", "club", event.names)}
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
