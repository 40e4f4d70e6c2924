"""Notices of changes, written in the transaction of the change, and the stream that delivers
them."""
