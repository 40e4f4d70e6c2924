"""The bootstrap: makes the environment, runs the house, keeps copies. Standard library only."""

import sys

# Before any other module is read: an older Python would stop at our syntax without a word of help.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "La Bella needs Python 3.11 or newer; this is %s. "  # noqa: UP031
        "If another is installed, name it: make PY=python3.11 ..." % sys.version.split()[0]
    )
