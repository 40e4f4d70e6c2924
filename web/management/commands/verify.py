"""Verifies events without writing; exits with 1 if anything is not as it follows."""

import json
from argparse import ArgumentParser
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from competition.trust.anchor_exports import LARGEST_EXPORT, read_export
from competition.trust.anchors import (
    LONGEST_TEXT,
    AnchorRecord,
    AnchorUnreadable,
    ShortAnchor,
    read_printed_anchor,
)
from competition.trust.faults import Fault
from tournaments.models import Event
from tournaments.read_only import refuse_writes
from tournaments.selectors.trust.anchor_faults import (
    find_faults_against,
    find_faults_against_short,
    find_item_faults,
    find_key_faults,
    find_record_faults,
    with_signing_key,
)
from tournaments.selectors.trust.anchors import list_events_of_anchor
from tournaments.selectors.trust.verification import find_faults, find_matches_of_no_event
from tournaments.services.trust.anchors import format_public_key, load_signing_key
from wording.verification import describe_fault


@dataclass(frozen=True, slots=True)
class GivenAnchors:
    """What ``--against`` names: anchors with their signatures, or the short form of one. Empty
    without the option."""

    records: Sequence[AnchorRecord] = ()
    short: ShortAnchor | None = None

    @classmethod
    def read(cls, given: str) -> Self:
        """From a printed anchor, which is a record without content, or a short form, or from a file
        with one of these or with an export. Raises CommandError."""
        path = Path(given)
        try:
            # A text of a QR code can be longer than a name of a file may be.
            is_text_or_address = given.startswith("LABELLA1/") or "://" in given
            if len(given) < LONGEST_TEXT and not is_text_or_address and path.is_file():
                if path.stat().st_size > LARGEST_EXPORT:
                    raise CommandError("The file is too large for an export of anchors.")
                given = path.read_text(encoding="utf-8")
            if given.lstrip().startswith("{"):
                return cls(read_export(given).records)
            printed = read_printed_anchor(given)
        except (AnchorUnreadable, UnicodeDecodeError) as error:
            raise CommandError("This is no anchor: neither a text nor an export.") from error
        if isinstance(printed, ShortAnchor):
            return cls(short=printed)
        statement, signature = printed
        return cls([AnchorRecord(statement, "", {}, signature)])

    @property
    def is_empty(self) -> bool:
        return not self.records and self.short is None

    def list_events(self, event_id: UUID | None) -> list[Event]:
        """The events to verify: the one of these anchors, or those that were asked for. Raises
        CommandError."""
        # The short form names only the first digits of the id of its event.
        if self.short is not None and event_id is None:
            events = list_events_of_anchor(self.short)
            if len(events) > 1:
                raise CommandError("Several events begin like this: name one of them with --event.")
        else:
            wanted_id: str | None = None
            if self.records:
                wanted_id = self.records[0].statement.event
            elif event_id is not None:
                wanted_id = str(event_id)
            all_events = Event.objects.order_by("created_at", "pk")
            if wanted_id is None:
                return list(all_events)
            try:
                events = list(all_events.filter(pk=UUID(wanted_id)))
            except ValueError:
                events = []
        if not events:
            raise CommandError("There is no such event.")
        return events

    def compare(self, event: Event, known_keys: Collection[str]) -> Iterator[Fault]:
        """What is stored against the keys that are known, and against these anchors."""
        if self.short is not None:
            yield from find_key_faults(event, [], known_keys)
            yield from find_faults_against_short(event, self.short)
            return
        signed = [with_signing_key(event, record, known_keys) for record in self.records]
        yield from find_key_faults(event, signed, known_keys)
        for record in signed:
            yield from find_faults_against(event, record)
        # Records of an export name the digest before them; those of a paper have no content to
        # compare.
        if any(record.previous for record in signed):
            yield from find_record_faults(signed)
            yield from find_item_faults(event, signed)


class Command(BaseCommand):
    help = "Verify lines, sheets, matches, slots, draws, cuts and standings. Writes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--event", type=UUID, help="the id of one event; all without it")
        parser.add_argument("--json", action="store_true", help="one line of JSON a fault")
        parser.add_argument(
            "--against",
            help="an anchor: the text or the address of a printed QR code, the short form next to "
            "it, or a file with one of these or with an export",
        )
        parser.add_argument(
            "--key",
            action="append",
            help="a public key (hex) that you have noted down, once for each; without it, the key "
            "of this server",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        given_anchors = GivenAnchors()
        if options["against"]:
            given_anchors = GivenAnchors.read(options["against"])
        # A key is not made here: verification writes nothing, and a new key would have signed
        # nothing.
        known_keys: list[str] = []
        if options["key"]:
            known_keys = [key.strip().lower() for key in options["key"]]
        elif settings.ANCHOR_KEY_FILE.exists():
            known_keys = [format_public_key(load_signing_key(settings.ANCHOR_KEY_FILE))]
        with refuse_writes():
            events = given_anchors.list_events(options["event"])
            count = faults = 0
            for event in events:
                count += 1
                for fault in (*find_faults(event), *given_anchors.compare(event, known_keys)):
                    faults += 1
                    self._print(event, fault, as_json=options["json"])
            if not options["event"] and given_anchors.is_empty:
                for fault in find_matches_of_no_event():
                    faults += 1
                    self._print(None, fault, as_json=options["json"])
        if faults:
            raise CommandError(f"{count} events, {faults} faults")
        if not options["json"]:
            self.stdout.write(f"{count} events, no fault")

    def _print(self, event: Event | None, fault: Fault, *, as_json: bool) -> None:
        if as_json:
            event_id = None
            if event is not None:
                event_id = str(event.pk)
            self.stdout.write(json.dumps({"event": event_id, **fault.as_json()}, default=str))
            return
        # A sentence for people, and the numbers to look it up.
        sentence = f"{describe_fault(fault)} [{fault}]"
        if event is not None:
            sentence = f"event {event.pk}, {event}: {sentence}"
        self.stdout.write(sentence)
