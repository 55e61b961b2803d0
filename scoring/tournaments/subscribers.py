"""Hooks of a newly opened club, which run in its transaction."""

from clubs.accounts import on_club_opened, on_first_event
from scoring.tournaments.club_lifecycle import note_opened
from scoring.tournaments.tournaments import make_first_evening

on_club_opened.append(note_opened)
on_first_event.append(make_first_evening)
