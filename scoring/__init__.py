"""What happened at a table: a match, its sheet of lines, the state they fold to. Knows sides, never teams."""
