"""The command line of scoring: ``python -m scoring.core fold [FILE]``."""

import sys

from kernel.json_lines import run
from scoring.core.verbs import VERBS

if __name__ == "__main__":
    sys.exit(run(VERBS, "python -m scoring.core"))
