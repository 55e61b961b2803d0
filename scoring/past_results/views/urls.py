"""Addresses of old lists."""

from django.urls import path

from scoring.past_results.views import correcting, old_lists

# /desk/<club>/…
club_desk = [
    path("old-lists/", old_lists.old_lists, name="old-lists"),
    path("old-lists/results/<int:pk>/", correcting.old_result, name="old-result"),
    path("old-lists/<int:pk>/", old_lists.old_list, name="old-list"),
    path(
        "old-lists/<int:pk>/people/", old_lists.old_list_people, name="old-list-people"
    ),
    path(
        "old-lists/<int:pk>/take-back/",
        old_lists.old_list_take_back,
        name="old-list-take-back",
    ),
]
