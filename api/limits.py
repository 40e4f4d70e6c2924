"""The limits of the API for tries that failed."""

from accounts.limits import Limit

CODES_BY_ADDRESS = Limit("code-address", 30)
"""Wrong table codes from one network address, which a whole hall may share."""
CODES_BY_EVENT = Limit("code-event", 100)
"""Wrong table codes of one event, from all addresses together."""
