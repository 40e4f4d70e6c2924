"""Compares anchors with one another, with given ones, and with what is there now."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from competition.trust.anchors import (
    START,
    AnchorRecord,
    ShortAnchor,
    compute_record_digest,
    find_differing_parts,
    find_signing_key,
    is_signed,
    join_items,
    shorten_anchor,
)
from competition.trust.faults import Fault
from tournaments.models import Anchor, Event, PendingDecision
from tournaments.selectors.registration.heirs import Heirs, find_heir, find_heirs, load_heirs
from tournaments.selectors.trust.anchored_items import describe_entries, read_items
from tournaments.selectors.trust.anchored_lines import find_anchored_line_faults
from tournaments.selectors.trust.anchors import (
    list_anchors_of_event,
    make_anchor_record,
    make_anchor_statement,
)


def find_anchor_faults(event: Event) -> Iterator[Fault]:
    """The stored anchors of an event: each by itself, and all against what is there now."""
    records = [make_anchor_record(anchor) for anchor in list_anchors_of_event(event)]
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
        if record.previous != previous or compute_record_digest(record) != statement.digest:
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
    now |= describe_entries(event)
    heirs = load_heirs(event)
    # The two entries of each exchange that was decided about the cuts of the event.
    exchanged: list[set[int]] = []
    for decision in PendingDecision.objects.filter(
        event=event,
        kind=PendingDecision.Kind.CUT_MOVED,
        decision=PendingDecision.Decision.SWAPPED,
    ):
        pairs = zip(decision.comes, decision.goes, strict=False)
        exchanged += [set(find_heirs(pair, heirs)) for pair in pairs]
    matches: list[int] = []
    for key, value in sorted(anchored.items()):
        if key.startswith("sheet:"):
            matches.append(int(key.removeprefix("sheet:")))
            continue
        current = now.get(key)
        if current is None:
            yield _item_fault("anchored_item_missing", key, value, [])
            continue
        anchored_item = _name_by_heirs(key, value, heirs)
        current = _name_by_heirs(key, current, heirs)
        # Who had a bye may have changed places since, by a decision about the cut.
        if key.startswith("bye:") and {anchored_item["entry"], current["entry"]} in exchanged:
            current["entry"] = anchored_item["entry"]
        if parts := find_differing_parts(anchored_item, current):
            yield _item_fault("anchored_item_differs", key, value, parts)
    yield from find_anchored_line_faults(sorted(matches), records, anchored)


def _name_by_heirs(key: str, value: Any, heirs: Heirs) -> Any:
    """An item with its entries named by who plays in their place. An entry that was replaced since
    sits at its matches and byes under its heir: that is no fault."""
    # An empty seat is None, which has no heir.
    if key.startswith("match:"):
        return {**value, "seats": [find_heir(entry, heirs) for entry in value["seats"]]}
    if key.startswith("bye:"):
        return {**value, "entry": find_heir(value["entry"], heirs)}
    return value


def _item_fault(code: str, key: str, value: Any, parts: Sequence[str]) -> Fault:
    detail: dict[str, Any] = {"item": key}
    if parts:
        detail["parts"] = list(parts)
    if key.startswith("bye:"):
        return Fault(code, value["stage"], value["pairing"], detail=detail)
    if not key.startswith("match:"):
        return Fault(code, detail=detail)
    return Fault(code, value["stage"], value["pairing"], int(key[len("match:") :]), detail)


def find_key_faults(
    event: Event, records: Iterable[AnchorRecord], known_keys: Collection[str]
) -> Iterator[Fault]:
    """Anchors, stored or given, that were signed with keys that are not known: older keys of the
    installation, or those of a forger. Only a person can tell, who compares the key with the one
    that was noted down. One fault a key."""
    numbers_and_keys = list(Anchor.objects.filter(event=event).values_list("number", "key"))
    numbers_and_keys += [(record.statement.number, record.key) for record in records]
    numbers_by_key: dict[str, set[int]] = defaultdict(set)
    for number, key in numbers_and_keys:
        if key and key not in known_keys:
            numbers_by_key[key].add(number)
    for key, numbers in sorted(numbers_by_key.items()):
        yield Fault("anchor_of_another_key", detail={"key": key, "anchors": sorted(numbers)})


def with_signing_key(
    event: Event, record: AnchorRecord, known_keys: Collection[str]
) -> AnchorRecord:
    """A given anchor with the key that has signed it: a known one, the one that it names, or one
    that the stored anchors name. Empty if none of them has."""
    stored_keys = Anchor.objects.filter(event=event).values_list("key", flat=True)
    keys = dict.fromkeys((*known_keys, record.key, *stored_keys))
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
    stored_anchor = list_anchors_of_event(event).filter(number=statement.number).first()
    if stored_anchor is None:
        yield Fault("anchor_missing", detail={**detail, "at": statement.at})
    elif make_anchor_statement(stored_anchor) != statement:
        different = {"stored": stored_anchor.digest, "printed": statement.digest}
        yield Fault("anchor_replaced", detail={**detail, "at": statement.at, **different})


def find_faults_against_short(event: Event, short: ShortAnchor) -> Iterator[Fault]:
    """As ``find_faults_against``, for the short form, which has no signature: the stored anchor of
    that number must have this digest."""
    detail: dict[str, Any] = {"anchor": short.number}
    stored_anchor = (
        list_anchors_of_event(event).defer("changes").filter(number=short.number).first()
    )
    if stored_anchor is None:
        yield Fault("anchor_missing", detail=detail)
    elif shorten_anchor(make_anchor_statement(stored_anchor)) != short:
        different = {"stored": stored_anchor.digest, "printed": short.digest}
        yield Fault("anchor_replaced", detail={**detail, **different})
