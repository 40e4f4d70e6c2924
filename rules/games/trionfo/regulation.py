"""The rules of Trionfo that a club prints (pagat, Trionfo): there are no options."""

from rules.contract import Rule
from rules.games.trionfo.bids import BIDS, CROWD_STAKE, DECLARER_STAKE, PARTNER_STAKE, STAKES
from rules.games.trionfo.cards import (
    ALL_THIRDS,
    ENOUGH,
    FIRST_LEADER_HOLDS,
    HAND_SIZE,
    POINT,
    RANKING,
    SEATS,
)

_POINTS = {"points": ENOUGH // POINT}


def list_rules() -> tuple[Rule, ...]:
    """Every rule once, in the order in which they are needed at the table."""
    return (
        # pagat, Trionfo, The deal.
        Rule("deal", {"seats": SEATS, "cards": HAND_SIZE, "batch": HAND_SIZE // 2}),
        Rule("first_leader_holds", {"card": FIRST_LEADER_HOLDS}),
        # The bidding, making trumps and calling.
        Rule("right_of_dealer_speaks"),
        Rule("one_round_of_bids", {"bids": list(BIDS)}),
        Rule("all_pass"),
        Rule("declarer_names_trumps"),
        Rule("call"),
        Rule("partner_keeps_silent"),
        Rule("own_card"),
        Rule("di_piu"),
        # The play.
        Rule("speaker_leads"),
        Rule("ranking", {"ranks": RANKING[::-1]}),
        Rule("follow_suit"),
        Rule("values", {"thirds": ALL_THIRDS}),
        Rule("no_marafona"),
        # The payments.
        Rule("enough", _POINTS),
        Rule("maso", _POINTS),
        Rule("maso_dei_masi"),
        Rule(
            "payments_with_partner",
            {"declarer": DECLARER_STAKE, "partner": PARTNER_STAKE, "crowd": CROWD_STAKE},
        ),
        Rule("payments_alone", {"stakes": dict(STAKES), "crowd": SEATS - 1}),
        Rule("no_claims"),
    )
