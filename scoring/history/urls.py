"""Addresses of what the years left."""

from django.urls import path

from scoring.history.views import hands, players, records

# /<club>/…
club_pages = [
    path("players/form/", players.form, name="form"),
    path("players/", players.players, name="club-players"),
    path("players/<int:number>/", players.player, name="player"),
    path("players/<int:number>/hands/", hands.player_hands, name="player-hands"),
    path("hands/", hands.club_hands, name="club-hands"),
    path("records/", records.records, name="records"),
    path("honours/", records.honours, name="honours"),
    path("all-time/", records.all_time_list, name="all-time"),
]
