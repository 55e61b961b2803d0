"""All addresses of the site; each app keeps its own list.

The clubs' own words come first: `<club>/` in scoring takes any word left over.
"""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("clubs.views.urls")),
    path("", include("clubs.views.allauth_urls")),
    path("", include("scoring.urls")),
]

handler400 = "clubs.views.error_views.bad_request"
handler403 = "clubs.views.error_views.not_allowed"
handler404 = "clubs.views.error_views.not_found"
handler500 = "clubs.views.error_views.server_error"
