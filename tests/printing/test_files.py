"""Large PDFs: made by a worker, kept for a while, deleted when they are old or too much."""

from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

import pytest

from accounts.actors import Actor, ActorKind
from jobs.models import Job
from jobs.services import run
from printing import services
from printing.catalog import LAYOUTS
from printing.models import PrintedFile
from printing.orders import TILES, PrintChoices, PrintKey
from printing.refusals import CannotPrint, PrintTooLarge
from printing.selectors import (
    EventResults,
    find_file_of_job,
    find_printed_file,
    load_prints,
    make_subject,
)
from printing.services import (
    KEPT_FOR,
    MadePaper,
    compute_print,
    print_now,
    request_print,
    store_print,
)
from printing.tasks import compute
from scoring.models import Line
from tests.factories import NOW, actor_of, make_club, make_user, owner_of
from tests.printing.halls import ADDRESSES, make_hall, make_order, play
from tests.tournaments.steps import win, write
from tournaments.models import Event, Pairing
from tournaments.refusals import NotAllowed

pytestmark = pytest.mark.django_db


def ask(event: Event, layout: str = "entries", **choices: Any) -> Job:
    order = make_order(event, PrintChoices(**choices))
    return request_print(layout=layout, order=order, actor=owner_of(event.club), language="it")


def make_file(event: Event, layout: str, size: int, **changes: Any) -> None:
    made = MadePaper(b"x" * size, 1, EventResults(0, 0), changes.pop("made_at", NOW))
    choices = PrintChoices(changes.pop("round_id", None), changes.pop("paper", ""))
    arguments = {
        "event": str(event.pk),
        "layout": layout,
        "language": "it",
        "choices": choices.as_json(),
        "addresses": asdict(ADDRESSES),
    }
    store_print(arguments, made)


def test_a_job_makes_the_file_that_is_then_found() -> None:
    event = make_hall(8, moment="middle")
    job = ask(event)
    run(job_id=job.pk, attempt=1)
    job.refresh_from_db()
    assert (job.state, job.message, job.params) == (Job.State.DONE, "printed", {"pages": 1})
    made = find_printed_file(owner_of(event.club), make_order(event), "entries", "it")
    assert made is not None
    assert bytes(made.content).startswith(b"%PDF-")
    assert made.results == event.pairings.filter(state="DECIDED").count() > 0


def test_two_requests_are_one_job() -> None:
    event = make_hall(8, moment="first")
    assert ask(event).pk == ask(event).pk


def test_another_round_or_another_host_is_another_job_with_a_file_of_its_own() -> None:
    event = make_hall(8, moment="middle")
    first, second = event.pairings.values_list("round_id", flat=True).distinct()[:2]
    elsewhere = replace(ADDRESSES, board="http://127.0.0.1:8000/", unreachable="127.0.0.1:8000")
    actor = owner_of(event.club)
    jobs = []
    for round_id, addresses in ((first, ADDRESSES), (second, ADDRESSES), (first, elsewhere)):
        order = make_order(event, PrintChoices(round_id), addresses)
        jobs.append(request_print(layout="sheets", order=order, actor=actor, language="it"))
    assert len({job.pk for job in jobs}) == 3
    assert {job.pk for job in load_prints(actor, event, "it").live_jobs} == {job.pk for job in jobs}
    for job in jobs:
        run(job_id=job.pk, attempt=1)
    files = [find_file_of_job(actor, event, job.pk) for job in jobs]
    assert len({bytes(made.content) for made in files}) == 3
    states = load_prints(actor, event, "it", addresses=elsewhere).states
    assert states["sheets"].choices == PrintChoices(first).key


def test_a_file_for_another_host_is_not_offered() -> None:
    event = make_hall(8, moment="first")
    actor, elsewhere = owner_of(event.club), replace(ADDRESSES, board="http://127.0.0.1:8000/")
    run(job_id=ask(event).pk, attempt=1)
    here = load_prints(actor, event, "it", 1, addresses=ADDRESSES)
    there = load_prints(actor, event, "it", 1, addresses=elsewhere)
    assert here.states["entries"].is_made
    assert here.recent[0].is_kept
    assert not there.states["entries"].is_made
    assert not there.recent[0].is_kept


def test_the_longest_subject_fits_into_its_column() -> None:
    event = make_hall(4, moment="first")
    order = make_order(event, PrintChoices(2**63 - 1, TILES))
    keys = [PrintKey.of_order(order, layout, "it") for layout in LAYOUTS]
    longest = max((make_subject(event, key) for key in keys), key=len)
    assert len(longest) <= (Job._meta.get_field("subject").max_length or 0)


def test_what_has_nothing_to_print_is_refused_at_once() -> None:
    with pytest.raises(CannotPrint) as refused:
        ask(make_hall(0, moment="empty"))
    assert refused.value.code == "print_no_entries"
    assert not Job.objects.exists()


def test_a_job_that_has_nothing_to_print_any_more_says_why() -> None:
    event = make_hall(4, moment="first")
    job = ask(event, "pairings")
    play(event)
    run(job_id=job.pk, attempt=1)
    job.refresh_from_db()
    assert (job.state, job.message) == (Job.State.FAILED, "print_no_round")


def test_a_file_is_stale_after_new_results() -> None:
    event = make_hall(8, moment="first")
    run(job_id=ask(event).pk, attempt=1)
    play(event, most=2)
    state = load_prints(owner_of(event.club), event, "it").states["entries"]
    assert (state.pages, state.new_results) == (1, 2)
    assert "entries" not in load_prints(owner_of(event.club), event, "en").states


def test_a_file_is_stale_after_a_correction_that_leaves_the_number_of_results() -> None:
    event = make_hall(8, moment="first")
    pairing = event.pairings.filter(state=Pairing.State.CALLED).order_by("pk")[0]
    actor = owner_of(event.club)
    win(pairing, 0)
    run(job_id=ask(event, "standings").pk, attempt=1)
    made = load_prints(actor, event, "it").states["standings"]
    assert (made.is_stale, made.new_results) == (False, 0)
    line = Line.objects.filter(match=pairing.match_id).latest("n")
    write(pairing, "strike", {"line": line.n, "reason": "x"})
    taken_back = load_prints(actor, event, "it").states["standings"]
    assert (taken_back.is_stale, taken_back.new_results) == (True, 0)
    win(pairing, 1)
    corrected = load_prints(actor, event, "it").states["standings"]
    assert (corrected.is_stale, corrected.new_results) == (True, 0)


def test_a_new_file_replaces_the_one_of_the_same_choices() -> None:
    event = make_hall(4, moment="first")
    make_file(event, "bracket", 10)
    make_file(event, "bracket", 20)
    make_file(event, "bracket", 30, paper="a3")
    sizes = PrintedFile.objects.order_by("size").values_list("size", flat=True)
    assert list(sizes) == [20, 30]


def test_old_files_are_deleted() -> None:
    event = make_hall(4, moment="first")
    make_file(event, "bracket", 10)
    make_file(event, "entries", 10, made_at=NOW + KEPT_FOR + timedelta(seconds=1))
    assert PrintedFile.objects.get().layout == "entries"


def test_an_event_keeps_no_more_than_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_BYTES_OF_EVENT", 100)
    event, other = make_hall(4, moment="first"), make_hall(4, moment="first")
    make_file(other, "bracket", 60)
    make_file(event, "bracket", 60, made_at=NOW)
    make_file(event, "entries", 60, made_at=NOW + timedelta(minutes=1))
    kept = PrintedFile.objects.order_by("made_at").values_list("event", "layout")
    assert list(kept) == [(other.pk, "bracket"), (event.pk, "entries")]


def test_a_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_BYTES", 100)
    event = make_hall(4, moment="first")
    with pytest.raises(PrintTooLarge):
        compute_print(ask(event).arguments, lambda done, total: None, now=NOW)


def test_the_job_prints_in_the_language_of_who_asked() -> None:
    event = make_hall(4, moment="first")
    arguments = ask(event).arguments
    italian = compute(arguments, lambda done, total: None)
    english = compute({**arguments, "language": "en"}, lambda done, total: None)
    assert italian.content != english.content


def test_nobody_else_prints_or_reads_what_was_printed() -> None:
    event = make_hall(4, moment="first")
    phone = Actor(ActorKind.TABLE, "phone")
    for actor in (phone, actor_of(make_user()), owner_of(make_club("Circolo del Rubicone"))):
        with pytest.raises(NotAllowed):
            print_now(layout="entries", order=make_order(event), actor=actor)
        with pytest.raises(NotAllowed):
            request_print(layout="entries", order=make_order(event), actor=actor, language="it")
        with pytest.raises(NotAllowed):
            find_printed_file(actor, make_order(event), "entries", "it")
        with pytest.raises(NotAllowed):
            load_prints(actor, event, "it")
