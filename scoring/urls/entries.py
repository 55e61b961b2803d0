"""Addresses: a tournament's settings, and who plays."""

from django.urls import path

from scoring.people.views import door, entries, entry_lists
from scoring.tournaments.views import rule_changes, tournaments

# /desk/<club>/<tournament>/…
urlpatterns = [
    path("settings/", tournaments.tournament_settings, name="tournament-settings"),
    path("settings/rules/", rule_changes.rules_change, name="rules-change"),
    path("door/", door.door, name="door"),
    path("door/no-shows/", door.door_no_shows, name="door-no-shows"),
    path("entries/", entries.entry_list, name="entries"),
    path("entries/add/", entries.entry_add, name="entry-add"),
    path("entries/suggest/", entries.entry_suggest, name="entry-suggest"),
    path("entries/all-here/", entries.all_here, name="entries-all-here"),
    path("entries/draw-numbers/", entries.numbers_draw, name="entries-draw-numbers"),
    path("entries/paste/", entry_lists.entries_paste, name="entries-paste"),
    path("entries/upload/", entry_lists.entries_upload, name="entries-upload"),
    path("entries/confirm/", entry_lists.entries_confirm, name="entries-confirm"),
    path("entries/<int:pk>/", entries.entry_edit, name="entry-edit"),
    path("entries/<int:pk>/state/", entries.entry_state, name="entry-state"),
    path("entries/<int:pk>/remove/", entries.entry_remove, name="entry-remove"),
]
