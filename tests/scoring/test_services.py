"""Writing sheets: the retry, the stale version, the chain, the repair."""

from random import Random
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.actors import Actor, ActorKind
from scoring.acts import Act
from scoring.core.fold import fold_sheet
from scoring.core.format import best_of, read_format
from scoring.derived import build_snapshot
from scoring.kept_folds import KEPT_FOLDS, MOST_KEPT, KeptFolds
from scoring.models import Line, Match
from scoring.refusals import (
    CorrectionMovesLines,
    KeyReused,
    LineRefused,
    LineUnreadable,
    SheetFull,
    StaleVersion,
)
from scoring.selectors import find_broken_line, load_sheet
from scoring.services import (
    MOST_LINES,
    MOST_LINES_OF_TABLES,
    lock_sheet,
    open_matches,
    repair_match,
    write_line,
)
from scoring.verification import find_sheet_faults
from tests.factories import NOW, actor_of, make_user
from tests.scoring.core.growing import grown

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Any:
    (match,) = open_matches([best_of(3, "marafon", {"target": 11})])
    return match


@pytest.fixture
def actor() -> Any:
    return actor_of(make_user())


@pytest.fixture
def write(match: Any, actor: Any) -> Any:
    def write(data: Any, *, kind: Any = "hand", key: Any = "k1", version: Any = 0) -> Any:
        act = Act(kind, data, key, version, device="phone", made_at=NOW)
        with transaction.atomic():
            return write_line(sheet=lock_sheet(match.pk), act=act, actor=actor, now=NOW)

    return write


def test_a_line_is_kept_with_author_device_and_times(match: Any, actor: Any, write: Any) -> None:
    line = write({"points": [7, None]}).line
    line.refresh_from_db()
    assert (line.n, line.kind, line.data) == (1, "hand", {"points": [7, None]})
    assert (line.author_kind, line.author_id, line.device) == ("USER", actor.id, "phone")
    assert (line.made_at, line.arrived_at) == (NOW, NOW)


def test_the_match_keeps_what_its_lines_fold_to(match: Any, write: Any) -> None:
    write({"points": [11, None]})
    write({"points": [11, None]}, key="k2", version=1)
    match.refresh_from_db()
    assert (match.state, match.winner, match.version, match.begun) == ("WON", 0, 2, True)
    assert match.snapshot["wins"] == [2, 0]


def test_a_retry_gets_the_first_answer_and_adds_nothing(match: Any, write: Any) -> None:
    first = write({"points": [7, None]})
    write({"points": [3, None]}, key="k2", version=1)
    again = write({"points": [7, None]}, key="k1", version=0)
    assert again.replayed
    assert again.line == first.line
    assert again.state == first.state
    assert match.lines.count() == 2


def test_a_key_with_other_content_is_refused(write: Any) -> None:
    write({"points": [7, None]})
    with pytest.raises(KeyReused) as refused:
        write({"points": [8, None]}, key="k1", version=1)
    assert refused.value.params == {"n": 1}


def test_an_old_version_is_refused(match: Any, write: Any) -> None:
    write({"points": [7, None]})
    with pytest.raises(StaleVersion) as refused:
        write({"points": [8, None]}, key="k2", version=0)
    assert refused.value.params == {"seen": 0, "version": 1}
    assert match.lines.count() == 1


def test_a_version_from_the_future_is_refused(write: Any) -> None:
    with pytest.raises(StaleVersion):
        write({"points": [8, None]}, version=5)


def test_what_cannot_be_is_refused_with_everything_that_is_wrong(match: Any, write: Any) -> None:
    with pytest.raises(LineRefused) as refused:
        write({"points": [7, 7], "thirds": [20, 20]})
    assert len(refused.value.violations) >= 2
    assert {fault.params["line"] for fault in refused.value.violations} == {1}
    match.refresh_from_db()
    assert (match.version, match.lines.count()) == (0, 0)


def test_all_lines_that_no_longer_could_stand_are_named(write: Any) -> None:
    write({"points": [1, None], "caller": 0})
    write({"points": [1, None]}, key="k2", version=1)
    write({"points": [1, None], "caller": 2}, key="k3", version=2)
    strike = {"line": 2, "reason": "doppia"}
    with pytest.raises(LineRefused) as refused:
        write(strike, kind="strike", key="k4", version=3)
    assert refused.value.params == {"at": 3, "lines": [3]}


AMEND = {"line": 1, "data": {"points": [11, None]}, "reason": "letta male"}


def decided_in_the_bella(write: Any) -> None:
    write({"points": [0, None]})
    write({"points": [11, None]}, key="k2", version=1)
    write({"points": [11, None]}, key="k3", version=2)


def amend(write: Any, **more: Any) -> Any:
    return write(AMEND | more.pop("data", {}), kind="amend", key="k4", version=3, **more)


def test_a_correction_is_written_with_the_lines_that_it_sets_aside(match: Any, write: Any) -> None:
    decided_in_the_bella(write)
    written = amend(write)
    assert written.line.data == {**AMEND, "aside": [{"line": 3, "game": 2}]}
    effect = written.effect
    assert [move.line for move in effect.set_aside] == [3]
    assert ([game.winner for game in effect.after.games], effect.after.winner) == ([0, 0], 0)
    match.refresh_from_db()
    assert (match.state, match.winner, match.snapshot["wins"]) == ("WON", 0, [2, 0])
    assert find_broken_line(list(match.lines.order_by("n"))) is None


@pytest.mark.parametrize("data", [{}, {"aside": [{"line": 3, "game": 2}]}])
def test_its_retry_gets_the_first_answer(match: Any, write: Any, data: Any) -> None:
    decided_in_the_bella(write)
    first = amend(write, data=data)
    again = amend(write)
    named = amend(write, data={"aside": [{"line": 3, "game": 2}]})
    assert first.line == again.line == named.line
    assert again.replayed
    assert named.replayed


@pytest.mark.parametrize("aside", [[], [{"line": 2, "game": 0}], [{"line": 3, "game": 1}]])
def test_a_writer_sets_no_other_lines_aside(match: Any, write: Any, aside: Any) -> None:
    decided_in_the_bella(write)
    with pytest.raises(CorrectionMovesLines):
        amend(write, data={"aside": aside})
    assert match.lines.count() == 3


def test_an_aside_without_form_is_refused(write: Any) -> None:
    decided_in_the_bella(write)
    with pytest.raises(LineUnreadable):
        amend(write, data={"aside": [3]})


def test_what_has_no_form_is_refused(write: Any) -> None:
    with pytest.raises(LineUnreadable):
        write({"punti": 7})


def test_the_chain_closes_and_a_changed_row_breaks_it(match: Any, write: Any) -> None:
    for n in range(3):
        write({"points": [3, None]}, key=f"k{n}", version=n)
    assert find_broken_line(list(match.lines.order_by("n"))) is None
    Line.objects.filter(match=match, n=2).update(data={"points": [4, None]})
    assert find_broken_line(list(match.lines.order_by("n"))) == 2


def test_columns_are_repaired_from_the_lines_and_the_change_is_named(
    match: Any, write: Any
) -> None:
    write({"points": [11, None]})
    assert repair_match(match_id=match.pk) == {}
    Match.objects.filter(pk=match.pk).update(begun=False)
    assert repair_match(match_id=match.pk) == {"begun": (False, True)}
    assert repair_match(match_id=match.pk) == {}


def test_a_truncated_sheet_is_not_repaired(match: Any, write: Any) -> None:
    write({"points": [11, None]})
    Line.objects.filter(match=match).delete()
    for _ in range(2):
        match.refresh_from_db()
        assert find_sheet_faults(match, [])[0].code == "lines_missing"
        assert repair_match(match_id=match.pk) == {}


def test_a_sheet_tells_what_every_line_came_to(match: Any, write: Any) -> None:
    write({"points": [7, None], "marafona": 0})
    match.refresh_from_db()
    (row,) = load_sheet(match).rows
    assert (row.reading.before, row.reading.after) == ((0, 0), (10, 4))
    assert [part.rule for part in row.reading.parts] == ["cards", "marafona"]


@pytest.mark.parametrize(
    "columns",
    [
        {"state": "WON", "winner": None},
        {"state": "OPEN", "winner": 1},
        {"state": "DRAWN", "winner": 0},
        {"state": "WON", "winner": 0, "version": 0},
    ],
)
def test_the_database_keeps_a_match_open_won_or_drawn(match: Any, columns: Any) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=match.pk).update(**columns)


@pytest.mark.parametrize("twice", [{"n": 1, "key": "other"}, {"n": 2, "key": "k1"}])
def test_the_database_keeps_numbers_and_keys_once(match: Any, write: Any, twice: Any) -> None:
    line = write({"points": [7, None]}).line
    line.pk, line._state.adding = None, True
    line.n, line.key = twice["n"], twice["key"]
    with pytest.raises(IntegrityError), transaction.atomic():
        line.save(force_insert=True)


def test_a_word_about_a_missing_line_names_that_line(write: Any) -> None:
    write({"points": [7, None]})
    with pytest.raises(LineRefused) as refused:
        write({"line": 9, "reason": "?"}, kind="strike", key="k2", version=1)
    assert refused.value.violations[0].params == {"line": 9, "field": "line"}


@pytest.mark.parametrize("seed", range(6))
def test_the_snapshot_is_the_fold_of_the_lines_whatever_was_kept(
    seed: int, actor: Any, write: Any, match: Any
) -> None:
    format_ = read_format(match.format)
    random = Random(seed)
    lines, states = grown(format_, seed, 30)
    for line, state in zip(lines, states[1:], strict=True):
        write(line.data, kind=line.kind, key=f"k{line.n}", version=line.n - 1)
        match.refresh_from_db()
        assert match.snapshot == build_snapshot(state)
        # The next line is written by another process.
        if random.random() < 0.2:
            KEPT_FOLDS.clear()


def test_a_line_that_was_rolled_back_leaves_no_fold(match: Any, actor: Any, write: Any) -> None:
    write({"points": [7, None]})
    with transaction.atomic():
        write({"points": [11, None]}, key="k2", version=1)
        transaction.set_rollback(True)
    state = write({"points": [0, None]}, key="k3", version=1).state
    assert state.games[-1].totals == (7, 15)


def test_only_the_last_folds_are_kept() -> None:
    kept_folds, empty = KeptFolds(), fold_sheet(read_format(best_of(3, "marafon")), ())
    for number in range(MOST_KEPT + 1):
        kept_folds.keep(str(number), empty)
    assert (kept_folds.find("0"), kept_folds.find("1")) == (None, empty)


@pytest.mark.parametrize(
    ("kind", "most"),
    [(ActorKind.TABLE, MOST_LINES_OF_TABLES), (ActorKind.USER, MOST_LINES)],
)
def test_a_full_sheet_takes_no_more_lines(match: Any, kind: ActorKind, most: int) -> None:
    Match.objects.filter(pk=match.pk).update(version=most)
    act = Act("hand", {"points": [7, None]}, "k", most, device="phone", made_at=NOW)
    with pytest.raises(SheetFull) as refused, transaction.atomic():
        write_line(sheet=lock_sheet(match.pk), act=act, actor=Actor(kind, "1"), now=NOW)
    assert refused.value.params == {"most": most}


def test_phones_leave_room_on_a_sheet_for_the_referee() -> None:
    assert MOST_LINES_OF_TABLES < MOST_LINES


@pytest.mark.parametrize(
    "spoiled",
    [
        {"games": [{"game": "marafon", "options": {"target": 5}}], "wins": 1},
        {"games": [{"game": "marafon"}], "wins": 7},
        {"games": [{"game": "tressette"}], "wins": 1},
        {"games": [], "wins": 1},
    ],
)
def test_a_spoiled_format_is_a_fault(match: Any, write: Any, spoiled: Any) -> None:
    write({"points": [11, None]})
    Match.objects.filter(pk=match.pk).update(format=spoiled)
    match.refresh_from_db()
    (fault,) = find_sheet_faults(match, list(match.lines.order_by("n")))
    assert (fault.code, len(fault.stored)) == ("format_refused", 1)
    assert repair_match(match_id=match.pk) == {}
