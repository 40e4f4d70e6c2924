"""The words of the card of a table."""

from django.utils.translation import gettext as _


def list_card_words() -> dict[str, str]:
    """The words of a card for a table."""
    return {"table": _("Table"), "code": _("code")}


def list_card_steps(address: str) -> tuple[str, ...]:
    """What the players of a table do with its card."""
    return (
        _("Scan the QR with a phone,"),
        _("or type the code at %(address)s.") % {"address": address},
        _("For the referee: “Call the referee” on the phone."),
    )


def word_card_validity(round_title: str) -> str:
    """How long the code of a card is good."""
    if round_title:
        return _("Valid for: %(round)s") % {"round": round_title}
    return _("Valid for the whole event.")
