"""RSVPs follow the desk, in the transaction that enters or removes people."""

from scoring.people.entries import on_desk_change
from scoring.signups.rsvps import follow_desk

on_desk_change.append(follow_desk)
