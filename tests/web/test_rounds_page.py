"""The page of the rounds that are paired one by one."""

from random import Random

from django.test import Client

from jobs.models import Job
from jobs.services import run
from tests.tournaments.evenings import evening, play_open
from tests.web.pages import text_of
from tournaments.models import Club, PairingConstraint


def test_a_round_that_cannot_be_paired_says_what_makes_it_impossible(
    desk: Client, club: Club
) -> None:
    event = evening("swiss", 4, club=club, options={"rounds": 3})
    stage = event.stages.get()
    play_open(stage, Random(1))
    first, *others = event.entries.order_by("pk")
    for other in others:
        PairingConstraint.objects.create(
            stage=stage, first=first, second=other, kind="forbidden", reason="parenti"
        )
    page = f"/desk/events/{event.pk}/stages/{stage.number}/rounds/"
    answer = desk.post(f"{page}pair/")
    job = Job.objects.get()
    run(job_id=job.pk, attempt=job.attempt)
    text = text_of(desk.get(answer["Location"]))
    assert "These rules do not allow this." in text
    assert "there is no round for 4 entries" in text
