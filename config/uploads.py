"""A file that somebody sends, however large, takes up little of our disk."""

from django.core.files.uploadhandler import TemporaryFileUploadHandler

LARGEST = 16 << 20  # bytes; every form says how much less it takes


class UpToTheLargest(TemporaryFileUploadHandler):
    """Keeps the beginning; `size` is the whole, so that a form refuses it in words."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if start < LARGEST:
            super().receive_data_chunk(raw_data, start)
