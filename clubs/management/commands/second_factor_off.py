"""The former name of disable_two_factor, so that scripts for 1.0 keep working."""

from clubs.management.commands.disable_two_factor import Command

__all__ = ["Command"]
