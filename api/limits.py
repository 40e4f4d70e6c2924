"""The limits of the API for tries that failed."""

from accounts.limits import Limit

CODES_BY_ADDRESS = Limit("code-address", 30)
CODES_BY_EVENT = Limit("code-event", 100)
"""The limit for wrong typed table codes. It is generous, because a whole hall may share one network
    address."""
