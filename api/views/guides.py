"""The guides and the reference for programmers: pages of docs/ as they stand, linked from the
documentation page."""

from pathlib import Path
from typing import Final

from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.authentication import ReadOnlyTokensRead
from api.viewsets import ApiView

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
GUIDES: Final = (
    "following-an-event-live",
    "generating-a-client",
    "writing-a-scoring-client",
    "making-a-season-table",
    "embedding-an-event",
    "receiving-webhooks",
)
REFERENCE: Final = ("api", "api-versions", "errors", "webhooks")
FOLDERS: Final = {**dict.fromkeys(GUIDES, "how-to"), **dict.fromkeys(REFERENCE, "reference")}


class GuideView(ApiView):
    """A page as its Markdown, which every browser shows and every program reads."""

    permission_classes = (ReadOnlyTokensRead,)

    @extend_schema(exclude=True)
    def get(self, request: Request, guide_name: str) -> HttpResponse:
        # Only known names: what an address says never becomes a path.
        if guide_name not in FOLDERS:
            raise Http404
        text = (DOCS / FOLDERS[guide_name] / f"{guide_name}.md").read_text(encoding="utf-8")
        return HttpResponse(text, content_type="text/plain; charset=utf-8")
