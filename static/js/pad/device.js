// What this phone keeps: the token of the table it is at. And random keys, also on plain http.

const NAME = "la-bella.device";
let kept = null;

export function token() {
  try {
    return kept ?? localStorage.getItem(NAME);
  } catch {
    return kept;
  }
}

export function keep(value) {
  kept = value;
  try {
    if (value) localStorage.setItem(NAME, value);
    else localStorage.removeItem(NAME);
  } catch {
    // A browser that keeps nothing remembers the table as long as the page is open.
  }
}

export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The secret of a card's QR stands in the fragment of the address, so that no log has it; it is
// taken out of the address bar at once.
export function secretOfAddress() {
  const found = /^#([\w-]{20,32})$/.exec(location.hash);
  if (!found) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return found[1];
}
