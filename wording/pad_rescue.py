"""The words of the pad's rescue screen: unsent lines that are taken to the desk."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

RESCUE_WORDS: dict[str, Promise] = {
    "title_rescue": _("At the desk"),
    "rescue_lead": _("The desk scans the square, or types what you read aloud."),
    "rescue_lead_aloud": _("Read this aloud at the desk: they type it."),
    "rescue_table_key": _("Table %(table)s, %(phone)s"),
    "rescue_key": pgettext_lazy("of a phone, four characters", "key"),
    "rescue_check": pgettext_lazy("three digits read aloud with a hand", "digits"),
    "rescue_first": pgettext_lazy("whose points are read aloud first", "First"),
    "rescue_only_square": _("only by the square"),
    "rescue_line": _("line %(line)s"),
    "rescue_square_n": _("Square %(number)s of %(of)s"),
    "rescue_stays": _("They stay here too. With the key nothing is written twice."),
    "rescue_done": _("The desk has written them"),
}

RESCUE_COUNTED: dict[str, Promise] = {
    "rescue_square": ngettext_lazy(
        "%(count)s unsent line, for the desk to scan",
        "%(count)s unsent lines, for the desk to scan",
        "count",
    ),
}
