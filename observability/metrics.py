"""The counters for Prometheus. Every process counts; `/metrics/` is served only if a token is set
(docs/reference/settings.md)."""

from typing import Final

from prometheus_client import Counter

TRANSACTIONS_RUN_AGAIN: Final = Counter(
    "labella_transactions_run_again_total",
    "Transactions that were run again after a lost race or a lost connection.",
    ["service"],
)
LINES_WRITTEN: Final = Counter(
    "labella_lines_written_total",
    "Lines written on sheets, each once.",
    ["kind"],
)
MAILS_FAILED: Final = Counter("labella_mails_failed_total", "Mails that could not be sent.")
