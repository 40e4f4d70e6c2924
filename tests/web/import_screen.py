"""A list of entries on the desk, as somebody works with its page."""

import re
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from jobs.models import Job
from jobs.services import run
from tests.web.pages import text_of
from tournaments.models import Event

SEEN = r'action="{action}">.*?name="seen" value="(\w+)"'


def upload(desk: Client, event: Event, content: bytes | str, name: str = "elenco.csv") -> Any:
    data = content.encode() if isinstance(content, str) else content
    file = SimpleUploadedFile(name, data)
    return desk.post(f"/desk/events/{event.pk}/entries/list/", {"file": file})


def run_last_job() -> None:
    job = Job.objects.latest("queued_at")
    run(job_id=job.pk, attempt=job.attempt)


def read(desk: Client, event: Event, content: bytes | str, name: str = "elenco.csv") -> str:
    """Uploads and lets a worker read; the address of the preview."""
    answer = upload(desk, event, content, name)
    assert answer.status_code == 302, text_of(answer)
    run_last_job()
    return str(answer["Location"])


def find_seen(page: Any, action: str) -> str:
    """What the form to this address says that its page has shown."""
    pattern = SEEN.format(action=re.escape(action))
    found = re.search(pattern, page.content.decode(), re.DOTALL)
    assert found, action
    return found[1]


def write_list(desk: Client, path: str, *, follow: bool = False) -> Any:
    """Looks at the list, then enters it with the button of the page."""
    seen = find_seen(desk.get(path), f"{path}write/")
    return desk.post(f"{path}write/", {"seen": seen}, follow=follow)
