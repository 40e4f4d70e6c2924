"""Long work: the Job row is the truth, the broker only wakes a worker."""
