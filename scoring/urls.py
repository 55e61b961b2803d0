"""Addresses of tournaments, sheets and the desk."""

from django.urls import URLPattern

app_name = "scoring"
urlpatterns: list[URLPattern] = []
