"""Standings for readers: pages, explained places, prizes, the report and seasons."""
