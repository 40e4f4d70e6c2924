"""The rules of a game of the group that a club prints."""

from rules.contract import Rule
from rules.marriages.cards import ALL_POINTS, HAND_SIZE, RANKING
from rules.marriages.terms import (
    COVERED,
    IN_OTHERS,
    IN_TRUMPS,
    MARIANNINO,
    MARIANNONE,
    WORTH,
    Terms,
)


def list_rules(terms: Terms) -> tuple[Rule, ...]:
    """Every rule once, in the order in which they are needed at the table."""
    rules = [
        Rule("deal", {"seats": terms.seats, "cards": HAND_SIZE}),
        Rule("trump_is_turned_up" if terms.has_turned_trump else "no_trumps_at_first"),
    ]
    if terms.has_exchange:
        rules.append(Rule("ace_exchange"))
    rules += [
        Rule("right_of_dealer_leads"),
        Rule("ranking", {"ranks": RANKING[::-1]}),
        Rule("values", {"points": ALL_POINTS}),
        Rule("draw_after_each_trick"),
        Rule("duties_without_stock" if terms.is_strict_at_end else "no_duty_to_follow"),
    ]
    if terms.values is None:
        # Where trumps are turned up, marriages name none, and their suit makes their value.
        rules.append(Rule("marriages_by_suit", {"in_trumps": IN_TRUMPS, "in_others": IN_OTHERS}))
    else:
        rules.append(Rule("marriages_in_order", {"values": list(terms.values)}))
    rules += [
        Rule("when_to_declare", {"timing": terms.timing, "in_first_trick": terms.in_first_trick}),
        Rule("last_moment", {"until": terms.until}),
        Rule("how_many_a_trick", {"one": terms.one_a_trick}),
    ]
    if not terms.has_turned_trump:
        rules.append(Rule("trumps", {"change": terms.trump_changes}))
    if terms.has_combinations:
        rules.append(Rule("combinations", {kind: WORTH[kind] for kind in (MARIANNINO, MARIANNONE)}))
    if terms.has_mi_copri:
        rules.append(Rule("mi_copri", {"points": COVERED}))
    rules += [
        Rule("target", {"target": terms.target}, to_target=True),
        Rule("both_reach", {"first": terms.first_wins}, to_target=True),
    ]
    if terms.has_claims:
        rules.append(Rule("claims", {"target": terms.target}, to_target=True))
    return tuple(rules)
