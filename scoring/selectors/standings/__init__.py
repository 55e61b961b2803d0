"""Standings, and what is read off them: places, editions, chances, lists, prizes."""
