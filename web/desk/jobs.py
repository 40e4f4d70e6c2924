"""What the pages of the desk say of long work."""

from competition.named_entries import insert_names_into
from jobs.models import Job
from tournaments.selectors.registration.violations import load_labels_in
from wording.sentences import sentence, word_violations


def describe_outcome(job: Job | None) -> str:
    """What came of a job, or why it has failed, with everything that was wrong; empty without a
    message."""
    if job is None or not job.message:
        return ""
    violations = insert_names_into(job.violations, load_labels_in(job.violations))
    return " ".join([sentence(job.message, job.params), *word_violations(violations)])
