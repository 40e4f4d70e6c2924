// A page that shows something live asks for itself again, as often as data-refresh says (seconds),
// while somebody looks at it. What is open or focused stays as it is.
const main = document.querySelector("[data-refresh]");

async function refresh() {
  if (document.hidden || main.contains(document.activeElement)) return;
  try {
    const answer = await fetch(location.href, { headers: { "X-Refresh": "1" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(main.id);
    if (fresh && fresh.innerHTML !== main.innerHTML) main.replaceChildren(...fresh.childNodes);
  } catch {
    // The network is away: what is shown stays, and the next time may be better.
  }
}

if (main) setInterval(refresh, Number(main.dataset.refresh) * 1000);
