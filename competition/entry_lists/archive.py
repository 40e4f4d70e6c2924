"""The archive that a workbook is: what it unpacks to, checked before anything reads it."""

import io
import re
import zipfile
import zlib

from competition.entry_lists.table import refuse_file
from kernel.refusals import Refused

MOST_MEGABYTES = 50
MOST_UNPACKED = MOST_MEGABYTES * 1024 * 1024
MOST_MEMBERS = 1000
CHUNK = 64 * 1024
DECLARES = re.compile(rb"<!(DOCTYPE|ENTITY)", re.IGNORECASE)
"""No workbook of Excel declares entities: they are used to read other files or to fill memory."""
WIDE = (b"\xff\xfe", b"\xfe\xff")
"""XML in an encoding in which the pattern above would not match; Excel writes UTF-8."""
PACKED_AS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""How Excel packs. Others need memory for what they claim, and fail in their own ways."""
DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError),
    *(OSError, EOFError, ValueError),
)
"""What unpacking raises for an archive that is damaged, or has a password."""
OVERLAP = 16
"""The end of a chunk that is searched again with the next, for a pattern across both."""


def check_archive(content: bytes) -> None:
    """Unpacks every member in pieces and keeps none: the sizes in a directory may be false. Raises
    Refused for more than ``MOST_UNPACKED`` bytes in all, and for declared entities."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if len(members) > MOST_MEMBERS or sum(m.file_size for m in members) > MOST_UNPACKED:
                raise refuse_file("file_unpacks_too_large", most=MOST_MEGABYTES)
            if not {member.compress_type for member in members} <= PACKED_AS:
                raise refuse_file("file_is_no_list")
            bytes_left = MOST_UNPACKED
            for member in members:
                with archive.open(member) as file:
                    end_before = b""
                    while chunk := file.read(CHUNK):
                        bytes_left -= len(chunk)
                        if bytes_left < 0:
                            raise refuse_file("file_unpacks_too_large", most=MOST_MEGABYTES)
                        if DECLARES.search(end_before + chunk) or chunk.startswith(WIDE):
                            raise refuse_file("file_declares_entities")
                        end_before = chunk[-OVERLAP:]
    except Refused:
        raise
    except DAMAGED as error:
        raise refuse_file("file_is_no_list") from error
