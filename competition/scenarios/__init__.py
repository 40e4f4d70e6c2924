"""Who has clinched the advance, who can still advance and who is eliminated while a stage is
played, and what if. Start with ``assessment.py``; the methods are described in
docs/explanation/scenarios.md.
"""
