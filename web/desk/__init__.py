"""The desk: the pages for organizers and referees."""
