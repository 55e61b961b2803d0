"""All addresses of the site; each app keeps its own list."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("scoring.urls")),
    path("", include("clubs.urls")),
]
