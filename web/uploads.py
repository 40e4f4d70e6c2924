"""Files that come in: so large and no larger, and in memory alone."""

from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import MemoryFileUploadHandler, StopUpload


class BoundedUploadHandler(MemoryFileUploadHandler):
    """Keeps a file in memory up to the limit of the settings. What is larger is read on and thrown
    away, piece by piece, so that its sender gets an answer: for the form no file came."""

    received = 0

    def handle_raw_input(self, *args: Any, **kwargs: Any) -> None:
        super().handle_raw_input(*args, **kwargs)
        self.activated = True

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        self.received = start + len(raw_data)
        if self.received > settings.FILE_UPLOAD_MAX_MEMORY_SIZE:
            raise StopUpload(connection_reset=False)
        return super().receive_data_chunk(raw_data, start)

    def file_complete(self, file_size: int) -> "UploadedFile[Any] | None":
        if self.received > settings.FILE_UPLOAD_MAX_MEMORY_SIZE:
            return None
        return super().file_complete(file_size)
