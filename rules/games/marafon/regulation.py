"""The rules of Marafon that a club prints: those of its options, and those of the game."""

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


def list_rules(options: MarafonOptions) -> tuple[Rule, ...]:
    """Every rule once, in the order in which they are needed at the table."""
    if options.announcements:
        words = list(options.announcements)
        announcements = Rule(
            "announcements", {"words": words, "false_allowed": options.false_announcements}
        )
    else:
        announcements = Rule("no_announcements")
    if options.marafona_points:
        marafona_params = {
            "points": options.marafona_points,
            "who": options.marafona_who,
            "must_declare": options.marafona_must_declare,
            "lead_ace": options.marafona_lead_ace,
        }
        marafona = Rule("marafona", marafona_params)
    else:
        marafona = Rule("no_marafona")
    target = {"target": options.target, "plus_figure": options.plus_figure}
    if options.claims:
        # By a variation of pagat's, a claim needs a third more than the target.
        claim_params = {
            "target": options.target,
            "plus_figure": options.plus_figure or options.claim_plus_figure,
            "with_marafona": options.marafona_in_claim and options.marafona_points > 0,
        }
        claims = Rule("claims", claim_params, to_target=True)
    else:
        claims = Rule("no_claims", to_target=True)
    return (
        # pagat, The Deal and Making Trumps.
        Rule("deal", {"seats": SEATS, "cards": HAND_SIZE, "batch": HAND_SIZE // 2}),
        Rule("first_caller_holds", {"card": FIRST_CALLER_HOLDS}),
        Rule("caller_names_trumps_leads_and_deals_next"),
        Rule("partner_looks_after_trumps_are_named"),
        # A variation of pagat's: the caller may send a poor hand a monte.
        Rule("redeal_of_poor_hand" if options.redeal else "no_redeal"),
        # pagat, Players and Cards, and The Play.
        Rule("ranking", {"ranks": RANKING[::-1]}),
        Rule("follow_suit"),
        announcements,
        # pagat, The Scoring.
        Rule("values", {"thirds": ALL_THIRDS, "points": ALL_POINTS}),
        Rule("thirds_are_kept" if options.in_thirds else "thirds_are_dropped"),
        marafona,
        Rule("no_bonus_for_a_shutout"),
        Rule("target", target, to_target=True),
        Rule("both_reach", {"decides": options.both_reach}, to_target=True),
        claims,
    )
