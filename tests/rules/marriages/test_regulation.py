"""The printed regulation says every rule once, and changes with every option."""

import pytest

from tests.rules.marriages.hands import book_of, every_game
from tests.rules.marriages.oracle import Doc


def rules(game: str, options: Doc) -> list[tuple[str, Doc]]:
    book, chosen = book_of(game, options)
    return [(rule.code, dict(rule.params)) for rule in book.list_rules(chosen)]


@every_game
def test_every_rule_is_said_once(game: str, options: Doc) -> None:
    codes = [code for code, _ in rules(game, options)]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize(
    ("game", "changed", "code"),
    [
        ("marianna", {"target": 301}, "target"),
        ("marianna", {"values": [20, 40, 60, 80]}, "marriages_in_order"),
        ("marianna", {"timing": "leader"}, "when_to_declare"),
        ("marianna", {"trump_changes": False}, "trumps"),
        ("marianna", {"fifth_last": True}, "last_moment"),
        ("marianna", {"mariannino": False}, "combinations"),
        ("marianna", {"mi_copri": True}, "mi_copri"),
        ("cinquecento", {"target": 300}, "target"),
        ("cinquecento", {"values": [40, 60, 80, 100]}, "marriages_in_order"),
        ("cinquecento", {"trump_changes": True}, "trumps"),
        ("cinquecento", {"mi_copri": True}, "mi_copri"),
        ("cinquecento", {"players": 2}, "deal"),
        ("briscola_151", {"target": 101}, "target"),
        ("briscola_151", {"ace_exchange": True}, "ace_exchange"),
        ("briscola_151", {"race": "end_of_deal"}, "both_reach"),
        ("mariaccia", {"target": 250}, "target"),
        ("mariaccia", {"claims": False}, "claims"),
    ],
)
def test_an_option_changes_its_rule(game: str, changed: Doc, code: str) -> None:
    before, after = dict(rules(game, {})), dict(rules(game, changed))
    differing = {
        name for name in before.keys() | after.keys() if before.get(name) != after.get(name)
    }
    assert code in differing
    assert differing <= {code, "claims"}
