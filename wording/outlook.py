"""The outlook of an entry in sentences: through, can get through, out, and what it needs."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext_lazy

from wording.numbers import score
from wording.params import Params
from wording.violations import MadeSentences, Words

FATES: dict[str, Promise] = {
    "through": gettext_lazy("Through"),
    "can": gettext_lazy("Can get through"),
    "out": gettext_lazy("Out of it"),
}
"""Headings above the entries of each kind."""

REASONS: dict[str, Promise] = {
    # certain, whatever happens
    "through_now": gettext_lazy("Through."),
    "through_anyway": gettext_lazy("Through, whatever happens."),
    "out_now": gettext_lazy("Out."),
    "out_anyway": gettext_lazy("Out, whatever happens."),
    "left_out": gettext_lazy("Has left the event."),
    # open, for a reason outside the last match
    "still_in_it": gettext_lazy("Still in the bracket."),
    "goes_on_by_losing": gettext_lazy("Goes on there if it loses."),
    "lots_or_others": gettext_lazy("Tied at the cut: lots decide, or the other groups."),
    "rounds_to_come": ngettext_lazy(
        "%(rounds)s round is still to be paired.",
        "%(rounds)s rounds are still to be paired.",
        "rounds",
    ),
    "matches_left": ngettext_lazy(
        "Everything is open: %(matches)s match left.",
        "Everything is open: %(matches)s matches left.",
        "matches",
    ),
    # how many wins are enough
    "wins_enough": ngettext_lazy(
        "%(wins)s win in the matches left (%(matches)s) is enough.",
        "%(wins)s wins in the matches left (%(matches)s) are enough.",
        "wins",
    ),
    "last_match_and_others": gettext_lazy("The last match decides, and the other tables."),
    "others_decide": gettext_lazy("Has played all its matches: the other tables decide."),
    "unless_rival_wins": gettext_lazy("Through if %(rival)s do not win."),
    # the score of the last match
    "points_enough": gettext_lazy("A score of %(enough)s or more in the last match is enough."),
    "points_needed": gettext_lazy(
        "Needs a score of at least %(least)s in the last match, and the other tables."
    ),
    "points_between": gettext_lazy(
        "A score of %(enough)s or more in the last match is enough; with less than %(least)s it is "
        "out."
    ),
    "points_more": gettext_lazy("Through with %(points)s more than %(rival)s in the last match."),
    "points_level": gettext_lazy(
        "Through with at least as many points as %(rival)s in the last match."
    ),
    "points_fewer": gettext_lazy(
        "Through with no more than %(points)s less than %(rival)s in the last match."
    ),
    "games_enough": ngettext_lazy(
        "%(games)s game in the last match is enough.",
        "%(games)s games in the last match are enough.",
        "games",
    ),
    # the result of the last match
    "draw_enough": gettext_lazy("A draw in the last match is enough."),
    "must_win": gettext_lazy("Must win the last match, and then is through."),
    "win_enough": gettext_lazy(
        "A win in the last match is enough; without it the other tables decide."
    ),
    "must_win_and_others": gettext_lazy("Must win the last match, and needs the other tables too."),
    "must_win_unless_rival_wins": gettext_lazy(
        "Must win the last match, and %(rival)s must not win theirs."
    ),
    "win_or_rival_does_not": gettext_lazy("Through with a win, or if %(rival)s do not win."),
}
"""Why an entry is through, can be, or is out. ``rival`` is a name."""

SUPPOSED: dict[str, Promise] = {
    "supposed_not_open": gettext_lazy(
        "This match (%(pairing)s) is decided already, or who plays it is not known."
    ),
    "supposed_end": gettext_lazy("A match cannot end like this here (%(pairing)s)."),
}

SCORES = ("enough", "least", "points")


def word_reason(code: str, params: Mapping[str, Any], rival: str = "") -> str:
    """What an entry needs; ``rival``: the name of the entry that it depends on."""
    unit = str(params.get("unit", "points"))
    words = Params(params)
    for name in SCORES:
        if isinstance(words.get(name), int):
            words[name] = score(words[name], unit)
    if rival:
        words["rival"] = rival
    return str(REASONS[code] % words)


MADE = MadeSentences()


@MADE.add_each(REASONS)
def word_outlook(code: str, params: Mapping[str, Any], _sides: Sequence[str]) -> str:
    return word_reason(code, params)


OUTLOOKS: dict[str, Words] = {**MADE, **SUPPOSED}
"""By code, in the form of ``wording.sentences``."""
