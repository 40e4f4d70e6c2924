"""Why something cannot be printed, and what became of a job."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

PRINTING: dict[str, Promise] = {
    "print_no_entries": gettext_lazy("There are no entries yet."),
    "print_not_drawn": gettext_lazy("It waits for the draw."),
    "print_no_round": gettext_lazy("No match is ready to be played."),
    "print_no_codes": gettext_lazy("The tables have no codes yet: make them first."),
    "print_no_bracket": gettext_lazy("No stage of this event is a bracket."),
    "print_no_groups": gettext_lazy("In no stage of this event all meet all."),
    "print_no_prizes": gettext_lazy("No prizes are announced yet."),
    "print_no_winners": gettext_lazy("No prize is settled yet."),
    "print_nobody_paid": gettext_lazy("Nobody has paid yet."),
    "print_no_fee": gettext_lazy("The regulation names no fee."),
    "print_too_many": gettext_lazy(
        "%(count)s sheets are too many for one file, which takes %(most)s: choose a single round."
    ),
    "print_too_large": gettext_lazy(
        "This would be %(size)s MB: print a single round, or ask for less."
    ),
    "print_address_unknown": gettext_lazy(
        "This server does not answer at %(host)s: write an address at which phones find it."
    ),
    "printed": gettext_lazy("Ready. Sheets: %(pages)s."),
}
"""Why something cannot be printed, by the code of the reason; and the outcome of a job."""
