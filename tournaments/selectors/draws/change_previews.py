"""Reads what a change of a drawn bracket by hand would come to, and which changes are possible."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, QuerySet

from competition.draw.constraints import Constraints
from competition.plan import (
    Entrant,
    EntryId,
    PlannedPairing,
    Seated,
    count_main_rounds,
    index_slots,
)
from competition.stages.change_warnings import find_change_warnings
from competition.stages.hand_changes import HandChange, list_changed_pairings
from kernel.refusals import Refused
from kernel.violations import Violation
from tournaments.models import Entry, Event, Pairing, Slot, Stage
from tournaments.refusals import BracketChangeRefused
from tournaments.selectors.draws.changes import StageBrackets, is_knockout, load_brackets
from tournaments.selectors.registration.heirs import Heirs, find_heir, find_heirs, load_heirs
from tournaments.selectors.standings.fields import load_drawn_entries


@dataclass(frozen=True, slots=True)
class ChangePreview:
    """A change of a bracket that is possible by the plan: the brackets before and after it, and
    what it breaks. ``plans``: the pairings of both."""

    before: StageBrackets
    after: StageBrackets
    plans: tuple[Sequence[PlannedPairing], Sequence[PlannedPairing]]
    warnings: tuple[Violation, ...]

    @property
    def first_matches(self) -> list[PlannedPairing]:
        """The matches and byes with which entries begin otherwise than before."""
        before, after = self.plans
        slots_before = index_slots(before)
        changed_matches: list[PlannedPairing] = []
        for pairing in after:
            is_first_match = any(isinstance(slot, Seated) for slot in pairing.slots)
            if is_first_match and slots_before.get(pairing.id) != pairing.slots:
                changed_matches.append(pairing)
        return changed_matches

    @property
    def main_rounds(self) -> int:
        """How many rounds the main bracket has after the change."""
        return count_main_rounds(self.plans[1])


@dataclass(frozen=True, slots=True)
class FirstMatch:
    """Where an entry begins, and whether that can still be changed."""

    entry: int
    pairing: int
    code: str
    has_begun: bool
    """Whether a sheet of its first match, or of the one behind its bye, has a line."""
    has_bye: bool
    is_preliminary: bool


def require_brackets(stage: Stage, heirs: Heirs | None = None) -> StageBrackets:
    """The brackets of a stage as they are by now. Raises BracketChangeRefused for a stage that is
    no bracket, or not drawn yet."""
    try:
        brackets = load_brackets(stage, heirs)
    except Refused as refused:
        raise BracketChangeRefused(violations=refused.violations) from refused
    if brackets is None:
        raise BracketChangeRefused("no_drawn_bracket")
    return brackets


def preview_change(
    stage: Stage,
    change: HandChange,
    late: Entrant | None = None,
    before: StageBrackets | None = None,
) -> ChangePreview:
    """What a change would come to. ``late``: an entry of the change that is not entered yet;
    ``before``: the brackets, if they are loaded. Raises BracketChangeRefused if the bracket does
    not allow it, or a match has begun: the matches are locked and looked at again when it is
    stored."""
    heirs = load_heirs(stage.event)
    if before is None:
        before = require_brackets(stage, heirs)
    try:
        after = before.apply(change)
        plans = before.plan, after.plan
    except Refused as refused:
        raise BracketChangeRefused(violations=refused.violations) from refused
    # The change is refused if one of the pairings that it alters has begun; all others may have.
    changed = list_changed_pairings(*plans)
    pairings = Pairing.objects.filter(round__group__stage=stage, code__in=changed)
    versions = pairings.exclude(match=None).values_list("match_id", "match__version")
    rows = list(pairings.select_related("table").order_by("pk"))
    refuse_begun_matches(rows, dict(versions))
    # Sheets are never deleted: it is also refused if a pairing whose match was set aside once would
    # be a bye, or none at all. With one entry more a bracket may get another round of losers before
    # those that it has, and the rounds behind it have other pairings then.
    played_codes = {pairing.id for pairing in plans[1] if pairing.is_played}
    lost = [row.pk for row in rows if row.code not in played_codes]
    if lost:
        with_sheets = Pairing.objects.filter(pk__in=lost, set_aside__isnull=False)
        _refuse_begun(list(with_sheets.distinct()))
    constraints = Constraints.model_validate(stage.constraints)
    warnings = find_change_warnings(
        before.brackets,
        after.brackets,
        plans,
        _load_entrants(stage, heirs, late),
        clubs_apart=constraints.clubs_apart,
    )
    # Somebody may sit there with the cards in hand, and the first line may be on its way.
    for row in rows:
        if row.state == Pairing.State.CALLED and row.table is not None:
            warnings += (Violation("called_to_table", {"table": row.table.number}),)
    return ChangePreview(before, after, plans, warnings)


def _load_entrants(stage: Stage, heirs: Heirs, late: Entrant | None) -> Mapping[EntryId, Entrant]:
    """The entries of a stage as they were drawn, and late ones as they entered, by the entry that
    plays now. Two queries."""
    entries = Entry.objects.filter(event=stage.event_id).only(
        "club_name", "club_as_drawn", "has_corrected_club"
    )
    entrants: dict[EntryId, Entrant] = {}
    for entry in entries:
        entrants[entry.pk] = Entrant(entry.pk, None, entry.drawn_club)
    for document in load_drawn_entries(stage):
        drawn = Entrant(**document)
        now = find_heir(int(drawn.id), heirs)
        met = find_heirs(drawn.met, heirs)
        entrants[now] = replace(drawn, id=now, club=entrants[now].club, met=met)
    if late is not None:
        entrants[late.id] = late
    return entrants


def refuse_begun_matches(rows: Collection[Pairing], versions: Mapping[int, int]) -> None:
    """Raises BracketChangeRefused if a sheet of these pairings has a line. ``versions``: by
    match."""
    # A match has one version more with each line: a sheet with version 0 is empty.
    _refuse_begun([row for row in rows if row.match_id is not None and versions.get(row.match_id)])


def _refuse_begun(begun: Collection[Pairing]) -> None:
    if not begun:
        return
    seats: dict[int, list[int]] = defaultdict(list)
    slots = Slot.objects.filter(pairing__in=begun, entry__isnull=False).order_by("position")
    for pairing, entry in slots.values_list("pairing_id", "entry_id"):
        seats[pairing].append(entry)
    violations = []
    for row in sorted(begun, key=lambda row: row.pk):
        one, other = seats[row.pk]
        params = {"pairing": row.code, "match": row.match_id, "one": one, "other": other}
        violations.append(Violation("match_has_begun", params))
    raise BracketChangeRefused(violations=violations)


def list_first_matches(stage: Stage) -> list[FirstMatch]:
    """Where each entry of a drawn bracket begins, down the bracket. One query."""
    # Any match of the entry counts: after a bye its first sheet is that of a later round.
    begun = Slot.objects.filter(
        entry=OuterRef("entry"),
        pairing__round__group__stage=stage,
        pairing__match__version__gt=0,
    )
    slots = Slot.objects.filter(pairing__round__group__stage=stage, source=Slot.Source.ENTRY)
    in_order = slots.order_by("pairing__round__order", "pairing__number", "position")
    rows = in_order.annotate(has_begun=Exists(begun)).values_list(
        "entry_id",
        "pairing_id",
        "pairing__code",
        "pairing__state",
        "pairing__round__section",
        "has_begun",
    )
    first_matches: list[FirstMatch] = []
    for entry, pairing, code, state, section, has_begun in rows:
        first_match = FirstMatch(
            entry or 0,
            pairing,
            code,
            has_begun=has_begun,
            has_bye=state == Pairing.State.BYE,
            is_preliminary=section == "preliminary",
        )
        first_matches.append(first_match)
    return first_matches


def select_movable(stage: Stage) -> QuerySet[Entry]:
    """The entries of a drawn bracket that have not begun: those that can be moved by hand."""
    slots = Slot.objects.filter(pairing__round__group__stage=stage, entry__isnull=False)
    first = slots.filter(source=Slot.Source.ENTRY)
    begun = slots.filter(pairing__match__version__gt=0)
    rows = Entry.objects.filter(pk__in=first.values("entry"))
    return rows.exclude(pk__in=begun.values("entry"))


def find_changeable_bracket(event: Event, formats: Mapping[int, str]) -> int | None:
    """The stage, by its number, whose bracket can be changed by hand: the last one that is drawn,
    while the event is drawn or running. ``formats``: those of the drawn stages, by number."""
    if not event.is_current:
        return None
    for number in sorted(formats, reverse=True):
        if is_knockout(formats[number]):
            return number
    return None
