"""What happened at a table: a match, its sheet, the state it folds to. Sides, never teams."""
