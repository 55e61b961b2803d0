"""URLs of the API, and of the pages of tokens and webhooks."""

from django.urls import URLPattern, URLResolver, path

from scoring.api.views import tokens, webhooks
from scoring.api.views.api import api, documentation, nothing_here, openapi

# /api/…
site: list[URLPattern | URLResolver] = [
    path("api/", documentation, name="api"),
    path("api/v1/openapi.json", openapi, name="api-schema"),
    path("api/v1/", api.urls),
    path("api/<path:rest>", nothing_here, name="api-nothing"),
]

READ, TOLD = "settings/programs/", "settings/webhooks/"

# /desk/<club>/…
club_desk = [
    path(READ, tokens.programs, name="programs"),
    path(f"{READ}let/", tokens.program_let, name="program-let"),
    path(f"{READ}<int:pk>/withdraw/", tokens.program_withdraw, name="program-withdraw"),
    path(TOLD, webhooks.webhooks, name="webhooks"),
    path(f"{TOLD}<int:pk>/", webhooks.webhook, name="webhook"),
    path(f"{TOLD}<int:pk>/test/", webhooks.webhook_test, name="webhook-test"),
    path(f"{TOLD}<int:pk>/secret/", webhooks.webhook_secret, name="webhook-secret"),
    path(
        f"{TOLD}<int:pk>/old-secret/",
        webhooks.webhook_old_secret,
        name="webhook-old-secret",
    ),
    path(f"{TOLD}<int:pk>/end/", webhooks.webhook_withdraw, name="webhook-withdraw"),
]
