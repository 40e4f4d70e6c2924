"""What the pages of the desk say of long work."""

from competition.named_entries import insert_names, list_named_entries
from jobs.models import Job
from tournaments.selectors.registration.entries import load_short_names_anywhere
from wording.sentences import sentence


def describe_outcome(job: Job | None) -> str:
    """What came of a job, or why it has failed, with everything that was wrong; empty without a
    message."""
    if job is None or not job.message:
        return ""
    violations = job.refusal["violations"] if job.refusal else []
    named_ids: set[int] = set()
    for violation in violations:
        named_ids |= list_named_entries(violation["params"])
    names = load_short_names_anywhere(named_ids)
    faults = [
        sentence(violation["code"], insert_names(violation["params"], names))
        for violation in violations
    ]
    return " ".join([sentence(job.message, job.params), *faults])
