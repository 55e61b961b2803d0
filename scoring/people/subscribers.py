"""Players and entries follow a club's settings, in the transaction of the change."""

from clubs.clubs import on_setting_changed
from scoring.people.players import log_club_setting

on_setting_changed.append(log_club_setting)
