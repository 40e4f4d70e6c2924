"""``python -m tournaments.core VERB [FILE]``: draws and plans re-derived from documents."""

import sys

from kernel.json_lines import run
from tournaments.core.documents.draws import draw, verify
from tournaments.core.documents.plans import plan
from tournaments.core.documents.rankings import rank
from tournaments.core.documents.rounds import pair

VERBS = {"draw": draw, "verify": verify, "plan": plan, "pair": pair, "rank": rank}

if __name__ == "__main__":
    sys.exit(run(VERBS))
