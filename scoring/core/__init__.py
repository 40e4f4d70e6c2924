"""The pure part of scoring: formats, sheets, the fold, the chain. No Django."""
