"""The words of Trionfo: the record of a hand, the printed regulation."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wording.cards import word_card
from wording.games.contract import FieldWords, GameWords, OptionWords, RuleParams
from wording.games.shared_rules import (
    FOLLOW_SUIT,
    NO_CLAIMS,
    VALUES_IN_THIRDS,
    word_ranking,
)
from wording.numbers import join_words
from wording.registry import SentenceRegistry

OPTIONS: dict[str, OptionWords] = {}

BIDS: dict[str, Promise] = {
    "chiamo": gettext_lazy("chiamo"),
    "di_piu": gettext_lazy("di più"),
    "maso": gettext_lazy("maso"),
    "maso_dei_masi": gettext_lazy("maso dei masi"),
}

RECORD = {
    "declarer": FieldWords(gettext_lazy("Who played (declarer)")),
    "bid": FieldWords(gettext_lazy("The bid"), choices=BIDS),
    "partner": FieldWords(
        gettext_lazy("Partner"),
        gettext_lazy("Who had the called card; nobody, if it was the declarer’s own."),
        nothing=gettext_lazy("Nobody"),
    ),
    "own_card": FieldWords(
        gettext_lazy("Own card called"),
        gettext_lazy("A player who calls a card of his own plays alone."),
        nothing=gettext_lazy("No"),
    ),
    "success": FieldWords(gettext_lazy("Made"), gettext_lazy("Whether the declarer has won.")),
    "all_pass": FieldWords(
        gettext_lazy("All have passed"),
        gettext_lazy("Nobody pays; the deal goes on."),
        nothing=gettext_lazy("No"),
    ),
    "leader": FieldWords(gettext_lazy("Who led")),
}

PARTS: dict[str, Promise] = {
    "chiamo": gettext_lazy("chiamo: %(side)s"),
    "own_card": gettext_lazy("own card called: %(side)s"),
    "di_piu": gettext_lazy("di più: %(side)s"),
    "maso": gettext_lazy("maso: %(side)s"),
    "maso_dei_masi": gettext_lazy("maso dei masi: %(side)s"),
    "all_pass": gettext_lazy("all have passed"),
}

MADE_RULES = SentenceRegistry[[RuleParams]]({"ranking": word_ranking})
"""By code, the rules that a function puts into words; the others are texts, in ``FIXED_RULES``."""


@MADE_RULES.add("first_leader_holds")
def word_first_leader(params: RuleParams) -> str:
    sentence = _(
        "In the first hand the player who holds %(card)s speaks and leads first, and deals the "
        "second."
    )
    return sentence % {"card": word_card(params["card"])}


@MADE_RULES.add("one_round_of_bids")
def word_bids(params: RuleParams) -> str:
    sentence = _(
        "Each speaks once, round to the right: pass, or bid more than the bid before. From the"
        " lowest: %(bids)s."
    )
    return sentence % {"bids": join_words([str(BIDS[bid]) for bid in params["bids"]])}


@MADE_RULES.add("payments_alone")
def word_payments_alone(params: RuleParams) -> str:
    stakes: list[str] = []
    for rule, stake in params["stakes"].items():
        # A "chiamo" is played alone only if the called card is the declarer's own.
        name = _OWN_CARD if rule == "own_card" else BIDS[rule]
        stakes.append(f"{name} {stake}")
    sentence = _(
        "A declarer who is alone is paid by each of the other %(crowd)s, or pays each of them:"
        " %(stakes)s."
    )
    return sentence % {"stakes": join_words(stakes), "crowd": params["crowd"]}


_OWN_CARD = gettext_lazy("own card called")

# By the codes of rules/games/trionfo/regulation.py, which chooses the rules by the options. Their
# sources are in docs/reference/rules/trionfo.md.
FIXED_RULES: dict[str, Promise] = {
    "deal": gettext_lazy(
        "Five play, each for himself. Each gets %(cards)s cards, %(batch)s at a time, going"
        " round to the right."
    ),
    "right_of_dealer_speaks": gettext_lazy(
        "Then the dealer’s right-hand neighbour speaks first; the deal goes round to the right."
    ),
    "all_pass": gettext_lazy(
        "If all pass, the hand is a monte: nobody pays and the next dealer deals."
    ),
    "declarer_names_trumps": gettext_lazy(
        "The last and highest bidder is the declarer and names trumps."
    ),
    "call": gettext_lazy(
        "With “chiamo” he also calls a card of another suit: the player who holds it is his "
        "partner for this hand."
    ),
    "partner_keeps_silent": gettext_lazy(
        "The partner says and shows nothing until the called card is played."
    ),
    "own_card": gettext_lazy(
        "The called card may be the declarer’s own: then he is alone, and the others do not know."
    ),
    "di_piu": gettext_lazy("With every higher bid he plays alone against the other four."),
    "speaker_leads": gettext_lazy(
        "The player who spoke first in the auction leads to the first trick, whether or not "
        "this is the declarer; then the winner of each trick leads."
    ),
    "follow_suit": FOLLOW_SUIT,
    "values": VALUES_IN_THIRDS,
    "no_marafona": gettext_lazy("The marafona gives nothing."),
    "enough": gettext_lazy(
        "With “chiamo” and “di più” the declarer’s side wins with %(points)s whole points."
    ),
    "maso": gettext_lazy("With “maso” he must have %(points)s points before the others have one."),
    "maso_dei_masi": gettext_lazy("With “maso dei masi” he must win every trick."),
    "payments_with_partner": gettext_lazy(
        "With a partner the declarer wins or loses %(declarer)s, the partner %(partner)s, each"
        " of the other three %(crowd)s."
    ),
    "no_claims": NO_CLAIMS,
}

TRIONFO = GameWords(
    name=gettext_lazy("Trionfo"),
    options=OPTIONS,
    record=RECORD,
    claim={},
    rules={**FIXED_RULES, **MADE_RULES},
    parts=PARTS,
    most_used=(),
)
