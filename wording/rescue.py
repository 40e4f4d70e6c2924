"""Messages about lines that a phone could not send and the desk takes over."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

RESCUES: dict[str, Promise] = {
    "rescue_not_here": _("This line is for a match that is not played at this event."),
    "rescue_overtaken": _(
        "The sheet has moved on: check whether this hand is on it, and if not, write it there."
    ),
    "rescue_line_missing": _("A line before this one is missing: the phone has it too."),
    "rescue_empty": _("There is no hand here yet: scan the phone, or type what is read aloud."),
    "rescue_too_long": _("This is too much at once: %(most)s kB at most."),
    "rescue_too_many": _("This is too much at once: %(most)s lines at most."),
    "rescue_unreadable": _("This is not what a phone shows at the desk. Scan it again."),
    "rescue_altered": _(
        "This text was changed on its way: the digits do not match. Scan it again."
    ),
    "rescue_phone_unreadable": _("A phone’s key has four characters, such as K4D9."),
    "rescue_check_wrong": _("These digits do not match this hand. Have it read aloud again."),
    "rescue_no_match": _("Nothing is played at table %(table)s just now."),
}
