"""Simulated players who write through the API, as a phone would: with keys, and with retries."""

import json
import time
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from tournaments.playing import OpenMatch, after_write

TRIES = 5
TIMEOUT = 10


class HttpWriter:
    """Finds and writes the matches of an event through ``/api/v1/``."""

    def __init__(self, base: str, event_id: str, token: str) -> None:
        if not base.startswith(("http://", "https://")):
            message = f"the address must begin with http:// or https://, not {base!r}"
            raise ValueError(message)
        self.base = base.rstrip("/")
        self.event_id = event_id
        self.token = token

    def playable(self) -> Iterator[OpenMatch]:
        """The open matches of the event, page after page."""
        for state in ("CALLED", "READY"):
            url: str | None = f"/api/v1/pairings/?event={self.event_id}&state={state}"
            while url:
                page = self._ask("GET", url)
                for pairing in page["results"]:
                    match = self._ask("GET", f"/api/v1/matches/{pairing['match']}/")
                    yield OpenMatch(match["id"], match["format"], match["version"], match["state"])
                url = page.get("next")

    def write(self, match: OpenMatch, kind: str, data: Mapping[str, Any], key: str) -> OpenMatch:
        """One line by POST; a lost answer is asked for again with the same key."""
        body = {"kind": kind, "data": data, "version": match.version}
        answer = self._ask("POST", f"/api/v1/matches/{match.id}/lines/", body, key)
        after = answer["match"]
        return after_write(match, after["version"], after["state"])

    def _ask(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, key: str = ""
    ) -> dict[str, Any]:
        headers = {"Authorization": f"Token {self.token}", "Accept": "application/json"}
        if body is not None:
            headers |= {"Content-Type": "application/json", "Idempotency-Key": key}
        url = path if path.startswith("http") else self.base + path
        data = json.dumps(body).encode() if body is not None else None
        # An error of the server or of the network may pass: it is tried again with the same key.
        # Any other refusal would only come again.
        for attempt in range(TRIES):
            try:
                request = Request(url, data, headers, method=method)  # noqa: S310  (checked above)
                with urlopen(request, timeout=TIMEOUT) as response:  # noqa: S310
                    answer: dict[str, Any] = json.load(response)
                    return answer
            except HTTPError as error:
                if error.code < 500 or attempt == TRIES - 1:
                    raise
            except URLError:
                if attempt == TRIES - 1:
                    raise
            time.sleep(0.1 * 2**attempt)
        raise AssertionError("unreachable")
