"""Events from draft to archive, their stages and the dates of their rounds."""
