"""Clubs, their venues, the roles of their people and invitations."""
