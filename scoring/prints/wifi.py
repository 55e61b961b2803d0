"""What a QR code says to let a phone join a wifi."""

from scoring.selectors.papers.shapes import WifiPaper

# These part the fields, and so carry a backslash inside one.
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in '\\;,:"'})


def wifi_text(wifi: WifiPaper) -> str:
    """The text that cameras of phones know; an open wifi has no password."""
    name = wifi.name.translate(ESCAPED)
    if not wifi.password:
        return f"WIFI:T:nopass;S:{name};;"
    return f"WIFI:T:WPA;S:{name};P:{wifi.password.translate(ESCAPED)};;"
