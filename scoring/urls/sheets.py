"""Addresses: counting, verifying and correcting a sheet."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
