"""RSVPs follow the desk, in the transaction that enters or removes people."""

from scoring.coming.answers import follow_desk
from scoring.people.entries import on_desk_change

on_desk_change.append(follow_desk)
