"""``python -m competition VERB [FILE]``: draws and plans re-derived from documents."""

import sys

from competition.documents.draws import draw, verify
from competition.documents.plans import plan
from competition.documents.rankings import rank
from competition.documents.rounds import pair
from kernel.json_lines import run

VERBS = {"draw": draw, "verify": verify, "plan": plan, "pair": pair, "rank": rank}

if __name__ == "__main__":
    sys.exit(run(VERBS))
