"""Expected refusals of printing."""

from kernel.refusals import Refusal


class CannotPrint(Refusal):
    """There is nothing to print yet; the code is the reason."""

    status = 409


class PrintTooLarge(Refusal):
    """A file that is larger than what is kept."""

    code = "print_too_large"
    status = 409


class AddressRefused(Refusal):
    """An address for the QR codes that the server does not answer to."""

    code = "print_address_unknown"
    status = 422
    field = "host"
