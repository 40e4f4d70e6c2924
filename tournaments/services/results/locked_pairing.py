"""The match of a line, locked, with its pairing and what the rights of its writer depend on."""

from dataclasses import dataclass

from accounts.actors import Actor, ActorKind
from accounts.authorship import make_author_columns
from database.statements import fetch_together, load_instance
from scoring.acts import Act
from scoring.core.lines import WORD_KINDS
from scoring.models import Line, Match
from scoring.services import LockedSheet, build_locked_sheet_queries, read_locked_sheet
from tournaments.models import Event, Group, Pairing, PendingDecision, Round, TableCode
from tournaments.permissions import (
    Right,
    WriterFacts,
    build_table_code_queries,
    check_visible,
    check_writes,
    may,
    read_table_code,
)
from tournaments.refusals import MatchVoided, NotFound
from tournaments.statements import PAIRING_OF_MATCH


@dataclass(frozen=True, slots=True)
class LockedPairing:
    """What a line depends on, read in one round trip: the sheet, whose match is locked; its pairing
    (of a match that was set aside, the one that it was played for); what its writer's rights depend
    on; and whether there is a pending decision about the entrants of its stage."""

    sheet: LockedSheet
    pairing: Pairing
    writer: WriterFacts | None
    is_asked_about: bool

    def check_writer(self, actor: Actor, act: Act) -> None:
        """Checks that the actor may write this line. Raises NotFound, NotAllowed, MatchVoided."""
        match, pairing, event = self.sheet.match, self.pairing, self.pairing.event
        check_visible(actor, event)
        is_phone = actor.kind == ActorKind.TABLE
        if is_phone and act.version < match.version:
            # A phone that has written the line before and lost the answer must get it even if the
            # match is elsewhere by now: otherwise the phone would keep the line as unsent, and it
            # would be entered once more.
            sent_before = match.lines.filter(key=act.key, **make_author_columns(actor))
            if sent_before.exists():
                return
        if pairing.match_id != match.pk:
            if is_phone or may(actor, Right.WRITE_SHEETS, club_id=event.club_id, event=event):
                raise MatchVoided
            # Others do not learn that a sheet was voided.
            raise NotFound
        check_writes(actor, pairing, act.kind, self.writer)

    def find_corrected_line(self, act: Act) -> Line | None:
        """The line that a correction names, or the last earlier correction of that line."""
        if act.kind not in WORD_KINDS:
            return None
        n, lines = act.data["line"], self.sheet.match.lines
        earlier_words = lines.filter(kind__in=WORD_KINDS).exclude(key=act.key).order_by("-n")
        for word in earlier_words:
            if word.data["line"] == n:
                return word
        return lines.filter(n=n).first()


def lock_for_line(match_id: int, actor: Actor) -> LockedPairing:
    """Locks a match, and reads what a line of ``actor`` depends on. Raises NotFound."""
    match_rows, line_rows, pairing_rows, *code_rows = fetch_together(
        *build_locked_sheet_queries(match_id),
        PAIRING_OF_MATCH.with_parameters(actor.user_id, match_id),
        *build_table_code_queries(actor),
    )
    try:
        sheet = read_locked_sheet(match_rows, line_rows)
    except Match.DoesNotExist:
        raise NotFound from None
    if not pairing_rows:
        return _find_pairing_before(sheet)
    row = PAIRING_OF_MATCH.name_columns(pairing_rows[0])
    code: TableCode | None = None
    if code_rows:
        code = read_table_code(code_rows[0])
    writer = WriterFacts(has_role=row.pop("has_role"), code=code)
    stage_id, is_asked_about = row.pop("stage_id"), row.pop("is_asked_about")
    of_round = {name: row.pop(name) for name in ("group_id", "section", "number")}
    of_event = {name: row.pop(name) for name in ("club_id", "visibility")}
    of_event |= {"id": row["event_id"], "state": row.pop("event_state")}
    pairing = load_instance(Pairing, **row)
    pairing.event = load_instance(Event, **of_event)
    pairing.round = load_instance(Round, id=pairing.round_id, **of_round)
    pairing.round.group = load_instance(Group, id=pairing.round.group_id, stage_id=stage_id)
    return LockedPairing(sheet, pairing, writer, is_asked_about)


def _find_pairing_before(sheet: LockedSheet) -> LockedPairing:
    """The pairing for which a match was played that was set aside. Raises NotFound for a match that
    belongs to no event at all."""
    pairings = Pairing.objects.select_related("event", "round__group")
    pairing_before = pairings.filter(set_aside__match=sheet.match).first()
    if pairing_before is None:
        raise NotFound
    pending_decisions = PendingDecision.objects.filter(
        kind=PendingDecision.Kind.CUT_MOVED,
        decision="",
        stage=pairing_before.round.group.stage_id,
    )
    return LockedPairing(sheet, pairing_before, None, pending_decisions.exists())
