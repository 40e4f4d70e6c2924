"""The words of printed sheets and of spreadsheets, one module for each kind of paper."""
