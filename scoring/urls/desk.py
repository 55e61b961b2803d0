"""Addresses: the club's desk: its tournaments, players, log."""

from django.urls import path

from scoring.desk.views import desk, log
from scoring.people.views import merges, people, players
from scoring.sheets.views import paper
from scoring.tournaments.views import tournaments

# /desk/<club>/…
urlpatterns = [
    path("", desk.desk, name="desk"),
    path("find/", paper.find, name="find"),
    path("remove-demo/", desk.demo_remove, name="remove-demo"),
    path("new/", tournaments.tournament_new, name="tournament-new"),
    path("log/", log.log, name="log"),
    path("players/", players.player_list, name="players"),
    path("players/new/", players.player_new, name="player-new"),
    path("players/doubles/", merges.doubles, name="doubles"),
    path(
        "players/<int:number>/merge/<int:other>/",
        merges.player_merge,
        name="player-merge",
    ),
    path("players/<int:number>/merge/", merges.merge_find, name="merge-find"),
    path(
        "players/<int:number>/apart/<int:other>/",
        merges.player_apart,
        name="player-apart",
    ),
    path(
        "players/<int:number>/apart/<int:other>/undo/",
        merges.apart_undo,
        name="apart-undo",
    ),
    path("players/merges/<int:pk>/undo/", merges.merge_undo, name="merge-undo"),
    path("players/<int:number>/", players.player_edit, name="player-edit"),
    path("players/<int:number>/erase/", players.player_erase, name="player-erase"),
    path("people/", people.people, name="people"),
    path("people/invite/", people.invite, name="invite"),
    path(
        "people/invitations/<int:pk>/close/",
        people.invitation_close,
        name="invitation-close",
    ),
    path("people/<int:pk>/change/", people.role_change, name="role-change"),
    path("people/<int:pk>/end/", people.role_end, name="role-end"),
    path(
        "people/<int:pk>/password/",
        people.password_link_make,
        name="password-link-make",
    ),
    path(
        "people/passwords/<int:pk>/close/",
        people.password_link_close,
        name="password-link-close",
    ),
]
