"""What must still happen: who goes through whatever happens, who can, and what it takes."""
