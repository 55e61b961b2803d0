"""Addresses: the draw, the rounds, rulings and prints."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
