"""What all pure packages share: violations and refusals, models and JSON documents."""
