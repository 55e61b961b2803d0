"""Backups of the site, and emergency packets, in case the laptop fails."""
