"""Thirty years from old lists: files of past evenings read, looked at, taken, undone."""
