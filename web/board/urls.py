"""The addresses of the board."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

app_name = "board"


def home(request: HttpRequest) -> HttpResponse:
    return HttpResponse("board")


urlpatterns = [path("", home, name="home")]
