"""``python -m tournaments.core VERB [FILE]``: draws and plans re-derived from documents."""

import sys

from rules.documents import run
from tournaments.core.documents.draws import draw
from tournaments.core.documents.plans import plan

VERBS = {"draw": draw, "plan": plan}

if __name__ == "__main__":
    sys.exit(run(VERBS))
