"""Rules of the regulation that several games have in the same words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wording.cards import word_rank
from wording.games.contract import RuleParams
from wording.numbers import join_words


def word_ranking(params: RuleParams) -> str:
    """The ranks of a suit in their order."""
    ranks = join_words([word_rank(rank) for rank in params["ranks"]])
    return _("From the highest to the lowest: %(ranks)s.") % {"ranks": ranks}


VALUES_IN_THIRDS = gettext_lazy(
    "The ace is worth a point; three, two and the figures a third each; the last trick a point. In"
    " all %(thirds)s thirds."
)
"""The values of the cards in the games of the Tressette family."""
FOLLOW_SUIT = gettext_lazy(
    "Players who can must follow suit; the others play any card. Trumps beat the other suits."
)
NO_REDEAL = gettext_lazy("A poor hand is played like any other.")
NO_CLAIMS = gettext_lazy("A game is not claimed: it is counted at the end of the hand.")
