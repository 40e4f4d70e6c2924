"""Expected refusals of tournaments: each a code with parameters; the web and the API word them.

TournamentRefusal
├── NotAllowed            this actor may not do this
├── NotFound              it does not exist, or the actor may not see it
├── EventStateRefused     the state of the event does not allow this
├── EntryRefused          an entry is invalid
│   └── EntryListRefused  rows of a list are invalid; nothing was written
├── DrawRefused           a draw cannot be held
├── PairingNotReady       a match whose sides are not known yet
├── MatchSetAside         a match that is played again: its sheet takes no more lines
├── MatchNeedsWinner      a match of a knock-out that would end without a winner
├── NextMatchBegun        a correction that the next match no longer allows
├── FormatRefused         an invalid format or option
├── CorrectionNotAgreed   a correction that changes what was drawn after it
├── QuestionRefused       a decision that the question does not allow
├── PenaltyRefused        an invalid penalty, or one that is cancelled already
├── PrizesRefused         an invalid list of prizes
├── RegulationRefused     invalid rules or articles of the club
├── RoundRefused          a round that cannot be paired or changed
├── CalendarRefused       invalid dates
├── CodeRefused           an invalid table code
├── RescueRefused         a line of a phone that cannot be taken over at the desk
├── InvitationRefused     a link that was used or revoked, or is too old
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
