"""gunicorn's threaded worker, for phones in a bad wifi without a proxy in front.

A browser likes to open a connection more than it needs, and a phone that walks out of
the wifi is silent in the middle of a word. gunicorn lets a thread wait 5 s for the
first and for ever for the second; with eight threads the site then stands still.
"""

import socket
import struct
from typing import Any

from gunicorn.workers.gthread import _DEFER, TConn, ThreadWorker

SILENCE = 5  # seconds in the middle of a question
DEAF = 10  # seconds in which nothing of an answer arrives


class Worker(ThreadWorker):
    """Its threads are for those who ask; who says nothing waits outside."""

    def handle(self, conn: TConn) -> Any:
        if not conn.initialized and not conn.data_ready:
            lose_patience(conn.sock)
            if not conn.wait_for_data(0):
                return _DEFER  # back to where idle connections wait, and end
        return super().handle(conn)


def lose_patience(connection: socket.socket) -> None:
    """Reading and sending fail where the other end says nothing for too long."""
    silence = struct.pack("ll", SILENCE, 0)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, silence)
    # Not SO_SNDTIMEO: sendfile, which sends the files, would only try again.
    deaf = DEAF * 1000
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, deaf)
