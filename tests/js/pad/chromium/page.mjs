// What is read from the page of a pad, inside the page. These functions are sent to the browser.

/** What the screen shows, and what the phone has stored. */
export async function readScreen() {
  await window.gate.rest();
  const form = document.querySelector("form.fill");
  const find = (/** @type {string} */ selector) => document.querySelector(selector);
  const title = find("header .stand")?.textContent ?? "";
  const notice = find("#notice");
  const box = notice?.getBoundingClientRect();
  const submit = /** @type {any} */ (find(".thumb button[type=submit]"));
  const chosen = /** @type {any} */ (find("input[name=points]:checked"));
  const buttons = [...document.querySelectorAll("main button[name]")].map((button) => button.getAttribute("name"));
  const number = (/** @type {string | null | undefined} */ text) => (/\d+/.test(text ?? "") ? Number(/\d+/.exec(text ?? "")?.[0]) : null);

  window.padStore ??= await new Promise((resolve, reject) => {
    const opening = indexedDB.open("la-bella-table");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const read = window.padStore.transaction("pad").objectStore("pad");
  const ask = (/** @type {IDBRequest} */ request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
  const [keys, values] = await Promise.all([ask(read.getAllKeys()), ask(read.getAll())]);
  const items = values.filter((_, at) => String(keys[at]).startsWith("item:"));
  items.sort((one, other) => one.order - other.order);

  return {
    screen: form?.dataset.screen ?? "loading",
    table: number(/Tavolo \d+/.exec(title)?.[0]),
    number: number(find("header h1")?.textContent),
    points: chosen ? chosen.value.split("-").map(Number) : null,
    isSubmittable: submit !== null && !submit.disabled,
    rows: [...document.querySelectorAll("table.hands tbody tr")].map((row) => ({
      isUnsent: row.classList.contains("unsent"), isOff: row.classList.contains("off"),
      number: number(row.querySelector("th")?.textContent), canAmend: row.querySelector("button") !== null,
    })),
    isTold: box !== undefined && !notice?.classList.contains("wrong") && box.top >= 0 && box.bottom <= innerHeight,
    status: find(".mine .net")?.className.replace("net ", "") ?? "none",
    buttons,
    unsent: items,
    phone: values[keys.indexOf("phone")]?.key ?? "",
    requests: window.gate.count(),
    waitsFor: window.gate.waitsFor(),
  };
}

/** Where a finger touches a control, after it was brought into view; null where there is none. @param {{selector: string, at: number}} given */
export function findControl({ selector, at }) {
  const found = document.querySelectorAll(selector)[at];
  if (!found || found.matches(":disabled")) return null;
  // The bar at the thumb stays in place above what scrolls.
  const foot = document.querySelector(".thumb")?.getBoundingClientRect().top ?? innerHeight;
  const isSeen = (/** @type {DOMRect} */ box) => box.top >= 0 && box.bottom <= foot;
  if (!found.closest(".thumb") && !isSeen(found.getBoundingClientRect())) found.scrollIntoView({ block: "center", behavior: "instant" });
  const box = found.getBoundingClientRect();
  const point = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const there = document.elementFromPoint(point.x, point.y);
  // What has just appeared lets taps through.
  if (document.querySelector(".settling-screen")) return point;
  if (!there || !(found === there || found.contains(there))) throw new Error(`${selector} is covered by ${there?.outerHTML.slice(0, 80)}`);
  return point;
}
