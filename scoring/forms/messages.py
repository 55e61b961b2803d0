"""What a phone sends: JSON objects, read field by field."""

import re

KEY = re.compile(r"[0-9a-f]{32}")
