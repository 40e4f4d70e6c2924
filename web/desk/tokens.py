"""The tokens of programs: made, shown once, revoked."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from accounts.models import Token, User
from accounts.services import make_token, revoke_token
from web.desk.forms import TokenForm


@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """One's tokens, and a form for a new one, whose secret is told this once."""
    user = request.user
    assert isinstance(user, User)
    form = TokenForm(request.POST or None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        _, secret = make_token(user=user, name=data["name"], may_write=data["may_write"])
        form = TokenForm()
    rows = Token.objects.filter(user=user).order_by("-created")
    context = {"tokens": rows, "form": form, "secret": secret, "tab": "tokens"}
    return render(request, "desk/tokens.html", context, status=422 if form.is_bound else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, key: str) -> HttpResponse:
    """Ends a token at once."""
    user = request.user
    assert isinstance(user, User)
    revoke_token(user=user, key=key)
    return redirect("desk:tokens")
