"""Rankings: metrics, tie-breaks, unplayed rounds, penalties."""
