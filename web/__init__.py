"""The screens: desk, board and pad. A view loads, checks, makes one domain call and renders."""
