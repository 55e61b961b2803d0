"""Addresses of the open data: /api/…"""

from django.urls import URLPattern, URLResolver, path

from scoring.api.pages.api import api, documentation, nothing_here, openapi

site: list[URLPattern | URLResolver] = [
    path("api/", documentation, name="api"),
    path("api/v1/openapi.json", openapi, name="api-schema"),
    path("api/v1/", api.urls),
    path("api/<path:rest>", nothing_here, name="api-nothing"),
]
