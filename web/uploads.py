"""Uploaded files: limited in size, and kept in memory only."""

from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import MemoryFileUploadHandler, StopUpload


class BoundedUploadHandler(MemoryFileUploadHandler):
    """Keeps a file in memory up to the limit of the settings.

    The rest of a larger file is still read, chunk by chunk, and discarded: a connection that is
    closed during the upload would leave its sender without an answer. The form gets no file.
    """

    received = 0

    def handle_raw_input(self, *args: Any, **kwargs: Any) -> None:
        super().handle_raw_input(*args, **kwargs)
        # Django deactivates it for large requests, in favour of temporary files on the disk.
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
