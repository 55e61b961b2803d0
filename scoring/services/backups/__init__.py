"""The whole site in one file, and back into an empty place.

A backup is a zip:

    manifest.json               what is in it: see `manifest.Manifest`
    tables/<table>.jsonl        a table: one JSON array a row, in the manifest's columns
    photos/…                    the files of PHOTOS, if there are any

The rows are the same from SQLite as from PostgreSQL, so a backup of one can be restored
into the other. What belongs to a place and not to its data is left out: the secret key,
sessions, wrong passwords counted.
"""
