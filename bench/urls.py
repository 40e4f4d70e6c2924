"""The real addresses, and the two views that measures compare with."""

from django.urls import path
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.urls import handler400, handler403, handler404, handler500
from config.urls import urlpatterns as real
from live.models import Notice

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


class Empty(APIView):
    """A DRF view that does nothing."""

    def get(self, request: Request) -> Response:
        return Response({})


class OneRow(APIView):
    """A DRF view that inserts one row."""

    def post(self, request: Request) -> Response:
        Notice.objects.create(topic="bench", version=1, created_at=timezone.now())
        return Response({}, status=201)


urlpatterns = [
    path("bench/empty/", Empty.as_view()),
    path("bench/row/", OneRow.as_view()),
    *real,
]
