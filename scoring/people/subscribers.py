"""The subscriber that updates players and entries when a club setting changes.

The update is part of the setting's transaction.
"""

from clubs.clubs import on_setting_changed
from scoring.people.players import log_club_setting

on_setting_changed.append(log_club_setting)
