"""Addresses of the open data, and of the tokens that read more of it."""

from django.urls import URLPattern, URLResolver, path

from scoring.api.pages import webhooks
from scoring.api.pages.api import api, documentation, nothing_here, openapi
from scoring.api.pages.tokens import program_let, program_withdraw, programs

# /desk/<club>/…
club_desk = [
    path("settings/programs/", programs, name="programs"),
    path("settings/programs/let/", program_let, name="program-let"),
    path(
        "settings/programs/<int:pk>/withdraw/",
        program_withdraw,
        name="program-withdraw",
    ),
]

# /api/…
site: list[URLPattern | URLResolver] = [
    path("api/", documentation, name="api"),
    path("api/v1/openapi.json", openapi, name="api-schema"),
    path("api/v1/", api.urls),
    path("api/<path:rest>", nothing_here, name="api-nothing"),
]

TOLD = "settings/webhooks/"

# /desk/<club>/…
club_desk = [
    path(TOLD, webhooks.webhooks, name="webhooks"),
    path(f"{TOLD}<int:pk>/", webhooks.webhook, name="webhook"),
    path(f"{TOLD}<int:pk>/test/", webhooks.webhook_test, name="webhook-test"),
    path(f"{TOLD}<int:pk>/end/", webhooks.webhook_withdraw, name="webhook-withdraw"),
]
