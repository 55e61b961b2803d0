"""Addresses: the club's desk: its tournaments, new ones, their settings."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
