"""Past results: files of past events are read, reviewed, imported, and undone."""
