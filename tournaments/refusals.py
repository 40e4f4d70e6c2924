"""Expected refusals of tournaments: each a code with parameters; the web and the API word them.

TournamentRefusal
├── NotAllowed            403  this actor may not do this
├── NotFound              404  it does not exist, or the actor may not see it
├── EventStateRefused     409  the state of the event does not allow this
├── EntryRefused          422  an entry is invalid
│   └── EntryListRefused  422  rows of a list are invalid; nothing was written
├── ListChanged           409  a list, or what would come of it, is no longer what the page showed
├── ChangedMeanwhile      409  what is changed is no longer what the page showed
├── EntryChanged          409  somebody else has changed the same fields of an entry meanwhile
├── PaymentRefused        422  an amount that cannot be paid or given back
│   └── AmountRefused     422  the amount of the payment that is noted now
├── UndoRefused           409  an act that can no longer be taken back
├── PlayerIsShared        409  a corrected name that other entries of the player have too
├── PlayerRefused         422  a player who cannot be merged, or a name that is none
├── DrawRefused           409  a draw cannot be held
├── BracketChangeRefused  409  a drawn bracket that cannot be changed by hand in this way
├── PairingNotReady       409  a match whose sides are not known yet
├── MatchVoided           409  a match that is played again: its sheet takes no more lines
├── MatchNeedsWinner      409  a match of a knock-out that would end without a winner
├── NextMatchBegun        409  a correction that the next match no longer allows
├── FormatRefused         422  an invalid format or option
├── PaperResultRefused    409  a result without hands that cannot stand, or be taken back
├── CorrectionNotAgreed   409  a correction that changes what was drawn after it
├── DecisionRefused       409  a decision that is not possible in its case
├── PenaltyRefused        409  an invalid penalty, or one that is cancelled already
├── ProtestRefused        409  a protest that cannot be filed or decided
├── PrizesRefused         422  an invalid list of prizes
├── RegulationRefused     422  invalid rules or articles of the club
├── RoundRefused          409  a round that cannot be paired or changed
├── RoundClockRefused     422  invalid times of a round or of a table
├── CalendarRefused       422  invalid dates
├── HallRefused           422  a hall that cannot be added or taken away
├── TemplateRefused       422  a template that cannot be kept
├── CodeRefused           422  an invalid table code
├── RescueRefused         409  a line of a phone that cannot be taken over at the desk
├── InvitationRefused     410  a link that was used or revoked, or is too old
├── NoSuchTables          422  an invitation to tables that the event does not have
├── SitesRefused          422  sites that cannot be allowed to show a club's events
├── LastOwner             409  a club keeps one owner
└── ReasonMissing         422  an act that needs a reason
"""

from kernel.refusals import Refusal


class TournamentRefusal(Refusal):
    """A refusal of clubs, events and their stages."""


class NotAllowed(TournamentRefusal):
    code = "not_allowed"
    status = 403


class NotFound(TournamentRefusal):
    code = "not_found"
    status = 404


class EventStateRefused(TournamentRefusal):
    code = "event_state"
    status = 409


class EntryRefused(TournamentRefusal):
    code = "entry_refused"
    status = 422


class EntryListRefused(EntryRefused):
    code = "entry_list_refused"


class ListChanged(TournamentRefusal):
    code = "list_changed"
    status = 409


class ChangedMeanwhile(TournamentRefusal):
    """What would be replaced by a form that was made before it was changed."""

    code = "changed_meanwhile"
    status = 409


class EntryChanged(TournamentRefusal):
    """``fields``: those that somebody else has changed since they were read."""

    code = "entry_changed"
    status = 409


class PaymentRefused(TournamentRefusal):
    """``paid_cents``: what there is to be given back."""

    code = "payment_refused"
    status = 422


class AmountRefused(PaymentRefused):
    """Of the payment that is noted now."""

    field = "cents"


class UndoRefused(TournamentRefusal):
    """Too late, or something else has happened meanwhile."""

    code = "undo_refused"
    status = 409


class PlayerIsShared(TournamentRefusal):
    """A name is corrected in one entry, and other entries have the same player: it must be said
    whether it is one person (``position`` of the player in the entry, ``player`` as he was called
    until now, and the ``events`` of the other entries)."""

    code = "player_is_shared"
    status = 409


class PlayerRefused(TournamentRefusal):
    code = "player_refused"
    status = 422


class DrawRefused(TournamentRefusal):
    code = "draw_refused"
    status = 409


class BracketChangeRefused(TournamentRefusal):
    """The ``violations`` are what is not possible, or, of ``change_breaks_something``, what the
    organizer has to agree to. ``late_name``: the name of a late entry, which is ``NOT_ENTERED`` in
    their parameters."""

    late_name = ""

    code = "bracket_change_refused"
    status = 409


class RoundRefused(TournamentRefusal):
    code = "round_refused"
    status = 409


class RoundClockRefused(TournamentRefusal):
    code = "round_clock_refused"
    status = 422


class CalendarRefused(TournamentRefusal):
    """The fields of its violations are those of the calendar."""

    code = "calendar_refused"
    status = 422
    pointer_base = ""


class PenaltyRefused(TournamentRefusal):
    code = "penalty_refused"
    status = 409


class ProtestRefused(TournamentRefusal):
    code = "protest_refused"
    status = 409


class PrizesRefused(TournamentRefusal):
    code = "prizes_refused"
    status = 422


class RegulationRefused(TournamentRefusal):
    """The fields of its violations are those of the house rules, or of an event."""

    code = "regulation_refused"
    status = 422
    pointer_base = ""


class PairingNotReady(TournamentRefusal):
    code = "pairing_not_ready"
    status = 409


class MatchVoided(TournamentRefusal):
    code = "match_set_aside"
    status = 409


class MatchNeedsWinner(TournamentRefusal):
    code = "match_needs_winner"
    status = 409


class PaperResultRefused(TournamentRefusal):
    """A result without hands that the ranking has no use for, or that cannot be taken back."""

    code = "result_refused"
    status = 409


class NextMatchBegun(TournamentRefusal):
    code = "next_match_begun"
    status = 409


class CorrectionNotAgreed(TournamentRefusal):
    """A correction that changes what comes after it: look at what it changes, then agree."""

    code = "correction_not_agreed"
    status = 409


class DecisionRefused(TournamentRefusal):
    code = "question_refused"
    status = 409


class FormatRefused(TournamentRefusal):
    """The fields of its violations are those of an event or a stage."""

    code = "format_refused"
    status = 422
    pointer_base = ""


class InvitationRefused(TournamentRefusal):
    code = "invitation_gone"
    status = 410


class NoSuchTables(TournamentRefusal):
    code = "tables_not_there"
    status = 422
    field = "tables"


class LastOwner(TournamentRefusal):
    code = "last_owner"
    status = 409


class HallRefused(TournamentRefusal):
    code = "hall_refused"
    status = 422


class TemplateRefused(TournamentRefusal):
    code = "template_refused"
    status = 422


class CodeRefused(TournamentRefusal):
    code = "code_unknown"
    status = 422


class RescueRefused(TournamentRefusal):
    code = "rescue_not_here"
    status = 409


class ReasonMissing(TournamentRefusal):
    code = "reason_missing"
    status = 422
    field = "reason"


class SitesRefused(TournamentRefusal):
    """``site_not_read``: the text ``site`` names no web site; ``too_many_sites``."""

    code = "site_not_read"
    status = 422
    field = "sites"
