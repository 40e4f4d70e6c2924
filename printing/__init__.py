"""Paper and spreadsheets: what an event prints, as PDF, Excel and CSV."""
