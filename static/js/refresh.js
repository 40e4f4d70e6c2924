// The live part of a page is asked for again, as often as its data-refresh says (seconds), while
// somebody looks at it. A part that has the focus stays as it is.
const part = document.querySelector("[data-refresh]");

async function refresh() {
  if (document.hidden || part.contains(document.activeElement)) return;
  try {
    const answer = await fetch(location.href, { headers: { "X-Refresh": "1" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(part.id);
    if (fresh && fresh.innerHTML !== part.innerHTML) part.replaceChildren(...fresh.childNodes);
  } catch {
    // The network is away: what is shown stays, and the next time may be better.
  }
}

if (part) setInterval(refresh, Number(part.dataset.refresh) * 1000);
