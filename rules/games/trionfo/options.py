"""The house rules of a club that plays Trionfo: it has none."""

from kernel.models import Frozen


class TrionfoOptions(Frozen):
    """The notation knows no options of Trionfo."""
