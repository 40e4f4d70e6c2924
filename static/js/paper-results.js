// The keyboard screen of the desk: what is typed is read at once, Enter writes it, and the focus
// stays in the two fields. Without this script the form does the same with two Enters.

const WAIT = 250;
const root = document.querySelector("[data-paper]");
const form = root?.querySelector("form");
const [table, score] = ["table", "score"].map((name) => form?.elements.namedItem(name));
const PARTS = ["paper-reading", "paper-copied", "paper-missing"];
let timer = 0;
let asked = null;
let isWriting = false;
// The text whose reading is on the page.
let readText = null;

const textNow = () => `${table.value}|${score.value}`;

async function send(body, signal) {
  const answer = await fetch(form.action, { method: "POST", body, signal, headers: { "x-requested-with": "fetch" } });
  return { page: new DOMParser().parseFromString(await answer.text(), "text/html"), isWritten: answer.redirected };
}

// Shows the parts of an answer; a page without them (signed out, an error) is opened instead.
function show(page, parts) {
  if (!page.getElementById("paper-reading")) {
    location.reload();
    return;
  }
  for (const id of parts) document.getElementById(id)?.replaceChildren(...page.getElementById(id).childNodes);
  for (const name of ["table", "score"]) showField(page, name);
  countDown();
}

// Of a field only its state and the sentence below it: the field itself is being typed in.
function showField(page, name) {
  const [here, there] = [document, page].map((each) => each.getElementById(`paper-${name}`));
  here.className = there.className;
  const input = here.querySelector("input");
  const fresh = there.querySelector("input");
  for (const attribute of ["aria-invalid", "aria-describedby"]) {
    if (fresh.hasAttribute(attribute)) input.setAttribute(attribute, fresh.getAttribute(attribute));
    else input.removeAttribute(attribute);
  }
  for (const old of here.querySelectorAll("p")) old.remove();
  here.append(...there.querySelectorAll("p"));
}

// While something is typed it is only looked at: nothing is written, and nothing is called wrong.
function bodyToRead() {
  const body = new FormData(form);
  body.set("seen", "");
  body.set("peek", "1");
  return body;
}

async function readResult() {
  asked?.abort();
  asked = new AbortController();
  const text = textNow();
  try {
    const { page } = await send(bodyToRead(), asked.signal);
    if (text !== textNow()) return;
    show(page, ["paper-reading", "paper-missing"]);
    readText = text;
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}

async function write() {
  if (isWriting) return;
  isWriting = true;
  clearTimeout(timer);
  try {
    if (readText !== textNow()) await readResult();
    asked?.abort();
    const { page, isWritten } = await send(new FormData(form));
    show(page, PARTS);
    if (isWritten) startNext(page);
  } catch {
    // The network is away: what was typed stays, and the key of the form writes it once.
    document.getElementById("paper-said").textContent = root.dataset.away;
  } finally {
    isWriting = false;
  }
}

function startNext(page) {
  const fresh = page.querySelector("[data-paper] form");
  for (const name of ["table", "key", "round"]) form.elements.namedItem(name).value = fresh.elements.namedItem(name).value;
  score.value = "";
  readText = null;
  document.getElementById("paper-said").textContent = page.getElementById("paper-said").textContent;
  // When the round is complete, Enter goes on from it.
  const onward = document.querySelector("[data-go-on]");
  if (onward) {
    onward.focus();
    return;
  }
  table.focus();
  table.select();
}

function countDown() {
  for (const each of root.querySelectorAll("[data-take-back]")) {
    if (each.dataset.isCounting) continue;
    each.dataset.isCounting = "yes";
    const end = Date.now() + Number(each.dataset.takeBack) * 1000;
    const tick = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      if (left > 0 && each.isConnected) {
        each.querySelector("[data-seconds]").textContent = ` ${left} s`;
        setTimeout(tick, 250);
        return;
      }
      each.closest("tr")?.classList.remove("fresh");
      each.parentElement?.querySelector("[data-then]")?.removeAttribute("hidden");
      each.remove();
    };
    tick();
  }
}

async function takeBack(each) {
  const answer = await fetch(each.action, { method: "POST", body: new FormData(each) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  show(page, PARTS);
  startNext(page);
}

function handleKeys(event) {
  if (event.key === "Escape") {
    event.preventDefault();
    score.value = "";
    table.focus();
    table.select();
    readResult();
  } else if (event.key === "z" && (event.ctrlKey || event.metaKey) && score.value === "") {
    const last = root.querySelector("[data-take-back]");
    if (!last) return;
    event.preventDefault();
    takeBack(last);
  }
}

if (form) {
  for (const each of root.querySelectorAll("[data-with-script]")) each.hidden = false;
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => (score.value ? readResult() : undefined), WAIT);
  });
  // Leaving the table's field names the pairs, before any score is typed.
  table.addEventListener("change", readResult);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (document.activeElement === table && score.value === "") score.focus();
    else write();
  });
  root.addEventListener("submit", (event) => {
    const each = event.target.closest("[data-take-back]");
    if (!each) return;
    event.preventDefault();
    takeBack(each);
  });
  root.addEventListener("keydown", handleKeys);
  countDown();
  table.focus();
  table.select();
}
