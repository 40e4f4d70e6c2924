"""Writes results that are copied from paper sheets, and takes them back."""

from collections.abc import Sequence
from datetime import datetime

from accounts.actors import Actor
from competition.hall.paper_results import PaperLine
from database.transactions import atomic_with_retry
from scoring.acts import Act
from scoring.core.lines import RESULT_KINDS, STRIKE
from scoring.models import Line
from tournaments.refusals import PaperResultRefused
from tournaments.services.results.sheets import RecordedLine, record_line

DEVICE = "desk"


@atomic_with_retry
def record_paper_result(
    *,
    match_id: int,
    lines: Sequence[PaperLine],
    key: str,
    version: int,
    actor: Actor,
    now: datetime,
) -> RecordedLine:
    """Writes the lines of one result, all or none; returns what the last one did.

    ``key`` is that of the form: a form that is sent twice writes once. ``version``: that of the
    sheet that the writer has seen. Raises what ``record_line`` raises.
    """
    recorded: RecordedLine | None = None
    for number, line in enumerate(lines):
        # Each line of the result is one more of the sheet, so the next is based on a version more.
        act = Act(
            line.kind,
            line.data,
            f"{key}-{number + 1}",
            version + number,
            device=DEVICE,
            made_at=now,
        )
        recorded = record_line(match_id=match_id, act=act, actor=actor, now=now)
    assert recorded is not None, "a result has a line"
    return recorded


@atomic_with_retry
def take_back_paper_result(*, match_id: int, key: str, actor: Actor, now: datetime) -> None:
    """Strikes the lines of a result that was written with this key. Sent twice, it strikes once.

    Raises PaperResultRefused where something was written on the sheet after them: then they are
    corrected there, one by one. Raises what ``record_line`` raises.
    """
    # Read without a lock: lines are never changed, and a line that is added meanwhile makes the
    # version of the first strike too old.
    rows = list(Line.objects.filter(match=match_id).order_by("n").values_list("n", "kind", "key"))
    written = []
    for n, kind, line_key in rows:
        # The keys of ``record_paper_result``: that of the form, and the number of the line.
        form_key, _, line_of_form = line_key.rpartition("-")
        if kind in RESULT_KINDS and form_key == key and line_of_form.isdigit():
            written.append(n)
    struck_keys = {line_key for _, kind, line_key in rows if kind == STRIKE}
    version = len(rows)
    if not written:
        raise PaperResultRefused("result_not_written")
    # The first line is struck last of all: if its strike is there, so are the others.
    if f"{key}-s{written[0]}" in struck_keys:
        return
    if written[-1] != version:
        raise PaperResultRefused("result_has_followers")
    # The last line first: so no line is left over by a strike.
    for number, n in enumerate(reversed(written)):
        data = {"line": n, "reason": ""}
        act = Act(STRIKE, data, f"{key}-s{n}", version + number, device=DEVICE, made_at=now)
        record_line(match_id=match_id, act=act, actor=actor, now=now)
