"""Reads what is anchored of an event, and compares anchors with what is there now."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet

from competition.trust.anchors import (
    SHORT_EVENT,
    START,
    AnchorRecord,
    AnchorStatement,
    Items,
    ShortAnchor,
    anchor_text,
    differing_parts,
    digest_of_record,
    find_signing_key,
    is_signed,
    join_items,
    shorten_anchor,
)
from competition.trust.faults import Fault
from kernel.canonical import digest
from scoring.models import Line, Match
from scoring.selectors import broken_at
from scoring.sheets import instant
from tournaments.models import (
    Anchor,
    Draw,
    DrawChange,
    Entry,
    EntryPlayer,
    Event,
    Pairing,
    Penalty,
    PendingDecision,
    Protest,
    RegulationVersion,
    Round,
    Stage,
    VoidedMatch,
)
from tournaments.selectors.stages.brackets import CLOSED

NAMES = Event.Names


def anchors_of(event: Event) -> QuerySet[Anchor]:
    """The anchors of an event, the first first."""
    return Anchor.objects.filter(event=event).order_by("number")


def last_anchor(event: Event) -> Anchor | None:
    """The last one, without its content. One query."""
    return Anchor.objects.filter(event=event).defer("changes").order_by("-number").first()


def statement_of(anchor: Anchor) -> AnchorStatement:
    """What its signature is about."""
    return AnchorStatement(str(anchor.event_id), anchor.number, instant(anchor.at), anchor.digest)


def text_of_anchor(anchor: Anchor) -> str:
    """The text of its QR code."""
    return anchor_text(statement_of(anchor), anchor.signature)


def record_of_anchor(anchor: Anchor) -> AnchorRecord:
    """An anchor with its content."""
    return AnchorRecord(
        statement_of(anchor), anchor.previous, anchor.changes, anchor.signature, anchor.key
    )


def count_reached(event: Event) -> int:
    """How many draws were held and rounds played out. Two queries."""
    draws = Draw.objects.filter(stage__event=event, state=Draw.State.HELD).count()
    rounds = Round.objects.filter(group__stage__event=event)
    open_rounds = Pairing.objects.filter(event=event).exclude(state__in=CLOSED).values("round")
    return draws + rounds.exclude(pk__in=open_rounds).count()


def read_items(event: Event) -> dict[str, Any]:
    """All current items of an event, with names as the event shows them."""
    items = {
        **_list_sheet_items(event),
        **_list_match_items(event),
        **_list_draw_items(event),
        **_list_stage_items(event),
    }
    items |= {
        **_list_penalty_items(event),
        **_list_decision_items(event),
        **_list_voided_items(event),
        **_list_change_items(event),
        **_list_protest_items(event),
        **_list_regulation_items(event),
    }
    # Only of entries that sit at a match is it anchored who they are: others may still change.
    seated: set[int] = set()
    for key, value in items.items():
        if key.startswith("match:"):
            seated.update(entry for entry in value["seats"] if entry is not None)
    for key, value in _describe_entries(event).items():
        if int(key.removeprefix("entry:")) in seated:
            items[key] = {part: value[part] for part in ("players", "club", event.names)}
    return items


def _list_sheet_items(event: Event) -> Items:
    """Of each sheet the number of its lines and the head of its chain: a prefix, to which lines may
    be added."""
    rows = Match.objects.filter(version__gt=0)
    played = rows.filter(pairing__event=event).values_list("pk", "version", "head")
    aside = rows.filter(set_aside__pairing__event=event).values_list("pk", "version", "head")
    return {f"sheet:{pk}": [version, head] for pk, version, head in (*played, *aside)}


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
    for voided in voided_matches.select_related("pairing__round__group__stage", "match"):
        pairing = voided.pairing
        items[f"match:{voided.match_id}"] = _make_match_item(
            pairing.round.group.stage.number, pairing.code, voided.match.format, voided.seats
        )
    return items


def _make_match_item(
    stage: int, pairing: str, format_: Any, seats: list[int | None]
) -> dict[str, Any]:
    return {"stage": stage, "pairing": pairing, "format": digest(format_), "seats": seats}


def _list_draw_items(event: Event) -> Items:
    """In parts: what was promised, what was held, and whether it was called off."""
    items = {}
    for draw in Draw.objects.filter(stage__event=event):
        promised = _digest_row(
            draw, "stage_id", "number", "purpose", "format", "options", "constraints", "entries",
            "version", "commitment", "committed_at",
        )  # fmt: skip
        held = _digest_row(draw, "secret", "word", "seed", "order", "held_at")
        off = _digest_row(
            draw,
            "called_off_at",
            "called_off_reason",
            called_off_by=_join_author(draw.called_off_by_kind, draw.called_off_by_id),
        )
        items[f"draw:{draw.pk}"] = {
            "promised": promised,
            "held": held if draw.state == Draw.State.HELD else None,
            "called_off": off if draw.state == Draw.State.CALLED_OFF else None,
        }
    return items


def _list_stage_items(event: Event) -> Items:
    """How each drawn stage is played and takes its entries."""
    drawn = Stage.objects.filter(
        event=event, draws__state=Draw.State.HELD, draws__purpose=Draw.Purpose.ORDER
    ).distinct()
    return {
        f"stage:{stage.pk}": {
            "number": stage.number,
            "play": _digest_row(stage, "format", "options", "constraints", "match_format"),
            "cut": _digest_row(stage, "cut"),
            "ranking": _digest_row(stage, "metrics", "ranking"),
        }
        for stage in drawn
    }


def _list_penalty_items(event: Event) -> Items:
    return {
        f"penalty:{penalty.pk}": {
            "given": _digest_row(
                penalty, "stage_id", "entry_id", "kind", "points", "metric", "voids", "article",
                "reason", "author_kind", "author_id", "given_at",
            ),
            "cancelled": penalty.cancelled_at
            and _digest_row(
                penalty, "cancelled_at", "cancelled_reason",
                cancelled_by=_join_author(penalty.cancelled_by_kind, penalty.cancelled_by_id),
            ),
        }
        for penalty in Penalty.objects.filter(event=event)
    }  # fmt: skip


def _list_decision_items(event: Event) -> Items:
    """Those that were decided; open ones come and go with the results."""
    return {
        f"pending:{pending.pk}": _digest_row(
            pending, "kind", "stage_id", "pairing_id", "comes", "goes", "changed", "round",
            "decision", "reason", "decided_at",
            decided_by=_join_author(pending.decided_by_kind, pending.decided_by_id),
        )
        for pending in PendingDecision.objects.filter(event=event).exclude(decision="")
    }  # fmt: skip


def _list_voided_items(event: Event) -> Items:
    names = ("pairing_id", "match_id", "reason", "author_kind", "author_id", "at", "seats")
    voided_matches = VoidedMatch.objects.filter(pairing__event=event)
    return {f"set_aside:{voided.pk}": _digest_row(voided, *names) for voided in voided_matches}


def _list_change_items(event: Event) -> Items:
    """What was changed by hand after the draws."""
    names = (
        "draw_id", "number", "kind", "round", "entry_id", "other_id", "reason", "author_kind",
        "author_id", "at", "undoes_id", "agreed", "matches",
    )  # fmt: skip
    changes = DrawChange.objects.filter(draw__stage__event=event)
    return {f"change:{change.pk}": _digest_row(change, *names) for change in changes}


def _list_protest_items(event: Event) -> Items:
    """In parts: what was filed, and what was decided. Without the pairing, which is deleted with a
    round that is taken back."""
    items = {}
    for protest in Protest.objects.filter(event=event):
        filed = _digest_row(
            protest, "entry_id", "article", "text", "author_kind", "author_id", "filed_at"
        )
        decided = protest.decision and _digest_row(
            protest, "decision", "decision_reason", "decided_at",
            decided_by=_join_author(protest.decided_by_kind, protest.decided_by_id),
        )  # fmt: skip
        items[f"protest:{protest.pk}"] = {"filed": filed, "decided": decided or None}
    return items


def _list_regulation_items(event: Event) -> Items:
    """The published versions of the regulation. Which one is in force is not covered: play may
    begin after an anchor, and a stage may be drawn again."""
    names = ("number", "facts", "reason", "author_kind", "author_id", "made_at")
    versions = RegulationVersion.objects.filter(event=event)
    return {f"regulation:{version.pk}": _digest_row(version, *names) for version in versions}


def _describe_entries(event: Event) -> Mapping[str, dict[str, Any]]:
    """Who each entry is: the digests of its names in both ways in which an event shows them."""
    rows = EntryPlayer.objects.filter(event=event).order_by("entry_id", "position")
    players: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    clubs: dict[int, str] = {}
    for entry, club, player, first, last in rows.values_list(
        "entry_id", "entry__club_name", "player_id", "player__first_name", "player__last_name"
    ):
        players[entry].append((player, first, last))
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
    return f"{kind} {id_}" if kind else ""


def _digest_row(row: Any, *names: str, **more: str) -> str:
    """The digest of these columns of a row, and of ``more`` values by their names."""
    values = {name: getattr(row, name) for name in names} | more
    document: dict[str, Any] = {}
    for name, value in values.items():
        is_moment = hasattr(value, "astimezone")
        document[name] = instant(value) if is_moment else value
    return digest(document)


def find_anchor_faults(event: Event) -> Iterator[Fault]:
    """The stored anchors of an event: each by itself, and all against what is there now."""
    records = [record_of_anchor(anchor) for anchor in anchors_of(event)]
    yield from find_record_faults(records)
    yield from find_item_faults(event, records)


def find_record_faults(records: Sequence[AnchorRecord]) -> Iterator[Fault]:
    """Anchors that are not what was signed with the key that they name, or do not follow one
    another."""
    previous = START
    for number, record in enumerate(records, start=1):
        statement = record.statement
        if statement.number != number:
            yield Fault("anchor_missing", detail={"anchor": number})
            return
        if record.previous != previous or digest_of_record(record) != statement.digest:
            yield Fault("anchor_differs", detail={"anchor": number})
        elif not is_signed(statement, record.signature, record.key):
            yield Fault("anchor_signature", detail={"anchor": number})
        previous = statement.digest


def find_item_faults(event: Event, records: Sequence[AnchorRecord]) -> Iterator[Fault]:
    """Whatever was anchored and is otherwise now. Lines, draws and rulings that came later are no
    fault."""
    anchored = join_items(record.changes for record in records)
    if not anchored:
        return
    now = read_items(event)
    now |= _describe_entries(event)
    replaced = Entry.objects.filter(event=event, replaced_by__isnull=False)
    heirs = dict(replaced.values_list("pk", "replaced_by_id"))
    for key, value in sorted(anchored.items()):
        if key.startswith("sheet:"):
            yield from _find_sheet_faults(int(key.removeprefix("sheet:")), records, anchored)
            continue
        current = now.get(key)
        if current is None:
            yield _item_fault("anchored_item_missing", key, value, [])
            continue
        compared = [value, current]
        # An entry that was replaced since sits at its matches under its heir: that is no fault.
        if key.startswith("match:"):
            compared = [{**item, "seats": _with_heirs(item["seats"], heirs)} for item in compared]
        if parts := differing_parts(*compared):
            yield _item_fault("anchored_item_differs", key, value, parts)


def _with_heirs(seats: Sequence[int | None], heirs: Mapping[int, int]) -> list[int | None]:
    return [None if entry is None else _heir_of(entry, heirs) for entry in seats]


def _heir_of(entry: int, heirs: Mapping[int, int]) -> int:
    """The entry that finally replaced an entry; damaged rows may form a cycle."""
    for _ in heirs:
        entry = heirs.get(entry, entry)
    return entry


def _item_fault(code: str, key: str, value: Any, parts: Sequence[str]) -> Fault:
    detail: dict[str, Any] = {"item": key}
    if parts:
        detail["parts"] = list(parts)
    if not key.startswith("match:"):
        return Fault(code, detail=detail)
    return Fault(code, value["stage"], value["pairing"], int(key[len("match:") :]), detail)


def _find_sheet_faults(
    match: int, records: Sequence[AnchorRecord], anchored: Items
) -> Iterator[Fault]:
    """The lines of a sheet up to each anchor. The first prefix that differs says between which
    lines the change is."""
    about = anchored.get(f"match:{match}", {})
    key = f"sheet:{match}"
    prefixes = [
        (record.statement.number, *record.changes[key])
        for record in records
        if key in record.changes
    ]
    lines = list(Line.objects.filter(match_id=match).order_by("n"))
    # Each anchor covers a prefix that is no shorter than the one before it.
    after = 0
    for number, count, head in prefixes:
        prefix = lines[:count]
        broken = broken_at(prefix)
        is_same = len(prefix) == count and broken is None and prefix[-1].digest == head
        if not is_same:
            detail = {"anchor": number, "after_line": after, "to_line": count, "broken": broken}
            stage, code = about.get("stage"), about.get("pairing", "")
            yield Fault("anchored_lines_differ", stage, code, match, detail)
            return
        after = count


def find_key_faults(
    event: Event, records: Iterable[AnchorRecord], known_keys: Collection[str]
) -> Iterator[Fault]:
    """Anchors, stored or given, that were signed with keys that are not known: older keys of the
    installation, or those of a forger. Only a person can tell, who compares the key with the one
    that was noted down. One fault a key."""
    stored = Anchor.objects.filter(event=event).values_list("number", "key")
    sequences_by_key: dict[str, set[int]] = defaultdict(set)
    for number, key in (*stored, *((record.statement.number, record.key) for record in records)):
        if key and key not in known_keys:
            sequences_by_key[key].add(number)
    for key, numbers in sorted(sequences_by_key.items()):
        yield Fault("anchor_of_another_key", detail={"key": key, "anchors": sorted(numbers)})


def with_signing_key(
    event: Event, record: AnchorRecord, known_keys: Collection[str]
) -> AnchorRecord:
    """A given anchor with the key that has signed it: a known one, the one that it names, or one
    that the stored anchors name. Empty if none of them has."""
    stored = Anchor.objects.filter(event=event).values_list("key", flat=True)
    keys = dict.fromkeys((*known_keys, record.key, *stored))
    return replace(record, key=find_signing_key(record.statement, record.signature, keys))


def find_faults_against(event: Event, record: AnchorRecord) -> Iterator[Fault]:
    """A given anchor against the stored ones: whether it was signed, and whether the anchor of that
    number is still the same. If the stored anchors are verified as well, nothing before it
    was changed."""
    statement = record.statement
    detail = {"anchor": statement.number}
    if not record.key:
        yield Fault("printed_anchor_signature", detail=detail)
        return
    stored = anchors_of(event).filter(number=statement.number).first()
    if stored is None:
        yield Fault("anchor_missing", detail={**detail, "at": statement.at})
    elif statement_of(stored) != statement:
        different = {"stored": stored.digest, "printed": statement.digest}
        yield Fault("anchor_replaced", detail={**detail, "at": statement.at, **different})


def find_events_of(short: ShortAnchor) -> list[Event]:
    """The events whose id begins as on the paper; if they are several, those that have this anchor,
    if any has. Two queries at most."""
    first, last = (UUID(short.event + digit * (32 - SHORT_EVENT)) for digit in "0f")
    events = list(Event.objects.filter(pk__range=(first, last)).order_by("created_at", "pk"))
    if len(events) < 2:
        return events
    anchors = Anchor.objects.filter(event__in=events, number=short.number)
    holders = set(
        anchors.filter(digest__startswith=short.digest).values_list("event_id", flat=True)
    )
    return [event for event in events if event.pk in holders] or events


def find_faults_against_short(event: Event, short: ShortAnchor) -> Iterator[Fault]:
    """As ``find_faults_against``, for the short form, which has no signature: the stored anchor of
    that number must have this digest."""
    detail: dict[str, Any] = {"anchor": short.number}
    stored = anchors_of(event).defer("changes").filter(number=short.number).first()
    if stored is None:
        yield Fault("anchor_missing", detail=detail)
    elif shorten_anchor(statement_of(stored)) != short:
        different = {"stored": stored.digest, "printed": short.digest}
        yield Fault("anchor_replaced", detail={**detail, **different})


def events_to_anchor(states: Sequence[str]) -> QuerySet[Event]:
    """Events in these states that have been drawn."""
    drawn = Draw.objects.filter(state=Draw.State.HELD).values("stage__event")
    return Event.objects.filter(state__in=states, pk__in=drawn).order_by(F("created_at"), "pk")
