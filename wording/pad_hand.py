"""The words of the pad about a hand that is entered."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

HAND_WORDS: dict[str, Promise] = {
    "write_player": _("Write: %(player)s %(points)s"),
    "write_all_pass": _("Write: all passed"),
    "all_pass_adds_nothing": _("Nobody wins or loses anything."),
    "summary_others": pgettext_lazy("players of a hand", "the other %(count)s %(points)s"),
    "cannot_be_with_this": _("dashed: not with what is chosen"),
    "clear": pgettext_lazy("a key of the number pad", "Clear"),
    "all_of": pgettext_lazy("a key of the number pad: every point", "All %(points)s"),
}
