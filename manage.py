#!/usr/bin/env python3
"""Django's command line for Valat; `./run manage …` sets the machine up first."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import DatabaseError

from config.env import WrongSetting

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read what we print has read enough: `… | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)  # as other programs end on a closed pipe
    except WrongSetting as error:
        sys.exit(f"valat: {error}")
    except DatabaseError as error:
        from clubs.failures import describe

        line = describe(error)
        if line is None:
            raise
        sys.exit(f"valat: {line}")
