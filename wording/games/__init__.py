"""The words of each game, by the name of its rulebook. A new game is a module here and a line."""

from wording.games.contract import FieldWords, GameWords, OptionWords
from wording.games.marafon import MARAFON

__all__ = ["GAMES", "FieldWords", "GameWords", "OptionWords", "words_of"]

GAMES: dict[str, GameWords] = {"marafon": MARAFON}


def words_of(game: str) -> GameWords:
    """The words of a game that the registry of rulebooks has."""
    return GAMES[game]
