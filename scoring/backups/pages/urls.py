"""Addresses: backups."""

from django.urls import path

from scoring.backups.pages import backups

# /…
site = [
    path("backups/", backups.backups, name="backups"),
    path("backups/make/", backups.backup_make, name="backup-make"),
    path("backups/<str:name>", backups.backup_file, name="backup-file"),
]
