"""Addresses: backups."""

from django.urls import path

from scoring.backups import views

# /…
site = [
    path("backups/", views.backups, name="backups"),
    path("backups/make/", views.backup_make, name="backup-make"),
    path("backups/<str:name>", views.backup_file, name="backup-file"),
]
