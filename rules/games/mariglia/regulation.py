"""The rules of Mariglia that a club prints: those of its options, and those of the game."""

from rules.contract import Rule
from rules.games.mariglia.cards import ALL_CARDS, HALF, HAND_SIZE, SEATS, TRICKS, VALUES
from rules.games.mariglia.options import MarigliaOptions


def list_rules(options: MarigliaOptions) -> tuple[Rule, ...]:
    """Every rule once, in the order in which they are needed at the table."""
    values = VALUES[options.honours]
    card_values = {rank: value for rank, value in values.items() if value}
    if options.deal == "scoperto":
        deal_rule = Rule("deal_scoperto", {"batch": HAND_SIZE // 2})
    else:
        deal_rule = Rule("deal_orthodox")
    target = {"target": options.target, "above": options.win_above_target}
    return (
        # Mariglia, The Deal and Il Trionfo.
        Rule("deal", {"seats": SEATS, "cards": HAND_SIZE}),
        deal_rule,
        Rule("dealer_goes_round"),
        Rule("trionfo"),
        Rule("trionfo_may_win", to_target=True),
        # Mariglia, The Game and The Play.
        Rule("ranking", {"ranks": "".join(values)}),
        Rule("right_of_dealer_leads"),
        Rule("follow_suit"),
        Rule("beat_an_opponent"),
        # Mariglia, The Count.
        Rule("values", {"values": card_values}),
        Rule("tricks_count", {"tricks": TRICKS, "cards": ALL_CARDS}),
        Rule("more_than_half", {"half": HALF}),
        Rule("target", target, to_target=True),
        Rule("no_claims", to_target=True),
        Rule("no_redeal"),
        # The questions between partners, which come after The Count.
        Rule("questions_are_open"),
        Rule("leaders_speak" if options.speaking == "leaders" else "winners_speak"),
        Rule("mariglia_may_be_hidden" if options.hide_mariglia else "answers_are_true"),
    )
