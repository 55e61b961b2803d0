"""Addresses: the club's desk: its tournaments, players, log."""

from django.urls import path

from scoring.views import desk, log, paper, players, tournaments

# /desk/<club>/…
urlpatterns = [
    path("", desk.desk, name="desk"),
    path("find/", paper.find, name="find"),
    path("remove-demo/", desk.demo_remove, name="remove-demo"),
    path("new/", tournaments.tournament_new, name="tournament-new"),
    path("log/", log.log, name="log"),
    path("players/", players.player_list, name="players"),
    path("players/new/", players.player_new, name="player-new"),
    path("players/<int:number>/", players.player_edit, name="player-edit"),
    path("players/<int:number>/erase/", players.player_erase, name="player-erase"),
]
