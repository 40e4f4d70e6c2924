"""The words of each game, by the name of its rulebook. A new game is a module here and a line."""

from wording.games.briscola_151 import BRISCOLA_151
from wording.games.cinquecento import CINQUECENTO
from wording.games.contract import FieldWords, GameWords, OptionWords
from wording.games.marafon import MARAFON
from wording.games.mariaccia import MARIACCIA
from wording.games.marianna import MARIANNA
from wording.games.mariglia import MARIGLIA
from wording.games.trionfo import TRIONFO

__all__ = ["GAMES", "FieldWords", "GameWords", "OptionWords", "find_game_words"]

GAMES: dict[str, GameWords] = {
    "marafon": MARAFON,
    "mariglia": MARIGLIA,
    "marianna": MARIANNA,
    "cinquecento": CINQUECENTO,
    "briscola_151": BRISCOLA_151,
    "mariaccia": MARIACCIA,
    "trionfo": TRIONFO,
}


def find_game_words(game: str) -> GameWords:
    """The words of a game that the registry of rulebooks has."""
    return GAMES[game]
