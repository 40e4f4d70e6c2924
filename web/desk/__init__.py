"""The desk: an organizer, a laptop, a whole evening."""
