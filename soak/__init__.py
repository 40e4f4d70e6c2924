"""A long run of pads and server on a bad network: no hand may be lost or written twice."""
