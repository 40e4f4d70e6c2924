"""``python -m rules replay [FILE]`` and ``legal [FILE]``: the notation's documents, answered."""

import sys

from kernel.json_lines import run
from rules.verbs import VERBS

if __name__ == "__main__":
    sys.exit(run(VERBS, "python -m rules"))
