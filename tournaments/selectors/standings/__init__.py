"""Rankings, penalties, cuts between stages, standings of the event, outlooks."""
