"""All URLs of the site; each app has its own list.

The URLs of the app clubs come first: `<club>/` in scoring matches any other word.
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
