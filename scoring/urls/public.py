"""Addresses: what everybody sees."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
