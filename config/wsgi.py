"""The WSGI application that `manage.py serve` serves."""

import os

from django.core.wsgi import get_wsgi_application

from config.security import only_utf8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = only_utf8(get_wsgi_application())
