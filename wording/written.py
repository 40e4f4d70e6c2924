"""The confirmation of a written line: "Written: 10 to 4. Now 35 to 26." """

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.core.format import MatchFormat
from scoring.core.lines import HAND
from scoring.core.state import MatchState
from wording.lines import line_words
from wording.numbers import against
from wording.params import side_word
from wording.whys import ending_words


def written_words(
    kind: str,
    data: Mapping[str, Any],
    state: MatchState,
    sides: Sequence[str],
    match_format: MatchFormat,
) -> str:
    """The line, and what it came to. ``state`` is that of the sheet with the line as its last."""
    reading = state.readings[-1]
    game = match_format.games[reading.game or 0]
    line = {"line": line_words(kind, data, reading.parts, sides, game)}
    said = [(_("Written: %(line)s.") if kind == HAND else _("On the sheet: %(line)s.")) % line]
    if state.games:
        said.append(_now(state, sides, match_format))
    return " ".join(said)


def _now(state: MatchState, sides: Sequence[str], match_format: MatchFormat) -> str:
    last, game = state.games[-1], match_format.games[len(state.games) - 1]
    if state.unfinished is not None and state.winner is not None:
        won = _("%(winner)s have won the match, %(games)s.")
        params = {"winner": side_word(state.winner, sides), "games": against(state.wins, "points")}
        return won % params
    if last.why is not None:
        return ending_words(last.why, last.winner, sides)
    unit = game.rulebook.unit(game.options)
    return _("Now %(totals)s.") % {"totals": against(last.totals, unit)}
