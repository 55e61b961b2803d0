"""The subscriber that updates RSVPs when the desk enters or removes people.

The update is part of the desk's transaction.
"""

from scoring.people.entries import on_desk_change
from scoring.signups.rsvps import follow_desk

on_desk_change.append(follow_desk)
