"""A match in the fields of the desk: the document that they make, and their values for one."""

from collections.abc import Mapping
from typing import Any

from kernel.refusals import Refused, Unreadable
from rules.registry import rulebook
from scoring.core.format import GameFormat, read_format

MATCH_FIELDS = ("game", "games", "hands", "second_game", "bella_game", "bella_target")
"""The fields of the games; their options and the matches that are not played out have forms of
their own."""


def make_match_document(fields: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The match that the values of MATCH_FIELDS say. ``options``: of its first game."""
    count, game = fields["games"], fields["game"]
    games: list[dict[str, Any]]
    # Each game has options of its own: a change of the last one leaves the others alone.
    games = [{"game": game, "options": dict(options)} for _number in range(count)]
    if count > 1:
        if fields["second_game"]:
            games[1] = {"game": fields["second_game"], "options": {}}
        if fields["bella_game"]:
            games[-1] = {"game": fields["bella_game"], "options": {}}
        if fields["bella_target"]:
            games[-1]["options"]["target"] = fields["bella_target"]
    if fields["hands"]:
        for document in games:
            document["hands"] = fields["hands"]

    # The number of games that win the match; None if all games are played out.
    wins: int | None = None
    # One game over hands, or such games of more than two sides: the totals decide.
    totals_decide = fields["hands"] and (count == 1 or rulebook(game).sides > 2)
    # "Two games, both played": an even number has no majority.
    if count % 2 and not totals_decide:
        wins = count // 2 + 1
    return {"games": games, "wins": wins}


def read_match_fields(document: Mapping[str, Any]) -> dict[str, Any]:
    """The values of MATCH_FIELDS for a match: the reverse of ``make_match_document``. What they
    cannot say is left out (``can_say_match``)."""
    documents = document["games"]
    first_document = documents[0]
    fields: dict[str, Any] = {
        "game": first_document["game"],
        "games": len(documents),
        "hands": first_document.get("hands"),
        "second_game": "",
        "bella_game": "",
        "bella_target": None,
    }
    games = read_format(document).games
    first, last = games[0], games[-1]
    # Of two games the last one is the second.
    name = "second_game" if len(games) == 2 else "bella_game"
    # A last game that differs in its points alone is not another game.
    other_options = first.options.model_dump(exclude={"target"})
    is_same_game = first.rulebook is last.rulebook
    if not is_same_game or last.options.model_dump(exclude={"target"}) != other_options:
        fields[name] = documents[-1]["game"]
    if len(games) > 2 and games[1] != first:
        fields["second_game"] = documents[1]["game"]
    usual_game = first
    if fields[name]:
        # Another game is played by the rules of its source.
        usual_game = GameFormat(last.rulebook, last.rulebook.read_options({}))
    if _get_target(last) != _get_target(usual_game):
        fields["bella_target"] = _get_target(last)
    return fields


def can_say_match(document: Mapping[str, Any]) -> bool:
    """Whether the fields can say the games of a match, and how many have to be won."""
    options = document["games"][0].get("options", {})
    try:
        said = read_format(make_match_document(read_match_fields(document), options))
    except (Refused, Unreadable):
        return False
    match = read_format(document)
    return (said.games, said.wins) == (match.games, match.wins)


def _get_target(game: GameFormat) -> int | None:
    # As it is typed: ``Rulebook.target`` is in the game's own unit.
    target: int | None = game.options.model_dump().get("target")
    return target
