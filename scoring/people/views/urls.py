"""Addresses of players, roles, entries and check-in."""

from django.urls import path

from scoring.people.views import (
    check_in,
    entries,
    entry_lists,
    invitations,
    merges,
    people,
    picks,
    players,
)

# /…
site = [
    path("join/<str:token>/", invitations.join_club, name="join"),
    path("accounts/link/<str:token>/", invitations.password_link, name="password-link"),
]

# /desk/<club>/…
club_desk = [
    path("players/", players.player_list, name="players"),
    path("players/new/", players.player_new, name="player-new"),
    path("players/names/", players.names_to_confirm, name="player-names"),
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
    path("players/<int:number>/stays/", players.player_stays, name="player-stays"),
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

# /desk/<club>/<tournament>/…
tournament_desk = [
    path("door/", check_in.check_in, name="door"),
    path("door/no-shows/", check_in.no_shows, name="door-no-shows"),
    path("entries/", entries.entry_list, name="entries"),
    path("entries/add/", entries.entry_add, name="entry-add"),
    path("entries/suggest/", entries.entry_suggest, name="entry-suggest"),
    path("entries/all-here/", entries.all_here, name="entries-all-here"),
    path("entries/draw-numbers/", entries.numbers_draw, name="entries-draw-numbers"),
    path("entries/paste/", entry_lists.entries_paste, name="entries-paste"),
    path("entries/pick/", picks.entries_pick, name="entries-pick"),
    path("entries/upload/", entry_lists.entries_upload, name="entries-upload"),
    path("entries/confirm/", entry_lists.entries_confirm, name="entries-confirm"),
    path("entries/<int:pk>/", entries.entry_edit, name="entry-edit"),
    path("entries/several/", entries.entries_several, name="entries-several"),
    path("entries/<int:pk>/state/", entries.entry_state, name="entry-state"),
    path("entries/<int:pk>/remove/", entries.entry_remove, name="entry-remove"),
]
