"""Anchors: what they cover, what they find, what they leave free."""

import json
from contextlib import suppress
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from accounts.actors import SYSTEM
from competition.trust.anchors import START, sign_statement
from scoring.acts import Act
from scoring.core.format import best_of
from scoring.models import Line, Match
from scoring.sheets import make_chained_line
from tests.factories import NOW, make_event, owner_of
from tournaments.models import Anchor, Draw, Event, Player, Protest, Slot, Stage
from tournaments.playing import play_out
from tournaments.selectors.trust.anchors import make_anchor_statement, write_anchor_text
from tournaments.selectors.trust.coverage import find_last_covered_round
from tournaments.selectors.trust.exports import build_anchors_document
from tournaments.selectors.trust.verification import find_faults
from tournaments.services.decisions.protests import file_protest
from tournaments.services.events.events import archive_event, cancel_event, finish_event
from tournaments.services.results.sheets import record_line
from tournaments.services.results.simulation import ServiceWriter
from tournaments.services.trust.anchors import (
    anchor_due_events,
    format_public_key,
    load_signing_key,
    make_anchor,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def key(settings: Settings, tmp_path: Path) -> Ed25519PrivateKey:
    settings.ANCHOR_KEY_FILE = tmp_path / "anchor-key"
    return load_signing_key(settings.ANCHOR_KEY_FILE)


@pytest.fixture
def event(key: Ed25519PrivateKey) -> Event:
    """Eight pairs: anchored after the draw, after the first round, and at the end."""
    found = make_event(pairs=8, match_format=best_of(3, "marafon", {"target": 21}))
    anchor_due_events(key=key, now=NOW)
    play_out(ServiceWriter(found.pk, SYSTEM), Random(7), rounds=1)
    anchor_due_events(key=key, now=NOW)
    play_out(ServiceWriter(found.pk, SYSTEM), Random(7))
    anchor_due_events(key=key, now=NOW)
    return found


def first_match(event: Event) -> Match:
    match = event.pairings.filter(match__version__gt=0).order_by("pk")[0].match
    assert match is not None
    return match


def reseal(match: Match) -> None:
    """What a thorough forger does: all digests of a sheet anew, and the columns too."""
    previous = START
    for line in match.lines.order_by("n"):
        line.previous = previous
        line.digest = previous = make_chained_line(line).digest()
        line.save()
    Match.objects.filter(pk=match.pk).update(head=previous)


def found_by_command(text: str | None, *keys: str) -> list[str]:
    out = StringIO()
    with suppress(CommandError):
        call_command("verify", against=text, key=[*keys], json=True, stdout=out)
    return [json.loads(line)["code"] for line in out.getvalue().splitlines()]


def test_an_anchor_is_made_after_each_round_and_follows_the_one_before(event: Event) -> None:
    anchors = list(event.anchors.order_by("number"))
    assert [anchor.number for anchor in anchors] == [1, 2, 3]
    assert [anchor.previous for anchor in anchors] == [
        START,
        *(anchor.digest for anchor in anchors[:-1]),
    ]
    assert list(find_faults(event)) == []
    assert all(found_by_command(write_anchor_text(anchor)) == [] for anchor in anchors)


def test_nothing_new_is_not_anchored_again(event: Event, key: Ed25519PrivateKey) -> None:
    assert anchor_due_events(key=key, now=NOW) == []
    assert make_anchor(event=event, key=key, now=NOW).number == 3


def test_a_resealed_sheet_is_found_between_two_anchors(event: Event) -> None:
    match = first_match(event)
    Line.objects.filter(match=match, n=1).update(device="un altro telefono")
    reseal(match)
    (fault,) = find_faults(event)
    assert (fault.code, fault.match, fault.detail["after_line"]) == (
        "anchored_lines_differ",
        match.pk,
        0,
    )


def test_a_sheet_that_was_truncated_and_derived_again_is_found(event: Event) -> None:
    match = first_match(event)
    match.lines.filter(n=match.version).delete()
    Match.objects.filter(pk=match.pk).update(version=match.version - 1)
    reseal(match)
    assert "anchored_lines_differ" in {fault.code for fault in find_faults(event)}


def correct_final(event: Event) -> Match:
    """A hand of the final is struck."""
    final = event.pairings.order_by("-pk")[0].match
    assert final is not None
    hand = final.lines.filter(kind="hand").order_by("n")[0]
    act = Act(
        kind="strike",
        data={"line": hand.n, "reason": "scritta due volte"},
        key="a-correction",
        version=final.version,
        device="",
        made_at=NOW,
    )
    record_line(match_id=final.pk, act=act, actor=owner_of(event.club), now=NOW, agreed=True)
    return final


def test_a_later_correction_is_no_fault_and_the_next_anchor_covers_it(
    event: Event, key: Ed25519PrivateKey
) -> None:
    final = correct_final(event)
    assert not [f for f in find_faults(event) if f.code.startswith("anchor")]
    anchor = make_anchor(event=event, key=key, now=NOW)
    assert anchor.number == 4
    assert list(anchor.changes) == [f"sheet:{final.pk}"]


def test_swapped_seats_changed_cuts_draws_and_names_are_named(event: Event) -> None:
    slot = Slot.objects.filter(pairing__match=first_match(event)).order_by("position")[0]
    other = event.entries.exclude(slots__pairing=slot.pairing_id).order_by("pk")[0]
    Slot.objects.filter(pk=slot.pk).update(entry=other)
    Stage.objects.update(metrics=["points_difference"])
    Draw.objects.update(word="un'altra parola")
    Player.objects.filter(entries__entry=event.entries.order_by("pk")[1]).update(first_name="Ugo")
    found = {
        fault.detail["item"].split(":")[0]: fault.detail["parts"]
        for fault in find_faults(event)
        if fault.code == "anchored_item_differs"
    }
    assert found == {
        "draw": ["held"],
        "entry": ["FULL"],
        "match": ["seats"],
        "stage": ["ranking"],
    }


def test_a_printed_anchor_finds_anchors_that_were_all_made_anew(
    event: Event, key: Ed25519PrivateKey
) -> None:
    printed = write_anchor_text(event.anchors.get(number=2))
    match = first_match(event)
    Line.objects.filter(match=match, n=1).update(device="un altro telefono")
    reseal(match)
    Anchor.objects.all().delete()
    for _ in range(2):
        make_anchor(event=event, key=key, now=NOW)
    assert list(find_faults(event)) == []
    assert found_by_command(printed) == ["anchor_missing"]
    anchor = Anchor.objects.get()
    Anchor.objects.filter(pk=anchor.pk).update(number=2)
    assert "anchor_replaced" in found_by_command(printed)


def test_an_export_names_the_sheet_after_anchors_were_made_anew(
    event: Event, key: Ed25519PrivateKey, tmp_path: Path
) -> None:
    path = tmp_path / "anchors.json"
    path.write_text(json.dumps(build_anchors_document(event)))
    assert found_by_command(str(path)) == []
    match = first_match(event)
    Line.objects.filter(match=match, n=1).update(device="un altro telefono")
    reseal(match)
    Anchor.objects.all().delete()
    make_anchor(event=event, key=key, now=NOW)
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify", against=str(path), json=True, stdout=out)
    faults = [json.loads(line) for line in out.getvalue().splitlines()]
    assert ("anchored_lines_differ", match.pk) in [(each["code"], each["match"]) for each in faults]


def test_a_changed_anchor_is_found(event: Event) -> None:
    Anchor.objects.filter(number=2).update(changes={})
    assert "anchor_differs" in {fault.code for fault in find_faults(event)}


def test_an_anchor_of_another_installation_is_refused(event: Event) -> None:
    text = write_anchor_text(event.anchors.get(number=1))
    forged = text[:-86] + "A" * 86
    assert found_by_command(forged) == ["printed_anchor_signature"]


# The end of an event --------------------------------------------------------------------------


def protest(event: Event) -> None:
    file_protest(
        entry=event.entries.earliest("pk"),
        pairing=None,
        article="7",
        text="carta caduta",
        actor=owner_of(event.club),
        now=NOW,
    )


def test_what_was_ruled_after_the_last_round_is_anchored_when_the_event_is_finished(
    event: Event, key: Ed25519PrivateKey
) -> None:
    covered = find_last_covered_round(event, event.anchors.get(number=3))
    assert covered is not None
    protest(event)
    assert anchor_due_events(key=key, now=NOW) == []
    finish_event(event=event, actor=owner_of(event.club), now=NOW)
    event.refresh_from_db()
    assert find_last_covered_round(event, event.anchors.get(number=3)) == covered
    (anchor,) = anchor_due_events(key=key, now=NOW)
    assert [item.split(":")[0] for item in anchor.changes] == ["protest"]
    assert find_last_covered_round(event, anchor) == covered
    assert anchor_due_events(key=key, now=NOW) == []
    Protest.objects.update(text="nessuna carta")
    assert [fault.code for fault in find_faults(event)] == ["anchored_item_differs"]


@pytest.mark.parametrize("end", ["archived", "cancelled"])
def test_an_event_that_is_put_away_at_once_is_anchored_too(
    event: Event, key: Ed25519PrivateKey, end: str
) -> None:
    actor, now = owner_of(event.club), timezone.now()
    protest(event)
    if end == "archived":
        event = finish_event(event=event, actor=actor, now=now)
        archive_event(event=event, actor=actor, now=now)
    else:
        cancel_event(event=event, reason="allarme", actor=actor, now=now)
    assert [anchor.number for anchor in anchor_due_events(key=key, now=now)] == [4]
    assert anchor_due_events(key=key, now=now) == []


# Another key ----------------------------------------------------------------------------------


def change_key(settings: Settings) -> tuple[str, str]:
    """The installation gets a new key; the public keys before and after."""
    old = format_public_key(load_signing_key(settings.ANCHOR_KEY_FILE))
    settings.ANCHOR_KEY_FILE.unlink()
    return old, format_public_key(load_signing_key(settings.ANCHOR_KEY_FILE))


def export_to(path: Path, event: Event) -> str:
    path.write_text(json.dumps(build_anchors_document(event)))
    return str(path)


def test_anchors_of_an_older_key_are_named_with_it_and_are_no_forgeries(
    event: Event, settings: Settings, tmp_path: Path
) -> None:
    printed = write_anchor_text(event.anchors.get(number=2))
    export = export_to(tmp_path / "anchors.json", event)
    old, new = change_key(settings)
    correct_final(event)
    make_anchor(event=event, key=load_signing_key(settings.ANCHOR_KEY_FILE), now=NOW)
    for against in (None, printed, export, export_to(tmp_path / "later.json", event)):
        assert found_by_command(against) == ["anchor_of_another_key"]
        assert found_by_command(against, old.upper(), new) == []
    out = StringIO()
    with pytest.raises(CommandError, match="1 faults"):
        call_command("verify", event=event.pk, json=True, stdout=out)
    told = json.loads(out.getvalue())
    assert (told["key"], told["anchors"]) == (old, [1, 2, 3])


def test_anchors_that_a_forger_signed_with_a_key_of_his_own_are_named(event: Event) -> None:
    forger = Ed25519PrivateKey.generate()
    for anchor in event.anchors.all():
        anchor.key = format_public_key(forger)
        anchor.signature = sign_statement(make_anchor_statement(anchor), forger)
        anchor.save()
    assert found_by_command(None) == ["anchor_of_another_key"]


def test_a_copy_is_still_compared_after_the_key_was_changed(
    event: Event, settings: Settings, tmp_path: Path
) -> None:
    export = export_to(tmp_path / "anchors.json", event)
    old, _new = change_key(settings)
    Line.objects.filter(match=first_match(event), n=1).update(device="un altro telefono")
    reseal(first_match(event))
    Anchor.objects.all().delete()
    make_anchor(event=event, key=load_signing_key(settings.ANCHOR_KEY_FILE), now=NOW)
    assert {"anchor_of_another_key", "anchor_missing", "anchored_lines_differ"} <= {
        *found_by_command(export)
    }
    assert "anchored_lines_differ" in found_by_command(export, old)


def test_an_export_whose_signature_was_changed_is_a_forgery(
    event: Event, settings: Settings, tmp_path: Path
) -> None:
    document = build_anchors_document(event)
    document["anchors"][1]["signature"] = "A" * 86
    path = tmp_path / "anchors.json"
    path.write_text(json.dumps(document))
    old, _new = change_key(settings)
    assert found_by_command(str(path), old) == ["printed_anchor_signature", "anchor_signature"]


def test_a_verification_makes_no_key(event: Event, settings: Settings) -> None:
    settings.ANCHOR_KEY_FILE.unlink()
    assert found_by_command(None) == ["anchor_of_another_key"]
    assert not settings.ANCHOR_KEY_FILE.exists()


@pytest.mark.parametrize("text", ["", "LABELLA1/x", "{", '{"anchors": []}', "[" * 500])
def test_what_is_no_anchor_is_refused(text: str, db: None) -> None:
    with pytest.raises(CommandError, match="no anchor"):
        call_command("verify", against=text or "no-such-file")


def test_the_key_is_made_once_and_read_by_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "anchor-key"
    first = load_signing_key(path).private_bytes_raw()
    assert load_signing_key(path).private_bytes_raw() == first
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["anchor-key"]
