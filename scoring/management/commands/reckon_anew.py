"""The former name of recalculate: scripts written for 1.0 keep working."""

from scoring.management.commands.recalculate import Command

__all__ = ["Command"]
