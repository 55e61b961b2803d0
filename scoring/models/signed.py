"""What every fact says of itself: who wrote it, and when."""

from django.db import models

from clubs.models import User


class Signed(models.Model):
    """The name stays when the account goes; who writes without one has a name alone."""

    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=100)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
