"""Expected refusals of tournaments: each a code with parameters; the web and the API word them.

TournamentRefusal
├── NotAllowed            this actor may not do this
├── NotFound              there is no such thing, or the actor may not see it
├── EventStateRefused     the event is not in a state for this
├── EntryRefused          an entry cannot be taken
│   └── EntryListRefused  rows of a list cannot be taken; nothing was written
├── DrawRefused           a draw cannot be held
├── PairingNotReady       a match whose sides are not known yet
├── MatchSetAside         a match that is played again: nothing more is written on its sheet
├── MatchNeedsWinner      a match of a knock-out that would end without a winner
├── NextMatchBegun        a correction that the next match no longer allows
├── FormatRefused         a format or an option that cannot be
├── CorrectionNotAgreed   a correction that changes what was drawn after it
├── QuestionRefused       a question that cannot be decided so
├── PenaltyRefused        a penalty that cannot be, or is cancelled already
├── PrizesRefused         a list of prizes that cannot be
├── RegulationRefused     rules or articles of the club that cannot be
├── RoundRefused          a round that cannot be paired, or not any more
├── CalendarRefused       dates that cannot be
├── CodeRefused           a table code that opens nothing
├── RescueRefused         a line of a phone that cannot be taken over at the desk
├── InvitationRefused     a link that is taken, too old, or was called back
├── NoSuchTables          an invitation to tables that the event does not have
├── LastOwner             a club keeps one owner
└── ReasonMissing         an act that needs a reason
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kernel.violations import Violation


class TournamentRefusal(Exception):
    """Something that was not done: a code with parameters, and every violation there is."""

    code = "refused"

    def __init__(
        self,
        code: str | None = None,
        violations: Sequence[Violation] = (),
        **params: Any,
    ) -> None:
        self.code = code or self.code
        super().__init__(self.code)
        self.params: Mapping[str, Any] = params
        self.violations = tuple(violations)


class NotAllowed(TournamentRefusal):
    code = "not_allowed"


class NotFound(TournamentRefusal):
    code = "not_found"


class EventStateRefused(TournamentRefusal):
    code = "event_state"


class EntryRefused(TournamentRefusal):
    code = "entry_refused"


class EntryListRefused(EntryRefused):
    code = "entry_list_refused"


class DrawRefused(TournamentRefusal):
    code = "draw_refused"


class RoundRefused(TournamentRefusal):
    code = "round_refused"


class CalendarRefused(TournamentRefusal):
    code = "calendar_refused"


class PenaltyRefused(TournamentRefusal):
    code = "penalty_refused"


class PrizesRefused(TournamentRefusal):
    code = "prizes_refused"


class RegulationRefused(TournamentRefusal):
    code = "regulation_refused"


class PairingNotReady(TournamentRefusal):
    code = "pairing_not_ready"


class MatchSetAside(TournamentRefusal):
    code = "match_set_aside"


class MatchNeedsWinner(TournamentRefusal):
    code = "match_needs_winner"


class NextMatchBegun(TournamentRefusal):
    code = "next_match_begun"


class CorrectionNotAgreed(TournamentRefusal):
    """A correction that changes what comes after it: look at what it changes, then agree."""

    code = "correction_not_agreed"


class QuestionRefused(TournamentRefusal):
    code = "question_refused"


class FormatRefused(TournamentRefusal):
    code = "format_refused"


class InvitationRefused(TournamentRefusal):
    code = "invitation_gone"


class NoSuchTables(TournamentRefusal):
    code = "tables_not_there"


class LastOwner(TournamentRefusal):
    code = "last_owner"


class CodeRefused(TournamentRefusal):
    code = "code_unknown"


class RescueRefused(TournamentRefusal):
    code = "rescue_not_here"


class ReasonMissing(TournamentRefusal):
    code = "reason_missing"
