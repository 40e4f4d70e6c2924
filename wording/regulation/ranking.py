"""What results are worth, and the order of tie-breaks of a stage."""

from collections.abc import Callable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from competition.formats.contract import Format
from competition.regulation import StageRules
from competition.standings.options import StandingsOptions
from competition.standings.victory import victory_table
from kernel.reading import read
from wording.games.contract import choice_sentence, in_sentence
from wording.metrics import RANKING, VICTORY, metric_in_sentence
from wording.stages import listed_in_order, ranked_words

BUCHHOLZ = {
    "buchholz",
    "buchholz_cut_1",
    "buchholz_cut_2",
    "buchholz_median_1",
    "average_opponents_buchholz",
    "sonneborn_berger",
}
SCORED = {"match_points", "progressive", "head_to_head", *BUCHHOLZ}
"""Metrics that count what a match is worth."""
POINTS = {"points_for", "points_against", "points_difference", "thirds"}


def metrics_of(stage: StageRules, format_: Format[Any]) -> tuple[str, ...]:
    """By what a stage ranks, in order; nothing where the bracket does."""
    return (tuple(stage.metrics) or format_.metrics) if format_.metrics else ()


def ranking_rules(stage: StageRules, format_: Format[Any]) -> Iterator[str]:
    """What a result is worth, by what the stage ranks, and what becomes of who is level."""
    metrics = metrics_of(stage, format_)
    if not metrics:
        yield _(
            "Losers of a later round rank higher; losers of the same round share their place, "
            "unless a match decides it."
        )
        return
    options = read(StandingsOptions, {**format_.standings, **stage.ranking})
    used = {*metrics, *(options.mini_table if "mini_table" in metrics else ())}
    for name in StandingsOptions.model_fields:
        rule = RANKING_RULES.get(name)
        if rule is not None:
            yield rule(options, used)
    yield ranked_words(metrics)
    yield _over_groups(stage, format_)
    if "lots" not in metrics:
        yield _("Entries tied on all of these share their place.")


def _over_groups(stage: StageRules, format_: Format[Any]) -> str:
    if format_.options(stage.options).groups == 1:
        return ""
    if format_.over_groups:
        return _("All groups share one ranking.")
    return _("The winners of all groups rank before all second places, and so on.")


def _word_worth(options: StandingsOptions, used: set[str]) -> str:
    if not used & SCORED:
        return ""
    params = {"win": options.win, "draw": options.draw, "loss": options.loss}
    return _("Match points: %(win)s for a win, %(draw)s for a draw, %(loss)s for a loss.") % params


def _alone(name: str) -> Callable[[StandingsOptions, set[str]], str]:
    """What a round without a match is worth, in match points."""

    def sentence(options: StandingsOptions, used: set[str]) -> str:
        if not used & SCORED:
            return ""
        worth = options.alone(name)  # type: ignore[arg-type]
        params = {"what": RANKING[name].label, "points": worth}
        return _("%(what)s: %(points)s match points.") % params

    return sentence


def _word_unplayed(options: StandingsOptions, used: set[str]) -> str:
    if not used & BUCHHOLZ or options.round_robin:
        return ""
    return choice_sentence(RANKING["unplayed"], options.unplayed)


def _round_robin(options: StandingsOptions, used: set[str]) -> str:
    if not used & (BUCHHOLZ | {"head_to_head", "mini_table"}) or not options.round_robin:
        return ""
    return _("Since everybody meets everybody, a forfeit counts as a match between the two.")


def _filling(name: str) -> Callable[[StandingsOptions, set[str]], str]:
    """What stands for points and thirds where a round was not played."""

    def sentence(options: StandingsOptions, used: set[str]) -> str:
        if not used & POINTS:
            return ""
        how = getattr(options, name)
        what = (
            _("What a round without an opponent adds")
            if name == "rest"
            else _("What a match won by forfeit adds")
        )
        params = {"what": what, "choice": in_sentence(RANKING[name].choices[how])}
        said = _("%(what)s, in points and thirds: %(choice)s.") % params
        if how != "fixed":
            return said
        numbers = {
            "points": getattr(options, f"{name}_points"),
            "against": getattr(options, f"{name}_points_against"),
            "thirds": getattr(options, f"{name}_thirds"),
        }
        fixed = _("%(points)s points made, %(against)s points let in, %(thirds)s thirds.")
        return f"{said} {fixed % numbers}"

    return sentence


def _per_match(options: StandingsOptions, _used: set[str]) -> str:
    if not options.per_match:
        return ""
    return _("Entries with unequal numbers of matches are compared by their average per match.")


def _word_victory(options: StandingsOptions, used: set[str]) -> str:
    """The whole table, and what a round without one is worth."""
    rows = options.victory_table
    if rows is None or "victory_points" not in used:
        return ""
    table = victory_table(rows, options.victory_walkover)
    name = str(VICTORY["table"].choices[rows]) if isinstance(rows, str) else ""
    least, said = 0, []
    for number, (more, less) in enumerate(table.worth):
        pair = {"more": more, "less": less, "least": least}
        if number < len(table.bounds):
            most = table.bounds[number]
            said.append(_("%(least)s–%(most)s: %(more)s–%(less)s") % {**pair, "most": most})
            least = most + 1
        else:
            said.append(_("from %(least)s on: %(more)s–%(less)s") % pair)
    title = f"{VICTORY['table'].label}, {in_sentence(name)}" if name else VICTORY["table"].label
    params = {"table": title, "rows": "; ".join(said)}
    return _("%(table)s. By the difference of points: %(rows)s.") % params


def _victory_walkover(options: StandingsOptions, used: set[str]) -> str:
    rows = options.victory_table
    if rows is None or "victory_points" not in used:
        return ""
    given = victory_table(rows, options.victory_walkover).walkover
    params = {"what": RANKING["victory_walkover"].label, "points": given}
    return _("%(what)s: %(points)s.") % params


def _mini_table(options: StandingsOptions, used: set[str]) -> str:
    if "mini_table" not in used:
        return ""
    ranked = listed_in_order([metric_in_sentence(name) for name in options.mini_table])
    return _("The mini-table of tied entries ranks by %(metrics)s.") % {"metrics": ranked}


def _told_above(_options: StandingsOptions, _used: set[str]) -> str:
    """An option that stands in the sentence of another one."""
    return ""


RANKING_RULES: dict[str, Callable[[StandingsOptions, set[str]], str]] = {
    "win": _word_worth,
    "draw": _told_above,
    "loss": _told_above,
    "bye": _alone("bye"),
    "half_bye": _alone("half_bye"),
    "absent": _alone("absent"),
    "unplayed": _word_unplayed,
    "round_robin": _round_robin,
    "rest": _filling("rest"),
    "rest_points": _told_above,
    "rest_points_against": _told_above,
    "rest_thirds": _told_above,
    "walkover": _filling("walkover"),
    "walkover_points": _told_above,
    "walkover_points_against": _told_above,
    "walkover_thirds": _told_above,
    "per_match": _per_match,
    "victory_table": _word_victory,
    "victory_walkover": _victory_walkover,
    "mini_table": _mini_table,
}
"""The sentence of each option of a ranking, by its name; ``used``: the metrics that it ranks by.
What a match is worth that is not played out, and what completes unequal numbers of matches, stand
here too."""
