"""The criteria of rankings, in words and as headings and cells of a table."""

from typing import TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competition.plan import Value
from wording.games.contract import OptionWords

Words: TypeAlias = tuple[Promise, Promise]
"""The name of a metric, and the heading of its column."""

METRICS: dict[str, Words] = {
    "match_points": (_("Match points"), _("Match pts")),
    "wins": (_("Rounds won"), _("Won")),
    "wins_played": (_("Rounds won at the table"), _("Won at table")),
    "games_won": (_("Games won"), _("Games +")),
    "games_lost": (_("Games lost"), _("Games −")),
    "games_difference": (_("Difference of games"), _("Games ±")),
    "hands": (_("Hands played"), _("Hands")),
    "points_for": (_("Points made"), _("Points +")),
    "points_against": (_("Points let in"), _("Points −")),
    "points_difference": (_("Difference of points"), _("Points ±")),
    "thirds": (_("Thirds"), _("Thirds")),
    "victory_points": (_("Victory points"), _("VP")),
    "head_to_head": (_("Head to head"), _("H2H")),
    "mini_table": (_("Mini-table"), _("Mini-table")),
    "buchholz": (_("Buchholz"), _("Buchholz")),
    "buchholz_cut_1": (_("Buchholz without the lowest"), _("Buchholz −1")),
    "buchholz_cut_2": (_("Buchholz without the two lowest"), _("Buchholz −2")),
    "buchholz_median_1": (_("Median Buchholz"), _("Median")),
    "sonneborn_berger": (_("Sonneborn-Berger"), _("S.-B.")),
    "progressive": (_("Progressive score"), _("Progr.")),
    "average_opponents_buchholz": (_("Average Buchholz of the opponents"), _("Avg. Buch.")),
    "shutouts": (_("Shutouts"), _("Shutouts")),
    "marafonas": (_("Marafonas"), _("Marafonas")),
    "lots": (_("Lots"), _("Lot")),
}


RANKING: dict[str, OptionWords] = {
    "win": OptionWords(_("A match won"), _("In match points.")),
    "draw": OptionWords(_("A match drawn")),
    "loss": OptionWords(_("A match lost")),
    "bye": OptionWords(_("A round without an opponent"), _("Empty: as a match won.")),
    "half_bye": OptionWords(_("A requested bye"), _("Empty: as a match drawn.")),
    "absent": OptionWords(_("A missed round"), _("Empty: as a match lost.")),
    "unplayed": OptionWords(
        _("Rounds not played in a Buchholz"),
        _("By the rules of this year."),
        {"2026": "2026", "2024": "2024"},
    ),
    "round_robin": OptionWords(
        _("Everybody meets everybody"),
        _("In a Buchholz a forfeit then counts as played, and a bye as nothing."),
    ),
    "rest": OptionWords(
        _("Points and thirds"),
        "",
        {
            "none": _("Nothing"),
            "fixed": _("A fixed number"),
            "average": _("The average of its other rounds"),
        },
    ),
    "rest_points": OptionWords(_("Fixed: points made")),
    "rest_points_against": OptionWords(_("Fixed: points let in")),
    "rest_thirds": OptionWords(_("Fixed: thirds")),
    "walkover": OptionWords(
        _("Points and thirds"),
        "",
        {
            "none": _("As the rules of unfinished matches say"),
            "fixed": _("A fixed number"),
            "average": _("The average of its other rounds"),
        },
    ),
    "walkover_points": OptionWords(_("Fixed: points made")),
    "walkover_points_against": OptionWords(_("Fixed: points let in")),
    "walkover_thirds": OptionWords(_("Fixed: thirds")),
    "per_match": OptionWords(
        _("Average per match"),
        _("Every sum is divided by the matches played: where not all play as many."),
    ),
    "victory_walkover": OptionWords(
        _("Victory points of a rest, or of a forfeit won"), _("Empty: as the table has it.")
    ),
}
"""The options of a ranking: what a result is worth."""

VICTORY: dict[str, OptionWords] = {
    "table": OptionWords(
        _("Victory table"),
        "",
        {
            "burraco_3": _("Burraco, rounds of three hands"),
            "burraco_4": _("Burraco, rounds of four hands"),
            "own": _("Our own, written below"),
        },
    ),
    "rows": OptionWords(
        _("Our own table"),
        _(
            "One row for each line: a difference of points, and the points for the higher and"
            " for the lower side up to it. The last row begins with a dash: 50 10 10, then "
            "150 11 9, then – 12 8."
        ),
    ),
}
"""The options of victory points, which follow from the difference of points."""


def name_metric(metric: str) -> str:
    """The name of a metric, with a capital."""
    return str(METRICS[metric][0])


def put_metric_in_sentence(metric: str) -> str:
    """A metric in the middle of a sentence."""
    name = name_metric(metric)
    if name.startswith(SURNAMES):
        return name
    return name[:1].lower() + name[1:]


SURNAMES = ("Buchholz", "Sonneborn")
"""Metrics called after a person keep their capital."""


def word_metric(metric: str) -> str:
    """The name of a metric in a refusal, which may be about an unknown one."""
    return name_metric(metric) if metric in METRICS else metric


def word_metric_head(metric: str) -> str:
    """The heading of a metric's column."""
    return str(METRICS[metric][1])


def value(metric_value: Value) -> str:
    """The value of a metric: a whole number, a fraction (7 1/3), or a dash if there is none."""
    if metric_value is None:
        return "–"
    # A fraction is a pair of whole numbers, so that equal averages tie exactly.
    numerator, denominator = (metric_value, 1) if isinstance(metric_value, int) else metric_value
    sign = "−" if numerator < 0 else ""
    whole, remainder = divmod(abs(numerator), denominator)
    if not remainder:
        return f"{sign}{whole}"
    fraction = f"{remainder}/{denominator}"
    return f"{sign}{whole} {fraction}" if whole else f"{sign}{fraction}"
