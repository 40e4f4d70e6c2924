"""Events, clubs, calendars, jobs, and the sequence of the stages of an event."""
