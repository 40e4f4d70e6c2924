"""Rows that are changed past the services, by SQL, and what the verification says of them. Run on
SQLite and on PostgreSQL."""

import json
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from competition.draw.coin import Coin, toss
from competition.draw.commitment import commitment
from competition.draw.constraints import Constraints
from competition.plan import Entrant
from competition.stages.drawing import LOTS, draw_order
from competition.stages.stage import order_as_json
from competition.trust.anchors import START, AnchorStatement, compute_anchor_digest, sign_statement
from scoring.core.fold import fold
from scoring.core.format import read_format
from scoring.derived import derive_columns
from scoring.models import Line
from scoring.sheets import instant, make_chained_line, make_sheet_lines
from tests.factories import NOW, owner_of
from tests.tournaments.steps import win
from tests.tournaments.test_borders import draw_lots, make_event_of, win_once_each
from tests.tournaments.test_chains import draw, stage
from tournaments.models import Anchor, Draw, Event, Pairing, Penalty, PendingDecision, Protest
from tournaments.selectors.trust.anchors import write_anchor_text
from tournaments.selectors.trust.exports import build_anchors_document
from tournaments.selectors.trust.verification import find_faults
from tournaments.services.decisions.pending import leave_as_played
from tournaments.services.decisions.protests import decide_protest, file_protest
from tournaments.services.standings.penalties import give_penalty
from tournaments.services.trust.anchors import load_signing_key, make_anchor

CUT = {"take": "of_each", "stage": 1, "of_each": 2}


@pytest.fixture
def event() -> Event:
    """Two groups of three. The first is settled by a penalty, the second by lots; two of each play
    a knockout, to its end."""
    found = make_event_of(6, "groups", cut=CUT, groups=2)
    for group in (1, 2):
        win_once_each(found, group)
    last = Draw.objects.get(stage__event=found).order[0][2]  # type: ignore[index]
    penalize(found, last, points=1)
    draw_lots(found)
    draw(found, 2)
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        win(knockout_pairing(found, code))
    return found


def penalize(event: Event, entry: int, *, points: int) -> None:
    give_penalty(
        stage=stage(event, 1),
        entry=event.entries.get(pk=entry),
        points=points,
        article="7",
        reason="gesti al compagno",
        actor=owner_of(event.club),
        now=NOW,
    )


def knockout_pairing(event: Event, code: str) -> Pairing:
    return event.pairings.get(round__group__stage__number=2, code=code)


def update(table: str, pk: int, **columns: Any) -> None:
    """Changes one row by SQL. Dicts and lists are written as JSON."""
    names = ", ".join(f'"{name}" = %s' for name in columns)
    values = [
        json.dumps(value) if isinstance(value, dict | list) else value for value in columns.values()
    ]
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET {names} WHERE id = %s", [*values, pk])
        assert cursor.rowcount == 1


def delete(table: str, pk: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE id = %s", [pk])
        assert cursor.rowcount == 1


def lots_of(event: Event) -> Draw:
    return Draw.objects.get(stage__event=event, purpose=Draw.Purpose.LOTS)


def draw_of(event: Event, number: int) -> Draw:
    return Draw.objects.get(stage__event=event, stage__number=number, purpose=Draw.Purpose.ORDER)


def left_out(event: Event) -> list[int]:
    """The entries that did not advance."""
    seated = {each["id"] for each in draw_of(event, 2).entries}
    return sorted(set(event.entries.values_list("pk", flat=True)) - seated)


def won_match(event: Event) -> Any:
    match = knockout_pairing(event, "main-1-1").match
    assert match is not None
    return match


# What is changed ------------------------------------------------------------------------------


def change_line(event: Event) -> None:
    line = Line.objects.get(match=won_match(event), n=1)
    update("scoring_line", line.pk, data={"points": [0, None]})


def move_line(event: Event) -> None:
    line = Line.objects.get(match=won_match(event), n=1)
    other = knockout_pairing(event, "main-1-2").match_id
    update("scoring_line", line.pk, match_id=other, n=2)


def delete_line(event: Event) -> None:
    delete("scoring_line", Line.objects.get(match=won_match(event), n=1).pk)


def change_winner(event: Event) -> None:
    match = won_match(event)
    update("scoring_match", match.pk, winner=1 - match.winner)


def change_pairing_state(event: Event) -> None:
    update("tournaments_pairing", knockout_pairing(event, "main-2-1").pk, state="READY")


def declare_final_unneeded(event: Event) -> None:
    """The final was played and decided, and counts no more: its entries share the first place."""
    update("tournaments_pairing", knockout_pairing(event, "main-2-1").pk, state="NOT_NEEDED")


def lengthen_final(event: Event) -> None:
    """The final is played to more points than announced: it is open again, as all columns say."""
    pairing = knockout_pairing(event, "main-2-1")
    match = pairing.match
    assert match is not None
    format_ = json.loads(json.dumps(match.format))
    format_["games"][0].setdefault("options", {})["target"] = 41
    state = fold(read_format(format_), make_sheet_lines(match.lines.order_by("n")))
    columns = derive_columns(state, match.version, match.head)
    update("scoring_match", match.pk, format=format_, **columns)
    update("tournaments_pairing", pairing.pk, state="READY")


def seat_entry_that_was_left_out(event: Event) -> None:
    slot = knockout_pairing(event, "main-1-1").slots.get(position=0)
    update("tournaments_slot", slot.pk, entry_id=left_out(event)[0])


def swap_seats(event: Event) -> None:
    """Two entries of the second stage, each in the place of the other."""
    one, other = (
        knockout_pairing(event, code).slots.get(position=0) for code in ("main-1-1", "main-1-2")
    )
    update("tournaments_slot", one.pk, entry_id=other.entry_id)
    update("tournaments_slot", other.pk, entry_id=one.entry_id)


def seat_loser_in_final(event: Event) -> None:
    slot = knockout_pairing(event, "main-2-1").slots.get(position=0)
    loser = knockout_pairing(event, "main-1-1").slots.exclude(entry=slot.entry).get()
    update("tournaments_slot", slot.pk, entry_id=loser.entry_id)


def cut_fewer(event: Event) -> None:
    update("tournaments_stage", stage(event, 2).pk, cut=CUT | {"of_each": 1})


def cut_by_places(event: Event) -> None:
    cut = {"take": "places", "stage": 1, "first": 3, "last": 6}
    update("tournaments_stage", stage(event, 2).pk, cut=cut)


def cut_chosen(event: Event) -> None:
    """A cut that names other entries by hand."""
    entries = [*left_out(event), *(each["id"] for each in draw_of(event, 2).entries[:2])]
    cut = {"take": "chosen", "stage": 1, "entries": entries, "reason": "accordo"}
    update("tournaments_stage", stage(event, 2).pk, cut=cut)


def remove_cut(event: Event) -> None:
    update("tournaments_stage", stage(event, 2).pk, cut=None)


def reverse_draw(event: Event) -> None:
    found = draw_of(event, 1)
    assert found.order is not None
    update("tournaments_draw", found.pk, order=[group[::-1] for group in found.order])


def call_off_draw(event: Event) -> None:
    update(
        "tournaments_draw",
        draw_of(event, 2).pk,
        state="CALLED_OFF",
        called_off_at=NOW,
        called_off_reason="errore",
    )


def delete_draw(event: Event) -> None:
    delete("tournaments_draw", draw_of(event, 2).pk)


def reverse_lots(event: Event) -> None:
    lots = lots_of(event)
    assert lots.order is not None
    update("tournaments_draw", lots.pk, order=lots.order[::-1])


def draw_lots_until_they_suit(event: Event) -> None:
    """Another secret; commitment, seed and order are right for it, and somebody else advances."""
    lots = lots_of(event)
    entrants = [Entrant(**entry) for entry in lots.entries]
    for number in range(100):
        secret = f"{number:064x}"
        seed = toss(secret, lots.word)
        order = draw_order(LOTS, {}, entrants, constraints=Constraints(), coin=Coin(seed))
        if order_as_json(order)[-1] != lots.order[-1]:  # type: ignore[index]
            break
    update(
        "tournaments_draw",
        lots.pk,
        secret=secret,
        seed=seed,
        order=list(order_as_json(order)),
        commitment=commitment(
            secret=secret, entries=lots.entries, constraints={}, format_=LOTS, version=lots.version
        ),
    )


def delete_lots(event: Event) -> None:
    delete("tournaments_draw", lots_of(event).pk)


def cancel_penalty(event: Event) -> None:
    penalty = Penalty.objects.get(event=event)
    update("tournaments_penalty", penalty.pk, cancelled_at=NOW, cancelled_reason="errore")


def move_penalty(event: Event) -> None:
    """The penalty of the one who was left out goes to one who advanced."""
    penalty = Penalty.objects.get(event=event)
    groups: Any = draw_of(event, 1).order
    group = next(each for each in groups if penalty.entry_id in each)
    other = next(entry for entry in group if entry != penalty.entry_id)
    update("tournaments_penalty", penalty.pk, entry_id=other)


def delete_penalty(event: Event) -> None:
    delete("tournaments_penalty", Penalty.objects.get(event=event).pk)


TAMPERING: dict[Callable[[Event], None], set[str]] = {
    change_line: {"chain_broken", "column_differs"},
    move_line: {"lines_missing", "chain_broken"},
    delete_line: {"lines_missing"},
    change_winner: {"column_differs", "slot_entry"},
    change_pairing_state: {"pairing_state"},
    declare_final_unneeded: {"pairing_state"},
    lengthen_final: {"match_format_differs"},
    seat_entry_that_was_left_out: {"slot_not_as_drawn", "cut_differs", "slot_entry"},
    swap_seats: {"slot_not_as_drawn", "slot_entry"},
    seat_loser_in_final: {"slot_entry"},
    cut_fewer: {"cut_differs"},
    cut_by_places: {"cut_differs"},
    cut_chosen: {"cut_differs"},
    remove_cut: {"cut_missing"},
    reverse_draw: {"draw_differs", "slot_not_as_drawn"},
    call_off_draw: {"draw_missing"},
    delete_draw: {"draw_missing"},
    reverse_lots: {"draw_differs", "cut_differs"},
    draw_lots_until_they_suit: {"cut_differs"},
    delete_lots: {"cut_differs"},
    cancel_penalty: {"cut_differs"},
    move_penalty: {"cut_differs"},
    delete_penalty: {"cut_differs"},
}


def test_an_event_of_two_stages_has_no_fault(event: Event) -> None:
    assert list(find_faults(event)) == []


@pytest.mark.parametrize("tamper", TAMPERING, ids=lambda tamper: tamper.__name__)
def test_what_was_changed_by_sql_is_found(tamper: Callable[[Event], None], event: Event) -> None:
    tamper(event)
    codes = {fault.code for fault in find_faults(event)}
    assert TAMPERING[tamper] <= codes
    assert "check_failed" not in codes


def test_a_decision_about_a_cut_explains_no_other_change_of_it(event: Event) -> None:
    """Somebody who has advanced is penalized, and stays by decision; then lots are reversed."""
    advanced = {each["id"] for each in draw_of(event, 2).entries}
    group = (draw_of(event, 1).order or [])[0]
    penalize(event, next(entry for entry in group if entry in advanced), points=5)
    question = event.questions.get(kind=PendingDecision.Kind.CUT_MOVED)
    assert list(find_faults(event)) == []
    leave_as_played(pending=question, reason="già giocato", actor=owner_of(event.club), now=NOW)
    assert list(find_faults(event)) == []
    delete_lots(event)
    assert {fault.code for fault in find_faults(event)} == {"cut_differs"}


# A forger who makes everything consistent again -------------------------------------------------


@pytest.fixture
def key(settings: Settings, tmp_path: Path) -> Ed25519PrivateKey:
    settings.ANCHOR_KEY_FILE = tmp_path / "anchor-key"
    return load_signing_key(settings.ANCHOR_KEY_FILE)


def forge_final(event: Event) -> int:
    """The other side wins the final: the line, its digest and all columns that follow from it. No
    other row depends on them. The id of the match."""
    match = knockout_pairing(event, "main-2-1").match
    assert match is not None
    line = Line.objects.get(match=match)
    points = line.data["points"]
    line.data = {"points": [0, None] if points[0] else [11, None]}
    line.digest = make_chained_line(line).digest()
    update("scoring_line", line.pk, data=line.data, digest=line.digest)
    state = fold(read_format(match.format), make_sheet_lines([line]))
    update("scoring_match", match.pk, **derive_columns(state, match.version, line.digest))
    return match.pk


def verify_against(text: str) -> set[tuple[str, int | None]]:
    """Code and match of each fault that the command names."""
    out = StringIO()
    with suppress(CommandError):
        call_command("verify", against=text, json=True, stdout=out)
    faults = [json.loads(row) for row in out.getvalue().splitlines()]
    return {(fault["code"], fault["match"]) for fault in faults}


def test_a_result_that_was_made_consistent_again_is_found_by_anchors_alone(
    event: Event, key: Ed25519PrivateKey, tmp_path: Path
) -> None:
    printed = write_anchor_text(make_anchor(event=event, key=key, now=NOW))
    export = tmp_path / "anchors.json"
    export.write_text(json.dumps(build_anchors_document(event)))
    assert verify_against(printed) == verify_against(str(export)) == set()
    match = forge_final(event)
    assert verify_against(printed) == {("anchored_lines_differ", match)}
    Anchor.objects.filter(event=event).delete()
    assert list(find_faults(event)) == []
    assert verify_against(printed) == {("anchor_missing", None)}
    make_anchor(event=event, key=key, now=NOW)
    assert list(find_faults(event)) == []
    assert verify_against(printed) == {("anchor_replaced", None)}
    assert verify_against(str(export)) == {
        ("anchor_replaced", None),
        ("anchored_lines_differ", match),
    }


def test_anchors_cover_the_format_of_matches(event: Event, key: Ed25519PrivateKey) -> None:
    """Also where the format of the stage is changed with it."""
    make_anchor(event=event, key=key, now=NOW)
    lengthen_final(event)
    match = knockout_pairing(event, "main-2-1").match
    assert match is not None
    faults = [fault for fault in find_faults(event) if fault.code == "anchored_item_differs"]
    assert [fault.match for fault in faults] == [match.pk]
    assert faults[0].detail["parts"] == ["format"]


def test_an_anchor_without_formats_still_holds(event: Event, key: Ed25519PrivateKey) -> None:
    """As anchors were signed before they covered the formats of matches."""
    anchor = make_anchor(event=event, key=key, now=NOW)
    for item, value in anchor.changes.items():
        if item.startswith("match:"):
            del value["format"]
    anchor.digest = compute_anchor_digest(
        event=str(event.pk), number=1, at=instant(NOW), previous=START, changes=anchor.changes
    )
    anchor.signature = sign_statement(
        AnchorStatement(str(event.pk), 1, instant(NOW), anchor.digest), key
    )
    anchor.save()
    assert list(find_faults(event)) == []
    assert make_anchor(event=event, key=key, now=NOW).number == 2
    assert list(find_faults(event)) == []


def test_anchors_cover_versions_of_the_regulation(event: Event, key: Ed25519PrivateKey) -> None:
    version = event.regulations.get(number=1)
    make_anchor(event=event, key=key, now=NOW)
    update("tournaments_regulationversion", version.pk, facts=version.facts | {"name": "Altro"})
    assert [fault.detail["item"] for fault in find_faults(event)] == [f"regulation:{version.pk}"]


def test_anchors_cover_protests_and_their_decisions(event: Event, key: Ed25519PrivateKey) -> None:
    actor = owner_of(event.club)
    entry = event.entries.order_by("pk")[0]
    protest = file_protest(
        entry=entry, pairing=None, article="7", text="carta caduta", actor=actor, now=NOW
    )
    make_anchor(event=event, key=key, now=NOW)
    decide_protest(
        protest=protest,
        decision=Protest.Decision.UPHELD,
        reason="vista da tutti",
        actor=actor,
        now=NOW,
    )
    assert list(find_faults(event)) == []
    make_anchor(event=event, key=key, now=NOW)
    update("tournaments_protest", protest.pk, decision="REJECTED")
    assert [fault.detail for fault in find_faults(event)] == [
        {"item": f"protest:{protest.pk}", "parts": ["decided"]}
    ]


@pytest.mark.parametrize(
    "tamper",
    [cut_fewer, draw_lots_until_they_suit, move_penalty, delete_penalty, delete_draw, swap_seats],
    ids=lambda tamper: tamper.__name__,
)
def test_anchors_cover_cuts_lots_penalties_and_seats(
    tamper: Callable[[Event], None], event: Event, key: Ed25519PrivateKey
) -> None:
    make_anchor(event=event, key=key, now=NOW)
    tamper(event)
    codes = {fault.code for fault in find_faults(event)}
    assert codes & {"anchored_item_differs", "anchored_item_missing"}
