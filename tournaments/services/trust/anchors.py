"""Makes anchors, and the key that signs them."""

import os
import secrets
from datetime import datetime
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from accounts.actors import Actor
from competition.trust.anchors import (
    START,
    AnchorStatement,
    compute_anchor_digest,
    find_changed_items,
    join_items,
    sign_statement,
)
from database.transactions import atomic_with_retry
from scoring.sheets import instant
from tournaments.models import Anchor, Event
from tournaments.permissions import Right, check
from tournaments.selectors.trust.anchored_items import read_items
from tournaments.selectors.trust.anchors import (
    count_reached,
    find_last_anchor,
    list_anchors_of_event,
    list_events_to_anchor,
)
from tournaments.services.versions import lock_event_in_any_state

KEY_BYTES = 32


def load_signing_key(path: Path) -> Ed25519PrivateKey:
    """The installation's private key (64 hex digits); the first process that asks makes it. The
    file is complete when it appears under its name, and only its owner can read it."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        # Containers that share the folder may have equal process ids.
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(Ed25519PrivateKey.generate().private_bytes_raw().hex())
            file.flush()
            os.fsync(file.fileno())
        # A link, and not a rename, which would replace the key of another process.
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # Another process was first: its key counts.
        finally:
            draft.unlink()
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(path.read_text("ascii").strip()))


def format_public_key(key: Ed25519PrivateKey) -> str:
    """The public key in hex, as it is published."""
    return key.public_key().public_bytes_raw().hex()


@atomic_with_retry
def make_anchor(*, event: Event, key: Ed25519PrivateKey, now: datetime) -> Anchor:
    """Anchors all that is recorded of an event by now; the last anchor, where nothing has been
    recorded since. Results do not wait for it: they never take the event's row."""
    event = lock_event_in_any_state(event.pk)
    earlier_anchors = list(list_anchors_of_event(event))
    last_of_event: Anchor | None = None
    if earlier_anchors:
        last_of_event = earlier_anchors[-1]
    # Every anchor has only what differs from all before it, so that it stays small.
    anchored = join_items(earlier_anchor.changes for earlier_anchor in earlier_anchors)
    changes = find_changed_items(anchored, read_items(event))
    reached = count_reached(event)
    if last_of_event is not None and not changes:
        if last_of_event.reached != reached:
            Anchor.objects.filter(pk=last_of_event.pk).update(reached=reached)
        return last_of_event
    # Each anchor has the digest of the one before: so none can be changed or left out unnoticed.
    number, previous = 1, START
    if last_of_event is not None:
        number, previous = last_of_event.number + 1, last_of_event.digest
    digest = compute_anchor_digest(
        event=str(event.pk), number=number, at=instant(now), previous=previous, changes=changes
    )
    statement = AnchorStatement(str(event.pk), number, instant(now), digest)
    return Anchor.objects.create(
        event=event,
        number=number,
        at=now,
        reached=reached,
        previous=previous,
        changes=changes,
        digest=digest,
        signature=sign_statement(statement, key),
        key=format_public_key(key),
    )


@atomic_with_retry
def request_anchor(
    *, event: Event, actor: Actor, key: Ed25519PrivateKey, now: datetime
) -> Anchor | None:
    """A new anchor at the request of an organizer; None where nothing has been recorded since the
    last one. Raises NotAllowed."""
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    # Another request may make one meanwhile: they are counted under the lock of the event.
    lock_event_in_any_state(event.pk)
    last_of_event = find_last_anchor(event)
    anchor = make_anchor(event=event, key=key, now=now)
    if anchor == last_of_event:
        return None
    return anchor


def anchor_due_events(*, key: Ed25519PrivateKey, now: datetime) -> list[Anchor]:
    """Anchors every event in which a draw was held or a round ended since its last anchor, or that
    has ended itself."""
    new_anchors = []
    for event in list_events_to_anchor(now):
        last_of_event = find_last_anchor(event)
        if last_of_event is None or last_of_event.reached != count_reached(event):
            new_anchors.append(make_anchor(event=event, key=key, now=now))
    return new_anchors
