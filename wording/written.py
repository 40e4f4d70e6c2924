"""The confirmation of a written line: "Written: 10 to 4. Now 35 to 26." """

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.core.format import MatchFormat
from scoring.core.lines import HAND
from scoring.core.state import MatchState
from wording.lines import word_line
from wording.numbers import against
from wording.params import word_side
from wording.whys import word_ending


def describe_written_line(
    kind: str,
    data: Mapping[str, Any],
    state: MatchState,
    sides: Sequence[str],
    match_format: MatchFormat,
) -> str:
    """The line, and the score after it. ``state``: that of the sheet with this line as its last."""
    reading = state.readings[-1]
    # A line of the whole match, such as a signature, belongs to no game: the first stands in.
    game_format = match_format.games[reading.game or 0]
    params = {"line": word_line(kind, data, reading.parts, sides, game_format)}
    sentence = _("Written: %(line)s.") if kind == HAND else _("On the sheet: %(line)s.")
    written = sentence % params
    if not state.games:
        return written
    last_game = state.games[-1]
    # The last game does not show the end of a match that was not played out, or of which only the
    # games won were written.
    is_over_by_games = state.games_only or state.unfinished is not None
    if is_over_by_games and state.winner is not None:
        words = {"winner": word_side(state.winner, sides), "games": against(state.wins, "points")}
        score = _("%(winner)s won the match, %(games)s.") % words
    elif last_game.why is not None:
        score = word_ending(last_game.why, last_game.winner, sides)
    else:
        last_format = match_format.games[len(state.games) - 1]
        unit = last_format.rulebook.unit(last_format.options)
        score = _("Now %(totals)s.") % {"totals": against(last_game.totals, unit)}
    return f"{written} {score}"
