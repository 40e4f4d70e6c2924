"""The command line of the rules: ``python -m rules replay [FILE]``, and ``legal [FILE]``."""

import sys

from kernel.json_lines import run
from rules.verbs import VERBS

if __name__ == "__main__":
    sys.exit(run(VERBS, "python -m rules"))
