"""Admin pages of clubs, venues and roles: what no screen of the desk does yet."""

from django.contrib import admin

from tournaments.models import Club, Role, Venue

admin.site.register([Club, Role, Venue])
