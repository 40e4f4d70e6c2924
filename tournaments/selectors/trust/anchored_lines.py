"""Compares the lines of sheets with the anchors that cover them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from competition.trust.anchors import AnchorRecord, Items
from competition.trust.faults import Fault
from scoring.models import Line
from scoring.selectors import find_broken_line

CHUNK = 200


def find_anchored_line_faults(
    matches: Sequence[int], records: Sequence[AnchorRecord], anchored: Items
) -> Iterator[Fault]:
    """Those of these matches whose lines up to an anchor are not those that it covers, once each:
    the first prefix that differs says between which lines the change is. ``anchored``: all items
    of the records together."""
    # In chunks: an event of any size is verified in little memory, and in few queries.
    for start in range(0, len(matches), CHUNK):
        chunk = matches[start : start + CHUNK]
        lines: dict[int, list[Line]] = defaultdict(list)
        for line in Line.objects.filter(match__in=chunk).order_by("match_id", "n"):
            lines[line.match_id].append(line)
        for match in chunk:
            key = f"sheet:{match}"
            # Each anchor covers a prefix that is no shorter than the one before it.
            covered_lines = 0
            for record in records:
                # An anchor names only the sheets that have changed since the one before.
                if key not in record.changes:
                    continue
                count, head = record.changes[key]
                prefix = lines[match][:count]
                broken = find_broken_line(prefix)
                if len(prefix) == count and broken is None and prefix[-1].digest == head:
                    covered_lines = count
                    continue
                detail = {
                    "anchor": record.statement.number,
                    "after_line": covered_lines,
                    "to_line": count,
                    "broken": broken,
                }
                about = anchored.get(f"match:{match}", {})
                stage, code = about.get("stage"), about.get("pairing", "")
                yield Fault("anchored_lines_differ", stage, code, match, detail)
                break
