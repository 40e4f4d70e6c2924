"""The introduction of the OpenAPI document, with which the documentation page begins."""

from typing import Any, Final

INTRODUCTION: Final = """\
Tournaments and score-keeping for Italian card clubs. What the phones can do, a program can do, and whatever the desk can: entries, draws, rounds, results, payments, prints and spreadsheets. Only tokens and the acceptance of an invitation are made by a person, at the desk.

## The first request

What is public needs no token:

```sh
curl "$LA_BELLA/api/v1/events/?state=RUNNING"
```

`LA_BELLA` is the address of this installation. Every address ends in a slash; answers are JSON, lists also CSV (`?format=csv`).

## Authentication

A program that writes, or reads what is not public, sends a token. Make one under [Programs](/desk/tokens/) at the desk; its secret is shown only once.

```sh
curl -H "Authorization: Token $TOKEN" "$LA_BELLA/api/v1/events/"
```

A phone at a table exchanges the code of its card for `Authorization: Device …` (`POST /api/v1/devices/`). A signed-in browser sends its session and, with every write, `X-CSRFToken`.

## Errors

Every refusal is a problem document (RFC 9457). Programs use `status`, `code` and `params`; `title` is for people, in the language of `Accept-Language`. `violations` lists everything that is wrong, each with a JSON pointer. After 429 and 503 wait for the seconds in `Retry-After`. All codes: `docs/reference/errors.md`.

## Idempotency

Every `POST` but `devices/` takes an `Idempotency-Key` that the caller makes (a phone that comes in twice gets another token, and nothing else happens). When the answer was lost, send the same request with the same key: it is done once, and answered as the first time; an answer with a secret is not kept, and the key then gets 409 `secret_shown`.

```sh
curl -H "Authorization: Token $TOKEN" -H "Idempotency-Key: hand-1" -H "Content-Type: application/json" -d '{"kind": "hand", "data": {"points": [7, null]}, "version": 0}' "$LA_BELLA/api/v1/matches/$MATCH/lines/"
```

## Undo

An act that the desk can undo for ten seconds, a program can undo too: its answer has an `Undo-Token`. Send it to `POST /api/v1/events/{event_id}/undo/`. It is refused when it comes too late, from somebody else, or after something else has happened to what the act has changed.

## Versions of sheets

A line is sent with the `version` of the sheet that its writer saw (0 for an empty one). If the sheet has grown meanwhile, nothing is written, and the answer is 409 `stale_version` with the match as it is now in `match`: compare, then send again with a new key. Reads have an `ETag`; with `If-None-Match` an unchanged resource is a 304 without content.

## Changes as they happen

- [The live stream](#/live), `GET /live/?event=…`: server-sent events for as long as a program listens.
- Webhooks, made on the page of a club at the [desk](/desk/): signed requests to an address of yours.

## Guides

Each has a program that runs as it stands.

- [A live page](/api/v1/guides/following-an-event-live/), in Python and in a browser
- [A generated client](/api/v1/guides/generating-a-client/) in TypeScript that plays an evening
- [A scoring client](/api/v1/guides/writing-a-scoring-client/) that survives lost answers
- [A table of a season](/api/v1/guides/making-a-season-table/) with pandas
- [An event on another site](/api/v1/guides/embedding-an-event/), with one line
- [A receiver of webhooks](/api/v1/guides/receiving-webhooks/) that verifies what it gets

## Reference

- [What a schema cannot say](/api/v1/guides/api/): pages, filters, tags, the protocol of lines
- [Every error](/api/v1/guides/errors/) with its status, its parameters and its sentence
- [Versions](/api/v1/guides/api-versions/): what stays within version 1, and what is deprecated
- [Messages of webhooks](/api/v1/guides/webhooks/): what they contain, and when they are sent again

What has changed is in `CHANGELOG.md`, in the sources of La Bella.
"""  # noqa: E501


def add_introduction(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    result["info"]["description"] = INTRODUCTION
    return result
