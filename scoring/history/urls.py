"""Addresses of what the years left."""

from django.urls import path

from scoring.history.views import players, records

# /<club>/…
club_pages = [
    path("players/form/", players.form, name="form"),
    path("players/", players.players, name="club-players"),
    path("players/<int:number>/", players.player, name="player"),
    path("records/", records.records, name="records"),
    path("honours/", records.honours, name="honours"),
    path("all-time/", records.all_time_list, name="all-time"),
]
