"""What has changed: notices, written with the change, and the stream that tells them."""
