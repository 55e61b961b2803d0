"""The site's commands in a process of their own, with the made-up game in place."""

import os
import sys

import django
from django.core.management import execute_from_command_line

from tests.games import pebbles

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    with pebbles.in_place():
        execute_from_command_line(sys.argv)
