"""What can be drawn now, draws that were held, and what they were drawn from."""
