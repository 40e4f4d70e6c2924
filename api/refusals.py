"""Refusals of a request before it reaches the domain.

RequestRefusal
├── BodyUnreadable      400  the body is not an acceptable JSON document
├── BodyTooLarge        413  more than an address reads
├── BodyRefused         422  the document does not have the form of this address
├── QueryRefused        400  a parameter of the address
├── FormatUnknown       406  a format in which the address does not answer
├── KeyRefusal               about the header ``Idempotency-Key``
│   ├── KeyMissing      428  a line without it
│   ├── KeyMalformed    400  a key that is too long, or has other characters
│   ├── IdempotencyKeyReused 422  a key that came with another request
│   └── SecretShown     409  a key whose answer had a secret, which is shown only once
├── VersionMissing      428  a line without the version that its writer saw
├── TokenInvalid        401  an unknown or expired token
├── DeviceGone          401  a phone whose code was revoked, or that left its table
├── TokenReadsOnly      403  a token that was made for reading
├── TooManyTries        429  too many failed tries; ``wait``: for how long
└── CsrfFailed          403  a session without its form's token
"""

from typing import Final

from kernel.refusals import Refusal

KEY_HEADER: Final = "Idempotency-Key"


class RequestRefusal(Refusal):
    """A request that was not taken."""

    code = "request_refused"
    status = 400


class BodyUnreadable(RequestRefusal):
    code = "body_unreadable"


class BodyTooLarge(RequestRefusal):
    code = "body_too_large"
    status = 413


class BodyRefused(RequestRefusal):
    code = "body_refused"
    status = 422
    pointer_base = ""


class QueryRefused(RequestRefusal):
    code = "query_refused"


class FormatUnknown(RequestRefusal):
    code = "not_acceptable"
    status = 406


class KeyRefusal(RequestRefusal):
    """Its violation names the header, as those of a body have a pointer."""


class KeyMissing(KeyRefusal):
    code = "key_missing"
    status = 428


class KeyMalformed(KeyRefusal):
    code = "key_malformed"


class IdempotencyKeyReused(KeyRefusal):
    code = "idempotency_key_reused"
    status = 422


class SecretShown(KeyRefusal):
    code = "secret_shown"
    status = 409


class VersionMissing(RequestRefusal):
    code = "version_missing"
    status = 428


class TokenInvalid(RequestRefusal):
    code = "token_invalid"
    status = 401


class DeviceGone(RequestRefusal):
    code = "code_gone"
    status = 401


class TokenReadsOnly(RequestRefusal):
    code = "token_reads_only"
    status = 403


class TooManyTries(RequestRefusal):
    code = "too_many_tries"
    status = 429


class CsrfFailed(RequestRefusal):
    code = "csrf_failed"
    status = 403
