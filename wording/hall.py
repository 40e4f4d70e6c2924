"""Messages about table codes and the phones that use them."""

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

HALL: dict[str, Promise] = {
    # a code that is typed
    "code_unknown": _("No table has this code. Look at the card again, or ask at the desk."),
    "code_revoked": _("This code is no longer valid. Ask for a new card at the desk."),
    "code_of_past_round": _(
        "This code was for a round that is over. Ask for a new card at the desk."
    ),
    "code_of_cancelled_event": _("This event is cancelled: nothing is played."),
    "code_of_past_event": _("Nothing is played at this event now: its results are on the board."),
    "code_short": ngettext_lazy(
        "Characters are missing: a code has %(needed)s, here is %(signs)s.",
        "Characters are missing: a code has %(needed)s, here are %(signs)s.",
        "signs",
    ),
    "code_long": _("That is too much: a code has %(needed)s characters, here are %(signs)s."),
    "code_sign": _("No code has the character “%(sign)s”. Look at the card again."),
    # a phone at a table
    "code_gone": _("This phone is no longer at the table. Type the code of the card again."),
    "not_at_a_table": _("Only a phone at a table may ask this. Type the code of its card."),
    "another_table": _("This phone is at table %(table)s, and this match is played elsewhere."),
    "another_round": _(
        "The code of this phone is for another round. Ask for a new card at the desk."
    ),
    # what a phone may write and sign
    "only_the_referee": _("Only the referee writes %(kind)s. Call him to the table."),
    "signature_of_other_side": _(
        "This phone signs for the side of its owner. Hand it over to the other side, or let them"
        " sign on theirs."
    ),
    "signed_by_other_side": _(
        "The other side has signed this result: its signature is withdrawn before anything changes."
    ),
    "holder_not_in_match": _("The person holding this phone does not play in this match."),
    "match_not_on": _("This match is over here. If something is wrong, call the referee."),
    "word_of_the_referee": _("The referee has decided about this line. Call him to the table."),
    "ruling_would_move": _(
        "With this correction line %(n)s would count in another game, or no longer, and it is"
        " a decision of the referee. Call him to the table."
    ),
    # codes of the desk
    "event_is_over": _("The event is %(state)s: it needs no codes any more."),
    "too_many_tries": _(
        "Too many wrong codes. Wait a few minutes, or scan the QR code on the card."
    ),
}


def describe_rescue(author: str, phone: str) -> str:
    """Who entered a line at the desk for a phone that could not send it."""
    return gettext("%(author)s, for phone %(phone)s") % {"author": author, "phone": phone}


def word_phone(table: int, player: str) -> str:
    """The phone that wrote a line: table 7, Gino Faedi's phone."""
    if not player:
        return gettext("table %(table)s, a phone") % {"table": table}
    params = {"table": table, "player": player}
    return gettext("table %(table)s, phone of %(player)s") % params
