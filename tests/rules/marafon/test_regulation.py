"""The printed regulation says every rule once, and changes with the options."""

import pytest

from tests.rules.marafon.hands import BOOK, DEFAULT, Facts, options


def test_every_rule_is_said_once() -> None:
    codes = [rule.code for rule in BOOK.list_rules(DEFAULT)]
    assert len(codes) == len(set(codes))


def test_rules_that_are_no_options_are_printed_too() -> None:
    rules = {rule.code: rule.params for rule in BOOK.list_rules(DEFAULT)}
    assert rules["first_caller_holds"] == {"card": "4D"}
    assert rules["partner_looks_after_trumps_are_named"] == {}
    assert rules["announcements"] == {
        "words": ["busso", "volo", "striscio"],
        "false_allowed": True,
    }


@pytest.mark.parametrize(
    ("chosen", "before", "after"),
    [
        ({"redeal": True}, "no_redeal", "redeal_of_poor_hand"),
        ({"count": "figure"}, "thirds_are_dropped", "thirds_are_kept"),
        ({"marafona_points": 0}, "marafona", "no_marafona"),
        ({"claims": False}, "claims", "no_claims"),
        ({"announcements": []}, "announcements", "no_announcements"),
    ],
)
def test_an_option_changes_the_rule_that_is_printed(chosen: Facts, before: str, after: str) -> None:
    default = {rule.code for rule in BOOK.list_rules(DEFAULT)}
    changed = {rule.code for rule in BOOK.list_rules(options(**chosen))}
    assert (default - changed, changed - default) == ({before}, {after})


@pytest.mark.parametrize(
    "chosen",
    [
        {"target": 31},
        {"plus_figure": True},
        {"claim_plus_figure": True},
        {"marafona_in_claim": False},
        {"marafona_points": 5},
        {"marafona_who": "caller"},
        {"marafona_must_declare": False},
        {"marafona_lead_ace": True},
        {"both_reach": "first_in_play"},
        {"announcements": ["busso"]},
        {"false_announcements": False},
    ],
)
def test_no_option_is_left_out_of_the_regulation(chosen: Facts) -> None:
    assert BOOK.list_rules(options(**chosen)) != BOOK.list_rules(DEFAULT)
