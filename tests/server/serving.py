"""The server of `manage.py serve` alone, on the database that is there.

`… -m tests.server.serving` is a process of its own, so that a test can end it as a power
cut would.
"""

import django
from django.conf import settings

if __name__ == "__main__":
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    django.setup()
    from clubs.management.commands.serve import Server

    Server().run()
