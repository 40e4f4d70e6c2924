"""Notes for the desk that a phone and the sheet say different things."""

from collections.abc import Collection
from datetime import datetime

from accounts.actors import Actor, ActorKind
from database.text import strip_invisible_values
from database.transactions import atomic_with_retry
from scoring.acts import Act
from scoring.core.correction import ASIDE
from scoring.core.lines import SIGN
from scoring.models import Line
from tournaments.models import Pairing, SheetConflict
from tournaments.notices import tell_match
from tournaments.permissions import check_referees
from tournaments.refusals import NotFound
from tournaments.services.versions import check_written_to


@atomic_with_retry
def record_conflict(
    *, match_id: int, act: Act, actor: Actor, now: datetime
) -> SheetConflict | None:
    """Notes that a line of a phone was refused because others had its place, unless one of these
    says the same. Called after the transaction that refused it, which keeps nothing.

    Nothing is written for a line that is accepted: what settles a conflict is found when it is
    read (``open_conflicts``).
    """
    if actor.kind != ActorKind.TABLE:
        return None
    newer = list(Line.objects.filter(match=match_id, n__gt=act.version).order_by("n"))
    event_id = Pairing.objects.filter(match=match_id).values_list("event_id", flat=True).first()
    if event_id is None or not newer:
        return None
    if act.kind == SIGN:
        # A signature follows those of other sides by itself (static/js/pad/state/steps.js,
        # displace): it is in conflict with its own side's signature, and with any other line.
        side = act.data.get("side")
        is_conflict = any(line.kind != SIGN or line.data.get("side") == side for line in newer)
    else:
        contents = [_strip_aside(line.data) for line in newer if line.kind == act.kind]
        # The sheet has texts without their invisible characters, as ``write_line`` stores them.
        is_conflict = _strip_aside(strip_invisible_values(act.data)) not in contents
    if not is_conflict:
        return None
    conflict, is_new = SheetConflict.objects.get_or_create(
        match_id=match_id, device=actor.id, version=newer[-1].n, defaults={"met_at": now}
    )
    if is_new:
        tell_match(match_id, event_id, newer[-1].n, now)
    return conflict


def _strip_aside(data: object) -> dict[str, object]:
    """The content of a line without what the server adds to it."""
    assert isinstance(data, dict), "the content of a line is an object"
    return {name: value for name, value in data.items() if name != ASIDE}


@atomic_with_retry
def settle_conflict(*, conflict: SheetConflict, actor: Actor, now: datetime) -> list[int]:
    """Says at the desk that a conflict is settled, with the earlier ones of this phone on this
    sheet; the first answer stays. Returns the ids of those that were open.

    Raises NotAllowed, NotFound, EventStateRefused.
    """
    pairing = _find_pairing(conflict, actor)
    rows = SheetConflict.objects.select_for_update(no_key=True).filter(
        match=conflict.match_id, device=conflict.device, settled_at__isnull=True
    )
    settled_ids = []
    for row in rows.order_by("pk"):
        row.settled_at, row.settled_by = now, actor
        row.save(update_fields=["settled_at", "settled_by_kind", "settled_by_id"])
        tell_match(row.match_id, pairing.event_id, row.version, now)
        settled_ids.append(row.pk)
    return settled_ids


@atomic_with_retry
def reopen_conflicts(
    *, conflict: SheetConflict, ids: Collection[int], actor: Actor, now: datetime
) -> None:
    """Conflicts of the phone of ``conflict`` that were settled by mistake wait for a decision
    again. Raises NotAllowed, NotFound, EventStateRefused."""
    pairing = _find_pairing(conflict, actor)
    rows = SheetConflict.objects.select_for_update(no_key=True).filter(
        pk__in=ids, match=conflict.match_id, device=conflict.device, settled_at__isnull=False
    )
    for row in rows.order_by("pk"):
        row.settled_at, row.settled_by_kind, row.settled_by_id = None, "", ""
        row.save(update_fields=["settled_at", "settled_by_kind", "settled_by_id"])
        tell_match(row.match_id, pairing.event_id, row.version, now)


def _find_pairing(conflict: SheetConflict, actor: Actor) -> Pairing:
    """The pairing on whose sheet a conflict is settled. Raises NotAllowed, NotFound,
    EventStateRefused."""
    pairing = (
        Pairing.objects.select_related("event", "round").filter(match=conflict.match_id).first()
    )
    if pairing is None:
        raise NotFound
    check_referees(actor, pairing)
    check_written_to(pairing.event)
    return pairing
