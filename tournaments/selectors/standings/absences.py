"""Reads which entries do not play a round of a stage, and why."""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias, cast

from competition.plan import PlannedPairing
from tournaments.models import Absence, Entry, Stage

AbsenceKind: TypeAlias = Literal["half_bye", "absent"]
"""Why an entry does not play a round, apart from the bye that the pairing gives."""


def find_absences(
    stage: Stage, number: int, entries: Iterable[Entry], pairings: Sequence[PlannedPairing]
) -> dict[int, AbsenceKind]:
    """Entries that do not play a round, and why. For a paired round: those without an opponent,
    except by the bye; for the next one: those recorded as absent or out of the event."""
    absences: dict[int, AbsenceKind] = {}
    paired = [pairing for pairing in pairings if pairing.round == number]
    if paired:
        for pairing in paired:
            if not pairing.is_played and pairing.absence != "bye":
                absences |= dict.fromkeys(map(int, pairing.entries), pairing.absence)
        return absences

    announced = Absence.objects.filter(stage=stage, round=number).values_list("entry_id", "kind")
    for entry_id, kind in announced:
        absences[entry_id] = cast("AbsenceKind", kind)
    # Who is out of the event gets no half point any more, whatever was announced before.
    for entry in entries:
        if entry.state != Entry.State.ENTERED:
            absences[entry.pk] = "absent"
    return absences
