"""The running site of tests/server."""

from tests.server.conftest import _running, site

__all__ = ["_running", "site"]
