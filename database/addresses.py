"""Ids in the addresses of pages and of the API: ``<id:match_id>``."""


class IdConverter:
    """The id or number of a row, as large as a database knows them: any other address is not
    there."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)
