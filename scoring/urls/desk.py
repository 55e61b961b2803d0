"""Addresses: the club's desk: its tournaments, new ones, their settings."""

from django.urls import path

from scoring.views import desk

# /desk/<club>/…
urlpatterns = [
    path("", desk.desk, name="desk"),
    path("find/", desk.find, name="find"),
    path("remove-demo/", desk.demo_remove, name="remove-demo"),
]
