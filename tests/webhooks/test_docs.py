"""The pages for receivers are true: the snippet verifies, the table has every type."""

import json
import re
from typing import Any

from live.vocabulary import FOR_WEBHOOKS, TYPES_BY_NAME
from tests.factories import NOW
from tests.webhooks.receiver import Receiver
from tests.webhooks.sending import WebhookFixture
from tools.paths import ROOT
from webhooks.delivery import LANES
from webhooks.models import LONGEST_ANSWER
from webhooks.outbox import MOST_BODY_BYTES
from webhooks.sending import DEADLINE
from webhooks.services import KEPT, MOST_ENDPOINTS, send_test

HOW_TO = (ROOT / "docs" / "how-to" / "receiving-webhooks.md").read_text(encoding="utf-8")
REFERENCE = (ROOT / "docs" / "reference" / "webhooks.md").read_text(encoding="utf-8")


def snippet() -> Any:
    """The function of the page, run as it stands."""
    (source,) = re.findall(r"```python\n(.*?)```", HOW_TO, re.DOTALL)
    names: dict[str, Any] = {}
    exec(source, names)
    return names["verify"]


def test_the_snippet_verifies_what_is_sent(webhook: WebhookFixture, receiver: Receiver) -> None:
    send_test(endpoint=webhook.endpoint, now=NOW)
    webhook.send_all()
    (request,) = receiver.requests
    verify, now = snippet(), NOW.timestamp()
    assert verify(webhook.secret, request.headers, request.body, now=now)
    assert not verify(webhook.secret, request.headers, request.body + b" ", now=now)
    assert not verify("whsec_AAAA", request.headers, request.body, now=now)
    assert not verify(webhook.secret, request.headers, request.body, now=now + 301)


def test_the_table_has_every_type_and_nothing_else() -> None:
    rows = re.findall(
        r"^\| `(\w+\.\w+)` \| (.*?) \| .* \| (.*?) \| (.*?) \|$", REFERENCE, re.MULTILINE
    )
    assert [name for name, *_ in rows] == list(FOR_WEBHOOKS)
    for name, meaning, ids, data in rows:
        kind = TYPES_BY_NAME[name]
        assert meaning == kind.meaning
        assert re.findall(r"`(\w+)`", ids) == list(kind.ids)
        for member in kind.data:
            assert f"`{member.name}`: {member.meaning}" in data


def test_the_example_has_the_members_of_its_type() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", REFERENCE, re.DOTALL)
    document = json.loads(example)
    kind = TYPES_BY_NAME[document["type"]]
    assert set(document["links"]) == set(kind.links)
    assert set(kind.ids) <= set(document)
    assert set(document["data"]) == {member.name for member in kind.data}


def test_the_limits_are_those_of_the_code() -> None:
    for row in (
        f"| webhooks of a club | {MOST_ENDPOINTS} |",
        f"| messages on their way to one webhook at the same time | {LANES} |",
        f"answer | {DEADLINE:.0f} seconds |",
        f"| characters of an answer that are kept | {LONGEST_ANSWER:,} |",
        f"| the log | {KEPT.days} days |",
        f"{MOST_BODY_BYTES:,} at most",
    ):
        assert row in REFERENCE
