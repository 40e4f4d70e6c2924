"""The words of the pad about the form of a hand."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

HAND_WORDS: dict[str, Promise] = {
    # why a choice is disabled, beside the name of its field
    "cannot_be": _("not possible with what is chosen"),
    "cannot_with": _("not possible with %(value)s"),
    "blocked_by": pgettext_lazy("beside disabled numbers", "no %(what)s with %(value)s"),
    "choose_first": pgettext_lazy("beside keys that need another choice", "choose %(label)s first"),
    "plays_alone": pgettext_lazy("of a declarer, beside a bid", "with %(value)s: alone"),
    "declared": pgettext_lazy("by the other side, on a button", "declared"),
    "worth": pgettext_lazy("of a bonus, beside its name", "worth %(points)s points"),
    # the number pad
    "clear": pgettext_lazy("a key of a number pad", "Clear"),
    "all_points": pgettext_lazy("a key of a number pad", "All %(points)s"),
    "of_cards": pgettext_lazy("beside a number of points", "in cards"),
    "thirds_beyond": _("Thirds beyond the whole points"),
    "and_third": pgettext_lazy("thirds on a disabled key", "+%(points)s"),
    "points_first": _("Choose the points first."),
    # each player for himself
    "who_plays": _("Who plays, who has the card?"),
    "plays": pgettext_lazy("on a button beside a player", "plays"),
    "has_card": pgettext_lazy("on a button beside a player", "card"),
    "own_card": pgettext_lazy("the called card, on a button beside a player", "his own"),
    "how_ended": _("How did it end?"),
    "made": pgettext_lazy("of a contract", "Made"),
    "not_made": pgettext_lazy("of a contract", "Not made"),
    # at the thumb
    "still_missing": _("Still missing: %(label)s"),
    "not_a_result": _("%(number)s is not a possible result: type on, or clear it."),
    "choose_third": _("%(points)s, and how many thirds?"),
    "missing_reason": _("The reason is missing."),
    "missing_first": _("Choose who got there first."),
    "with_part": pgettext_lazy("a hand and a bonus in it", "%(hand)s, and %(points)s for %(part)s"),
    "write_player": _("Write: %(player)s %(points)s"),
    "write_player_amend": _("Correct it: %(player)s %(points)s"),
    "write_outcome": _("Write: %(what)s"),
    "write_outcome_amend": _("Correct it: %(what)s"),
    "summary_partner": pgettext_lazy("a player and his points", "%(partner)s %(points)s"),
    "summary_others": pgettext_lazy("players and their points", "the others %(points)s"),
    "summary_others_3": pgettext_lazy("players and their points", "the other three %(points)s"),
    "summary_others_4": pgettext_lazy("players and their points", "the other four %(points)s"),
    "nobody_pays": _("Nobody pays."),
}
