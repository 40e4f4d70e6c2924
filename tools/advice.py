"""The commands that messages advise, as the installation has them."""

from enum import Enum

from tools.paths import IS_CHECKOUT


class Advice(Enum):
    """A command with ``make``, in a checkout; and with ``la-bella``, where pip has installed it."""

    RUN = ("make run", "la-bella run")
    RUN_CLUB = ("make run DEMO=0", "la-bella run --no-demo")
    RUN_ELSEWHERE = ("make run LABELLA_VAR=demo-var", "LABELLA_VAR=demo-var la-bella run")
    RUN_AT_PORT = ("make run PORT=9000", "la-bella run --port 9000")
    RESET = ("make demo-reset", "la-bella reset")
    RESTORE = (
        "make restore FROM=var/backups/2026-12-13-210000",
        "la-bella restore backups/2026-12-13-210000",
    )

    def __str__(self) -> str:
        with_make, with_pip = self.value
        if IS_CHECKOUT:
            return with_make
        return with_pip
