"""Rules of the regulation that several games have in the same words."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from wording.cards import word_rank
from wording.numbers import join_words

RuleParams: TypeAlias = Mapping[str, Any]
"""The parameters of a rule, as its rulebook gives them."""


def word_ranking(params: RuleParams) -> str:
    """The ranks of a suit in their order."""
    ranks = join_words([word_rank(rank) for rank in params["ranks"]])
    return _("From the highest to the lowest: %(ranks)s.") % {"ranks": ranks}


def word_values_in_thirds(params: RuleParams) -> str:
    """The values of the cards in the games of the Tressette family."""
    return (
        _(
            "The ace is worth a point; three, two and the figures a third each; the last trick a"
            " point. In all %(thirds)s thirds."
        )
        % params
    )


def word_follow_suit(_params: RuleParams) -> str:
    """The only duty of a player is to follow suit."""
    return _(
        "Players who can must follow suit; the others play any card. Trumps beat the other suits."
    )


def word_no_redeal(_params: RuleParams) -> str:
    """No hand is dealt again because it is poor."""
    return _("A poor hand is played like any other.")


def word_no_claims(_params: RuleParams) -> str:
    """Nobody can claim a game during a hand."""
    return _("A game is not claimed: it is counted at the end of the hand.")
