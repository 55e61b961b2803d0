"""Tournaments follow a club that is opened, in the same transaction."""

from clubs.accounts import on_club_opened, on_first_event
from scoring.tournaments.club_lifecycle import note_opened
from scoring.tournaments.tournaments import make_first_evening

on_club_opened.append(note_opened)
on_first_event.append(make_first_evening)
