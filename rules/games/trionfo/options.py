"""The house rules of a club that plays Trionfo: there are none."""

from kernel.models import Frozen


class TrionfoOptions(Frozen):
    """The notation knows no options of Trionfo."""
