"""What the server bears of phones in a bad wifi."""

import logging
import socket
import struct

from gunicorn.config import Config
from gunicorn.workers.gthread import TConn

from clubs.management.worker import DEAF, SILENCE, Worker


def test_no_thread_waits_for_ever() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(listener.getsockname()) as phone,
    ):
        accepted, address = listener.accept()
        conn = TConn(Config(), accepted, address, listener.getsockname())
        phone.sendall(b"GET / HTTP/1.1\r\n")  # and then it is gone
        phone.shutdown(socket.SHUT_WR)
        log = logging.getLogger("gunicorn.error")
        worker = Worker(1, 1, [listener], None, 30, Config(), log)
        assert not worker.handle(conn)
        worker.tmp.close()
        silence = accepted.getsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, 16)
        assert struct.unpack("ll", silence) == (SILENCE, 0)
        deaf = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        assert deaf == DEAF * 1000
        accepted.close()
