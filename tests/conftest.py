"""For all tests: a property is right or wrong, however long a loaded machine takes over it."""

from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.load_profile("house")
