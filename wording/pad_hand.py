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
    "who_plays_who_has_card": _("Who plays, who has the card?"),
    "plays_the_hand": pgettext_lazy("a player, as declarer", "plays"),
    "has_the_card": pgettext_lazy("a player who was called", "card"),
    "has_own_card": pgettext_lazy("the declarer called a card of his own", "his own"),
    "and_declarations": _("and who declared king and horse"),
    "trump_first": pgettext_lazy("trump", "first of all"),
    "of_cards": pgettext_lazy("points", "of cards"),
    "declared_by_others": pgettext_lazy("king and horse, by the other side", "declared"),
    "clear": pgettext_lazy("a key of the number pad", "Clear"),
    "all_of": pgettext_lazy("a key of the number pad: every point", "All %(points)s"),
}
