"""Reads of the club."""
