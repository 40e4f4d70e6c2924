"""The regulation on paper."""

from printing.documents import PaperArticle, PaperChapter, PaperFact, RegulationPaper
from printing.frames import make_frame
from printing.orders import PrintOrder
from tournaments.selectors.regulation.regulation import load_regulation_in_force
from wording.printing.layouts import name_layout
from wording.printing.regulations import word_signing_club
from wording.regulation import build_regulation
from wording.regulation.brief import list_brief_facts


def build_regulation_paper(order: PrintOrder) -> RegulationPaper:
    """The regulation in force, with the club's articles. Eight queries at most."""
    event = order.event
    facts = load_regulation_in_force(event).facts
    brief = list_brief_facts(facts, entries_close_at=event.entries_close_at, contact=event.contact)
    chapters = []
    for chapter in build_regulation(facts):
        articles = [PaperArticle(article.number, article.text) for article in chapter.articles]
        chapters.append(PaperChapter(chapter.title, tuple(articles)))
    return RegulationPaper(
        paper=make_frame(order, name_layout("regulation")),
        facts=tuple(PaperFact(fact.name, fact.value) for fact in brief),
        notes=tuple(line.strip() for line in event.notes.splitlines() if line.strip()),
        chapters=tuple(chapters),
        signature=word_signing_club(facts.rules.organizer),
    )
