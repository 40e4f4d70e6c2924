"""Bootstrap: creates the environment, runs the server, makes backups. Standard library only."""

import sys

# Checked before other modules are imported: an older Python fails at our syntax without a hint.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "La Bella needs Python 3.11 or newer; this is %s. "  # noqa: UP031
        "If a newer one is installed: make PY=python3.11 ..." % sys.version.split()[0]
    )
