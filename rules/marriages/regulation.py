"""The regulation of a game of the group as a club prints it."""

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


def regulation(terms: Terms) -> tuple[Rule, ...]:
    """Every rule once, in the order in which one needs them at the table."""
    return (
        Rule("deal", {"seats": terms.seats, "cards": HAND_SIZE}),
        Rule("trump_is_turned_up" if terms.has_turned_trump else "no_trumps_at_first"),
        *([Rule("ace_exchange")] if terms.has_exchange else []),
        Rule("right_of_dealer_leads"),
        Rule("ranking", {"ranks": RANKING[::-1]}),
        Rule("values", {"points": ALL_POINTS}),
        Rule("draw_after_each_trick"),
        Rule("duties_without_stock" if terms.is_strict_at_end else "no_duty_to_follow"),
        _make_marriages_rule(terms),
        Rule("when_to_declare", {"timing": terms.timing, "in_first_trick": terms.in_first_trick}),
        Rule("last_moment", {"until": terms.until}),
        Rule("how_many_a_trick", {"one": terms.one_a_trick}),
        *([] if terms.has_turned_trump else [Rule("trumps", {"change": terms.trump_changes})]),
        *_make_combinations_rules(terms),
        *([Rule("mi_copri", {"points": COVERED})] if terms.has_mi_copri else []),
        Rule("target", {"target": terms.target}, to_target=True),
        Rule("both_reach", {"first": terms.first_wins}, to_target=True),
        *_make_claims_rules(terms),
    )


def _make_marriages_rule(terms: Terms) -> Rule:
    if terms.values is None:
        return Rule("marriages_by_suit", {"in_trumps": IN_TRUMPS, "in_others": IN_OTHERS})
    return Rule("marriages_in_order", {"values": list(terms.values)})


def _make_claims_rules(terms: Terms) -> list[Rule]:
    return [Rule("claims", {"target": terms.target}, to_target=True)] if terms.has_claims else []


def _make_combinations_rules(terms: Terms) -> list[Rule]:
    if not terms.has_combinations:
        return []
    return [Rule("combinations", {kind: WORTH[kind] for kind in (MARIANNINO, MARIANNONE)})]
