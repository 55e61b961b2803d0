"""Addresses of what the years left."""

from django.urls import path

from scoring.history.views import players

# /<club>/…
club_pages = [
    path("players/form/", players.form, name="form"),
    path("players/", players.players, name="club-players"),
    path("players/<int:number>/", players.player, name="player"),
]
