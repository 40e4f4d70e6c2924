"""What all apps use of the database: transactions, statements, texts, limits."""
