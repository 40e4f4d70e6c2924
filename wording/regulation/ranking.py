"""The articles on a ranking: what results are worth, and the tie-breaks in their order."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from competition.formats.contract import Format
from competition.regulation import StageRules
from competition.standings.metrics import METRICS
from competition.standings.options import StandingsOptions
from competition.standings.victory import find_victory_table
from kernel.reading import read
from wording.games.contract import put_in_sentence, word_choice
from wording.metrics import RANKING, VICTORY, put_metric_in_sentence
from wording.registry import SentenceRegistry
from wording.stages import describe_ranking, join_in_order


class UsedMetrics:
    """The metrics that a ranking uses, those of its mini-table included, and which of the options
    they depend on."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = frozenset(names)
        self.counts_match_points = self.has_opponents = False
        self.compares_matches = self.fills_unplayed = False
        for name in self.names:
            metric = METRICS[name]
            self.counts_match_points |= metric.counts_match_points
            self.has_opponents |= metric.of_opponents
            self.compares_matches |= metric.of_opponents or metric.among_tied
            self.fills_unplayed |= metric.fills_unplayed


RANKING_RULES = SentenceRegistry[[StandingsOptions, UsedMetrics]]()
"""By the name of an option, its sentence from all options of a ranking and the metrics that it
uses; empty if no metric depends on it. A test checks that none is missing."""


def list_metrics(stage: StageRules, format_: Format[Any]) -> tuple[str, ...]:
    """The criteria of a stage in their order: its own, or those of its format. None in a bracket,
    which ranks by the rounds in which entries lose."""
    if not format_.metrics:
        return ()
    return tuple(stage.metrics) or format_.metrics


def word_ranking_rules(stage: StageRules, format_: Format[Any]) -> Iterator[str]:
    """What a result is worth, the criteria of the ranking, and what becomes of ties."""
    metrics = list_metrics(stage, format_)
    if not metrics:
        yield _(
            "Losers of a later round rank higher; losers of the same round share their place, "
            "unless a match decides it."
        )
        return
    options = read(StandingsOptions, {**format_.standings, **stage.ranking})
    # An option is printed only if a criterion of this ranking depends on it.
    used = UsedMetrics(metrics)
    if "mini_table" in metrics:
        used = UsedMetrics((*metrics, *options.mini_table))
    for name in StandingsOptions.model_fields:
        rule = RANKING_RULES.get(name)
        if rule is not None:
            yield rule(options, used)
    yield describe_ranking(metrics)
    has_groups = format_.options(stage.options).groups != 1
    if has_groups and format_.over_groups:
        yield _("All groups share one ranking.")
    elif has_groups:
        yield _("The winners of all groups rank before all second places, and so on.")
    # Lots part all ties, so that nothing is left to share.
    if "lots" not in metrics:
        yield _("Entries tied on all of these share their place.")


@RANKING_RULES.add("win", covers=("draw", "loss"))
def word_match_points(options: StandingsOptions, used: UsedMetrics) -> str:
    if not used.counts_match_points:
        return ""
    params = {"win": options.win, "draw": options.draw, "loss": options.loss}
    return _("Match points: %(win)s for a win, %(draw)s for a draw, %(loss)s for a loss.") % params


@RANKING_RULES.add_each(("bye", "half_bye", "absent"))
def word_unpaired_round(name: str, options: StandingsOptions, used: UsedMetrics) -> str:
    """The rule on a round without a match (a bye, an absence): its worth in match points."""
    if not used.counts_match_points:
        return ""
    points = options.alone(name)  # type: ignore[arg-type]
    params = {"what": RANKING[name].label, "points": points}
    return _("%(what)s: %(points)s match points.") % params


@RANKING_RULES.add("unplayed")
def word_unplayed_round(options: StandingsOptions, used: UsedMetrics) -> str:
    # In a round robin a Buchholz treats unplayed rounds in another way: see the next rule.
    if options.round_robin or not used.has_opponents:
        return ""
    return word_choice(RANKING["unplayed"], options.unplayed)


@RANKING_RULES.add("round_robin")
def word_forfeit_in_round_robin(options: StandingsOptions, used: UsedMetrics) -> str:
    if not options.round_robin or not used.compares_matches:
        return ""
    return _("Since everybody meets everybody, a forfeit counts as a match between the two.")


@RANKING_RULES.add_each(
    ("rest", "walkover"),
    covers=(
        "rest_points",
        "rest_points_against",
        "rest_thirds",
        "walkover_points",
        "walkover_points_against",
        "walkover_thirds",
    ),
)
def word_unplayed_points(name: str, options: StandingsOptions, used: UsedMetrics) -> str:
    """The rule on the points and thirds of a round that was not played: ``rest`` or
    ``walkover``."""
    if not used.fills_unplayed:
        return ""
    if name == "rest":
        what = _("What a round without an opponent adds")
    else:
        what = _("What a match won by forfeit adds")
    choice = getattr(options, name)
    params = {"what": what, "choice": put_in_sentence(RANKING[name].choices[choice])}
    sentence = _("%(what)s, in points and thirds: %(choice)s.") % params
    if choice != "fixed":
        return sentence
    numbers = {
        "points": getattr(options, f"{name}_points"),
        "against": getattr(options, f"{name}_points_against"),
        "thirds": getattr(options, f"{name}_thirds"),
    }
    fixed = _("%(points)s points made, %(against)s points let in, %(thirds)s thirds.")
    return f"{sentence} {fixed % numbers}"


@RANKING_RULES.add("per_match")
def word_average_per_match(options: StandingsOptions, _used: UsedMetrics) -> str:
    if not options.per_match:
        return ""
    return _("Entries with unequal numbers of matches are compared by their average per match.")


@RANKING_RULES.add("victory_table")
def word_victory_table(options: StandingsOptions, used: UsedMetrics) -> str:
    """The whole table, row by row."""
    table_option = options.victory_table
    if table_option is None or "victory_points" not in used.names:
        return ""
    table = find_victory_table(table_option, options.victory_walkover)
    rows: list[str] = []
    least = 0
    for index, (more, less) in enumerate(table.worth):
        numbers = {"more": more, "less": less, "least": least}
        if index < len(table.bounds):
            most = table.bounds[index]
            rows.append(_("%(least)s–%(most)s: %(more)s–%(less)s") % {**numbers, "most": most})
            least = most + 1
        else:
            # The last row has no bound.
            rows.append(_("from %(least)s on: %(more)s–%(less)s") % numbers)
    title = str(VICTORY["table"].label)
    if isinstance(table_option, str):
        # A known table has a name; the club's own is given as rows.
        title += f", {put_in_sentence(VICTORY['table'].choices[table_option])}"
    params = {"table": title, "rows": "; ".join(rows)}
    return _("%(table)s. By the difference of points: %(rows)s.") % params


@RANKING_RULES.add("victory_walkover")
def word_victory_walkover(options: StandingsOptions, used: UsedMetrics) -> str:
    table_option = options.victory_table
    if table_option is None or "victory_points" not in used.names:
        return ""
    points = find_victory_table(table_option, options.victory_walkover).walkover
    params = {"what": RANKING["victory_walkover"].label, "points": points}
    return _("%(what)s: %(points)s.") % params


@RANKING_RULES.add("mini_table")
def word_mini_table(options: StandingsOptions, used: UsedMetrics) -> str:
    if "mini_table" not in used.names:
        return ""
    names = [put_metric_in_sentence(metric) for metric in options.mini_table]
    return _("The mini-table of tied entries ranks by %(metrics)s.") % {
        "metrics": join_in_order(names)
    }
