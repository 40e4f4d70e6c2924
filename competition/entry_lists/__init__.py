"""Lists of entries as clubs write them: a file becomes a table, a table becomes entries."""
