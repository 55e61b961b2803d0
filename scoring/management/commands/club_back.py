"""The former name of restore_club: scripts written for 1.0 keep working."""

from scoring.management.commands.restore_club import Command

__all__ = ["Command"]
