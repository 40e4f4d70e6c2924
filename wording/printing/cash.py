"""The words of the cash list and of receipts."""

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def word_carried() -> str:
    """The last row of a sheet of the cash list that goes on."""
    return _("Carried to the next sheet")


def format_euros(cents: int) -> str:
    """An amount in a column: 20 €, 20,50 €; in English €20."""
    # The sign stands before the currency: −€5, and divmod would round down.
    if cents < 0:
        return f"−{format_euros(-cents)}"
    whole, remaining_cents = divmod(cents, 100)
    amount = str(whole)
    if remaining_cents:
        amount = f"{whole}{get_format('DECIMAL_SEPARATOR')}{remaining_cents:02}"
    return pgettext("an amount of money in a table", "€%(amount)s") % {"amount": amount}


def word_unpaid(fee: int, missing: int) -> str:
    """What is still to be paid, in a sentence."""
    params = {"all": format_euros(fee), "missing": format_euros(missing)}
    return _("of %(all)s, %(missing)s missing") % params


def word_paid_count(paid: int, entered: int) -> str:
    """How many have paid, where no fee is known."""
    return _("%(paid)s of %(entered)s have paid") % {"paid": paid, "entered": entered}


def check_in_words() -> dict[str, str]:
    """What is done with the QR code of a pair."""
    return {"show": _("Show this at the desk when you arrive.")}


def word_collectors_title() -> str:
    """Above what each collector has."""
    return _("In whose hands")


def list_receipt_words() -> dict[str, str]:
    """The words of a receipt; the template replaces {number}."""
    return {
        "word": _("Receipt no. %(number)s") % {"number": "{number}"},
        "received_from": _("Received from"),
        "reason": _("Entry fee"),
        "signature": _("for the club"),
    }
