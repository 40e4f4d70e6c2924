"""Requests that may be sent again: the same ``Idempotency-Key`` gets the same answer.

The key is claimed first and the answer stored last, in one transaction with what the request
writes. So a request that was cut off has done nothing or has its answer, and of two at once the
second waits for the first and is answered as it was.
"""

import hashlib
import re
from datetime import datetime, timedelta
from typing import Final

import orjson
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.actors import Actor
from api.models import StoredAnswer
from api.refusals import IdempotencyKeyReused, KeyMalformed
from api.rendering import render_json

LONGEST_KEY: Final = 64
KEY: Final = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_KEY}}}")
"""Plain characters without spaces: a key is made by a program."""
KEPT_FOR: Final = timedelta(days=1)


class AlreadyAnswered(Exception):
    """The request was answered before."""

    def __init__(self, stored: StoredAnswer) -> None:
        super().__init__(stored.key)
        self.stored = stored


def check_key(key: str) -> None:
    """Raises KeyMalformed."""
    if not KEY.fullmatch(key):
        raise KeyMalformed(most=LONGEST_KEY)


def claim_key(request: Request, actor: Actor, key: str, now: datetime) -> StoredAnswer:
    """Claims the key for this request, within its transaction.

    Raises AlreadyAnswered, KeyMalformed, and IdempotencyKeyReused for a key of another request.
    """
    check_key(key)
    caller = f"{actor.kind}:{actor.id}"
    # Of the address and the body as it was read: spaces and the order of members do not matter.
    body = orjson.dumps(request.data, option=orjson.OPT_SORT_KEYS)
    digest = hashlib.sha256(request.path.encode() + b"\n" + body).hexdigest()
    try:
        # A savepoint: without it the constraint would end the transaction of the request. On
        # PostgreSQL the second of two requests at once waits here until the first is committed.
        with transaction.atomic():
            return StoredAnswer.objects.create(
                caller=caller, key=key, request_digest=digest, created_at=now
            )
    except IntegrityError:
        stored_answer = StoredAnswer.objects.get(caller=caller, key=key)
    if stored_answer.request_digest != digest:
        raise IdempotencyKeyReused
    raise AlreadyAnswered(stored_answer)


def store_answer(claim: StoredAnswer, response: Response, *, keeps_content: bool = True) -> None:
    """Stores the answer of the request that has claimed the key, without what it says if that has
    a secret."""
    claim.status = response.status_code
    claim.location = response.get("Location", "")
    # A 204 has no content.
    has_content = keeps_content and response.data is not None
    claim.content = render_json(response.data).decode() if has_content else ""
    claim.save(update_fields=["status", "location", "content"])


def replay_answer(stored: StoredAnswer) -> HttpResponse:
    """The answer as it was given the first time."""
    response = HttpResponse(stored.content, "application/json", stored.status)
    response["Idempotency-Replayed"] = "true"
    if stored.location:
        response["Location"] = stored.location
    return response


def forget_answers(*, now: datetime) -> int:
    """Deletes the answers that are older than a day; how many."""
    deleted, _ = StoredAnswer.objects.filter(created_at__lt=now - KEPT_FOR).delete()
    return deleted
