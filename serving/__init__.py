"""How requests reach the web: read completely and within limits before a thread takes them.

``protocol`` bounds a connection, ``web`` bounds a request, ``command`` starts the server with both.
"""
