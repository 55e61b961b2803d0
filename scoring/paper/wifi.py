"""What a QR code says to let a phone join a wifi."""

# These part the fields, and so carry a backslash inside one.
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in '\\;,:"'})


def wifi_text(name: str, password: str) -> str:
    """The text that cameras of phones know; an open wifi has no password."""
    name = name.translate(ESCAPED)
    if not password:
        return f"WIFI:T:nopass;S:{name};;"
    return f"WIFI:T:WPA;S:{name};P:{password.translate(ESCAPED)};;"
