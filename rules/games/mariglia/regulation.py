"""The regulation of Mariglia as a club prints it: what is an option, and what is not."""

from rules.contract import Rule
from rules.games.mariglia.cards import ALL_CARDS, HALF, HAND_SIZE, SEATS, TRICKS, VALUES
from rules.games.mariglia.options import MarigliaOptions


def regulation(options: MarigliaOptions) -> tuple[Rule, ...]:
    """Every rule once, in the order in which one needs them at the table."""
    values = VALUES[options.honours]
    return (
        Rule("deal", {"seats": SEATS, "cards": HAND_SIZE}),
        _make_deal_rule(options),
        Rule("dealer_goes_round"),
        Rule("trionfo"),
        Rule("trionfo_may_win", to_target=True),
        Rule("ranking", {"ranks": "".join(values)}),
        Rule("right_of_dealer_leads"),
        Rule("follow_suit"),
        Rule("beat_an_opponent"),
        Rule("values", {"values": {rank: worth for rank, worth in values.items() if worth}}),
        Rule("tricks_count", {"tricks": TRICKS, "cards": ALL_CARDS}),
        Rule("more_than_half", {"half": HALF}),
        _make_target_rule(options),
        Rule("no_claims", to_target=True),
        Rule("no_redeal"),
        Rule("questions_are_open"),
        _make_speaking_rule(options),
        _make_answers_rule(options),
    )


def _make_deal_rule(options: MarigliaOptions) -> Rule:
    if options.deal == "scoperto":
        return Rule("deal_scoperto", {"batch": HAND_SIZE // 2})
    return Rule("deal_orthodox")


def _make_target_rule(options: MarigliaOptions) -> Rule:
    params = {"target": options.target, "above": options.win_above_target}
    return Rule("target", params, to_target=True)


def _make_speaking_rule(options: MarigliaOptions) -> Rule:
    return Rule("leaders_speak" if options.speaking == "leaders" else "winners_speak")


def _make_answers_rule(options: MarigliaOptions) -> Rule:
    return Rule("mariglia_may_be_hidden" if options.hide_mariglia else "answers_are_true")
