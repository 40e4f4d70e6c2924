"""``python -m competition VERB [FILE]``: draws and plans re-derived from documents."""

import sys

from competition.verbs import VERBS
from kernel.json_lines import run

if __name__ == "__main__":
    sys.exit(run(VERBS, "python -m competition"))
