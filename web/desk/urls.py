"""The addresses of the desk."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

app_name = "desk"


def home(request: HttpRequest) -> HttpResponse:
    return HttpResponse("desk")


urlpatterns = [path("", home, name="home")]
