"""The Django admin for the site admin: accounts, clubs, players, roles."""

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django_tasks_db.models import DBTaskResult

from clubs.models import Club, Invitation, Player, Role, Season, User

# Sign in to the admin through allauth, so password throttling and two-factor
# authentication apply there too.
admin.site.login = secure_admin_login(  # type: ignore[method-assign]  # as allauth says
    admin.site.login
)
# allauth's own admin of authenticators would display their secrets.
admin.site.unregister(Authenticator)
admin.site.unregister(UserSession)  # sessions are private to their user
admin.site.unregister(DBTaskResult)  # internal to the site


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Django's admin page of accounts, for a user with a single name field."""

    list_display = ("username", "name", "is_active", "is_superuser", "last_login")
    search_fields = ("username", "name")
    list_filter = ("is_superuser", "is_active")
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Who"), {"fields": ("name", "email")}),
        (_("What"), {"fields": ("is_active", "is_staff", "is_superuser")}),
        (_("When"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (
            None,
            {
                "fields": (
                    "username",
                    "name",
                    "usable_password",
                    "password1",
                    "password2",
                )
            },
        ),
    )


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    list_display = ("name", "slug", "town", "time_zone", "is_demo")
    search_fields = ("name", "town", "slug")
    exclude = ("phone_address",)  # checked by the club's settings form

    def has_delete_permission(
        self, request: HttpRequest, obj: Club | None = None
    ) -> bool:
        """Return False: a club's facts are never destroyed."""
        return False


@admin.register(Role)
class RoleAdmin(admin.ModelAdmin):
    list_display = ("user", "club", "kind")
    list_filter = ("club", "kind")
    list_select_related = ("user", "club")
    autocomplete_fields = ("user", "club")


@admin.register(Season)
class SeasonAdmin(admin.ModelAdmin):
    list_display = ("name", "club", "starts", "ends")
    list_filter = ("club",)
    list_select_related = ("club",)


class ReadOnlyAdmin(admin.ModelAdmin):
    """A read-only admin; changes happen at the desk, where they are logged."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(
        self, request: HttpRequest, obj: object | None = None
    ) -> bool:
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: object | None = None
    ) -> bool:
        return False


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ("name", "number", "lodge", "club")
    list_filter = ("club",)
    list_select_related = ("club",)
    search_fields = ("name", "lodge")


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """The admin of invitations, without the token, which any reader could use."""

    list_display = ("kind", "club", "made_by", "made_at", "used_by", "closed_at")
    list_select_related = ("club", "made_by", "used_by")
    exclude = ("token", "key")
