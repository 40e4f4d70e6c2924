"""What proves later that nothing was changed: anchors, and the faults of a verification."""
