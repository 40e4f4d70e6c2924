"""``python -m soak``: forty pads on a bad network; status 1 if a hand is lost or written twice."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from bench.figures import Figure, table
from soak.hall import SoakPlan
from soak.run import SoakReport, run_soak, say

HANDS = 10_000
TABLES, TABLES_OF_A_PART = 20, 12
"""Of all of the soak, and of a part of it, whose pads still get forty hands each."""


def main() -> None:
    options = parse_options()
    plan = make_plan(options.hands, options.tables, options.seed, is_rough=options.rough)
    say(f"seed {plan.seed}: {plan.matches} matches, {plan.hands} hands, {2 * plan.tables} pads")
    with tempfile.TemporaryDirectory(prefix="la-bella-soak-", ignore_cleanup_errors=True) as folder:
        report = asyncio.run(run_soak(plan, Path(folder), has_faults=not options.calm))
    print_report(report)
    if report.verdict.faults or report.page_errors:
        sys.exit(
            "\n".join(
                ["", *report.verdict.faults, *map("page error: {}".format, report.page_errors)]
            )
        )


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m soak", description=__doc__)
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--tables", type=int, help=f"{TABLES}, or {TABLES_OF_A_PART} for a part")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rough", action="store_true", help="many conflicts and corrections")
    parser.add_argument("--calm", action="store_true", help="a good network, and nothing is killed")
    return parser.parse_args()


def make_plan(hands: int, tables: int | None, seed: int, *, is_rough: bool = False) -> SoakPlan:
    """A plan of at least this many hands: 10,000 are 200 matches of five games of ten hands."""
    if hands >= HANDS:
        tables = tables or TABLES
        groups, group_size, games = tables, 5, 5
    else:
        tables = tables or TABLES_OF_A_PART
        # Short matches, for any table that is free: none is left alone with the last ones.
        groups, group_size, games = max(tables, hands // 70), 3, 2
    matches = groups * group_size * (group_size - 1) // 2
    hands_a_game = max(2, -(-hands // (matches * games)))
    return SoakPlan(tables, groups, group_size, games, hands_a_game, seed, is_rough)


def print_report(report: SoakReport) -> None:
    verdict = report.verdict
    figures = [
        Figure("matches", verdict.matches, ""),
        Figure("hands on the sheets", verdict.hands, ""),
        Figure("lines on the sheets", verdict.lines, ""),
        Figure("hands lost", verdict.lost, "", "0"),
        Figure("hands written twice", verdict.duplicated, "", "0"),
        Figure("hands that differ", verdict.differing, "", "0"),
        Figure("pads opened or opened again", report.openings, ""),
        Figure("streams cut", report.streams_cut, ""),
        *(Figure(f"killed: {what}", n, "") for what, n in sorted(report.kills.items())),
        *(Figure(f"{kind}: {fate}", n, "") for (kind, fate), n in sorted(report.requests.items())),
        *(Figure(f"at the tables: {what}", n, "") for what, n in sorted(report.acts.items())),
        Figure("until all pads are open", report.ready_after, "s"),
        Figure("total", report.seconds, "s"),
    ]
    print(table(figures), flush=True)


if __name__ == "__main__":
    main()
