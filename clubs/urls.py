"""Addresses of clubs and accounts."""

from django.urls import URLPattern

app_name = "clubs"
urlpatterns: list[URLPattern] = []
