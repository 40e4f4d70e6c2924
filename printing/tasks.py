"""The long work of printing."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from jobs.registry import Report, register
from printing.selectors import KIND
from printing.services import MadePaper, compute_print, store_print


def compute(arguments: Mapping[str, Any], report: Report) -> MadePaper:
    """The PDF of a job, as the event stands now."""
    return compute_print(arguments, report, now=timezone.now())


register(KIND, compute=compute, store=store_print)
