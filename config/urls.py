"""All addresses of the site; each app keeps its own list.

The clubs' own words come first: `<club>/` in scoring takes any word left over.
"""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("clubs.pages.urls")),
    path("", include("clubs.pages.urls_of_allauth")),
    path("", include("scoring.urls")),
]

handler400 = "clubs.pages.troubles.bad_request"
handler403 = "clubs.pages.troubles.not_allowed"
handler404 = "clubs.pages.troubles.not_found"
handler500 = "clubs.pages.troubles.server_error"
