"""The regulation of Marafon as a club prints it: what is an option, and what is not."""

from rules.contract import Rule
from rules.games.marafon.cards import (
    ALL_POINTS,
    ALL_THIRDS,
    FIRST_CALLER_HOLDS,
    HAND_SIZE,
    RANKING,
    SEATS,
)
from rules.games.marafon.options import MarafonOptions


def regulation(options: MarafonOptions) -> tuple[Rule, ...]:
    """Every rule once, in the order in which one needs them at the table."""
    return (
        Rule("deal", {"seats": SEATS, "cards": HAND_SIZE, "batch": HAND_SIZE // 2}),
        Rule("first_caller_holds", {"card": FIRST_CALLER_HOLDS}),
        Rule("caller_names_trumps_leads_and_deals_next"),
        Rule("partner_looks_after_trumps_are_named"),
        Rule("redeal_of_poor_hand" if options.redeal else "no_redeal"),
        Rule("ranking", {"ranks": RANKING[::-1]}),
        Rule("follow_suit"),
        _make_announcements_rule(options),
        Rule("values", {"thirds": ALL_THIRDS, "points": ALL_POINTS}),
        Rule("thirds_are_kept" if options.in_thirds else "thirds_are_dropped"),
        _make_marafona_rule(options),
        Rule("no_bonus_for_a_shutout"),
        _make_target_rule(options),
        Rule("both_reach", {"decides": options.both_reach}, to_target=True),
        _make_claims_rule(options),
    )


def _make_announcements_rule(options: MarafonOptions) -> Rule:
    if not options.announcements:
        return Rule("no_announcements")
    params = {"words": list(options.announcements), "false_allowed": options.false_announcements}
    return Rule("announcements", params)


def _make_marafona_rule(options: MarafonOptions) -> Rule:
    if not options.marafona_points:
        return Rule("no_marafona")
    params = {
        "points": options.marafona_points,
        "who": options.marafona_who,
        "must_declare": options.marafona_must_declare,
        "lead_ace": options.marafona_lead_ace,
    }
    return Rule("marafona", params)


def _make_target_rule(options: MarafonOptions) -> Rule:
    params = {"target": options.target, "plus_figure": options.plus_figure}
    return Rule("target", params, to_target=True)


def _make_claims_rule(options: MarafonOptions) -> Rule:
    if not options.claims:
        return Rule("no_claims", to_target=True)
    params = {
        "target": options.target,
        "plus_figure": options.plus_figure or options.claim_plus_figure,
        "with_marafona": options.marafona_in_claim and options.marafona_points > 0,
    }
    return Rule("claims", params, to_target=True)
