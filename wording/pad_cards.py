"""The words of a hand that is entered card by card, on the pad and on the desk."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import npgettext_lazy, pgettext_lazy

from wording.cards import CARD_NAMES

CARD_WORDS: dict[str, Promise] = {
    # what is asked
    "cards_away": _(
        "Card by card has to be fetched once, and there is no network now. Enter the hand as usual."
    ),
    "cards_turn_caller": _("Who calls?"),
    "cards_turn_dealer": _("Who deals?"),
    "cards_turn_leader": _("Who leads the first trick?"),
    "cards_trump_of": pgettext_lazy("a question, card by card", "Trumps of %(name)s"),
    "cards_shown_by": _("The card that %(name)s showed"),
    "cards_turned": _("The turned trump under the stock"),
    "cards_called_by": _("The card that %(name)s calls"),
    "cards_bid_of": _("What does %(name)s bid?"),
    "cards_pass": pgettext_lazy("in the auction of Trionfo", "passo"),
    "cards_card_of": _("The card of %(name)s"),
    "cards_marafona_of": _("%(name)s had ace, 2 and 3 of trumps. Was the marafona declared?"),
    # the trick
    "cards_tricks": pgettext_lazy("of a hand", "Tricks"),
    "cards_trick": _("%(n)s trick, in playing order"),
    "cards_now": pgettext_lazy("whose card is asked for", "now"),
    "cards_then": pgettext_lazy("who plays after that", "then"),
    "cards_trumps": pgettext_lazy("beside a suit", "trumps"),
    "cards_no_trumps": pgettext_lazy("beside the trick", "no trumps yet"),
    "cards_follow": _("follow suit if you can"),
    "cards_of_suit": pgettext_lazy("after a rank: 3 of cups", "of %(suit)s"),
    "cards_is_played": pgettext_lazy("a card", "played"),
    "cards_is_elsewhere": pgettext_lazy("a card", "in another hand"),
    "cards_is_revoke": pgettext_lazy("a card", "would be a revoke"),
    **{f"cards_the_{rank}": words for rank, words in CARD_NAMES.items()},
    # what is declared
    "cards_declare": pgettext_lazy("card by card", "Declare"),
    "cards_exchange": _("Ace for the turned trump"),
    "cards_late": _("After the last card of the %(n)s trick"),
    # going back, and the end
    "cards_score_later": _("The score is shown at the end."),
    "cards_undo_card": _("Take back %(card)s"),
    "cards_undo": _("Take back the last answer"),
    "cards_done": _("All cards are in"),
    "cards_all_passed": _("All have passed"),
    "cards_took": _("tricks %(tricks)s, points of the cards %(points)s"),
    "cards_write": _("Write: %(hand)s"),
    "cards_cannot_be": _("No hand can end like this. Take cards back and look at them again."),
    "abandon_ask": _("Leave this hand?"),
    "abandon_help": _("The cards that you have entered are lost."),
    "abandon_write": _("Throw the cards away"),
    "abandon_not": _("Go on with the cards"),
    "next_cards": _("The next: I go on with my cards"),
    "same_cards": _("The same: my cards are right"),
    # a card that cannot be
    "cards_breach": _("%(card)s cannot be from %(name)s"),
    "cards_must_follow": _(
        "In trick %(n)s %(name)s played %(earlier)s and did not follow suit, so no card of that"
        " suit was left."
    ),
    "cards_must_beat": _(
        "In trick %(n)s %(name)s played %(earlier)s and did not beat the highest card, though this"
        " one could have."
    ),
    "cards_must_trump": _(
        "In trick %(n)s %(name)s played %(earlier)s and did not trump, so no trump that could win"
        " was left."
    ),
    "cards_must_cover": _("After “mi copri” partners play the king and the horse of that suit."),
    "cards_holds_better": _("%(name)s is known to hold a card that had to be played."),
    "cards_breach_help": _(
        "If a card was entered wrongly, take cards back as far as that. If this is how it was"
        " played, it was a revoke: call the referee."
    ),
}

COUNTED_CARD_WORDS: dict[str, Promise] = {
    "cards_entered": npgettext_lazy(
        "of a hand that is being entered", "%(count)s card", "%(count)s cards", "count"
    ),
}
