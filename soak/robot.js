// What a player sees and taps on a pad: injected into its page by soak/pads.py, which calls one of
// these functions for each act. It reads the page as it is drawn and clicks what can be clicked; from
// the pad's storage it only reads the unsent lines.
(() => {
  if (!location.protocol.startsWith("http")) return;
  // Sound on forty phones would cost more than everything else.
  localStorage.setItem("la-bella.sound", "none");

  const STEP = 12_000;
  /** Milliseconds between the two taps of an impatient finger. */
  const BETWEEN_TAPS = 80;

  /** The first selector that matches tells the screen. */
  const SIGNS = [
    ["code", "#code"],
    ["whose", "#who-table"],
    ["conflict", "[name=keep_theirs]"],
    ["overtaken", "[name=same_theirs]"],
    ["next", "[name=go_on]"],
    ["sign", ".signing [name=sign]"],
    ["hand_over", "[name=hand_over]"],
    ["match", "[name=open_hand]"],
    ["over", "[name=open_sign]"],
    ["form", "[name=points]"],
    ["question", ".thumb [name=leave_it]"],
    ["unsent", "[name=show_rescue]"],
    ["nothing", "main > .banner.waiting ~ .stack [name=leave_button]"],
    ["trouble", "[name=try_now]"],
  ];

  const one = (selector) => document.querySelector(selector);
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const isSettled = () => one("form.fill") !== null && one("form.settling-screen") === null;
  const screen = () => (SIGNS.find(([, sign]) => one(sign)) ?? ["other"])[0];

  /** Resolves with the first truthy answer of `find`, tried again whenever the page changes; null after `time`. */
  function waitFor(find, time = STEP) {
    return new Promise((resolve) => {
      const found = find();
      if (found) return resolve(found);
      const end = (value) => {
        observer.disconnect();
        clearTimeout(timer);
        resolve(value);
      };
      const observer = new MutationObserver(() => {
        const value = find();
        if (value) end(value);
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      const timer = setTimeout(() => end(null), time);
    });
  }

  /** The hands in the list that count: number, points as shown, whether they are unsent. */
  const readRows = () => [...document.querySelectorAll("table.hands tbody tr")]
    .map((row) => ({
      number: parseInt(row.querySelector("th")?.textContent ?? "", 10),
      points: row.querySelector(".pts")?.textContent.trim() ?? "",
      waits: row.classList.contains("unsent"),
    }))
    .filter(({ number }) => number > 0);

  /** The number of the hand that the button opens; null without that button. */
  const nextNumber = () => readNumber("[name=open_hand]");

  /** The number on a button; null without that button. */
  function readNumber(selector) {
    const button = one(selector);
    return button ? Number(/\d+/.exec(button.textContent)?.[0] ?? 0) : null;
  }

  /** What a player sees. */
  function snapshot(result = "seen") {
    const numbers = [...document.querySelectorAll(".score .big")].map((each) => Number(each.textContent.trim()));
    return {
      result,
      screen: screen(),
      number: nextNumber(),
      totals: numbers,
      game: one(".score .under strong")?.textContent ?? "",
      status: one("button.mine .net")?.textContent ?? "",
      notice: one("#notice")?.textContent ?? "",
      rows: readRows(),
      theirs: one(".versus .pts")?.textContent.trim() ?? "",
      side: one(".signing")?.classList.contains("b") ? 1 : 0,
    };
  }

  /** The stored unsent lines, the sheet with its version, and the match that was called. Never creates the database. */
  async function readStorage() {
    const open = (await indexedDB.databases()).some(({ name }) => name === "la-bella-table");
    if (!open) return { items: [], match: null, version: null, called: null };
    const database = await ask(indexedDB.open("la-bella-table"));
    try {
      const store = database.transaction("pad").objectStore("pad");
      const [names, values] = await Promise.all([ask(store.getAllKeys()), ask(store.getAll())]);
      const kept = new Map(names.map((name, at) => [String(name), values[at]]));
      const items = [...kept].filter(([name]) => name.startsWith("item:")).map(([, item]) => item);
      items.sort((one_, other) => one_.match - other.match || one_.version - other.version);
      const { sheet, device } = kept.get("sheet") ?? {};
      return { items, match: sheet?.id ?? null, version: sheet?.version ?? null, called: device?.match ?? null };
    } finally {
      database.close();
    }
  }

  const ask = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onupgradeneeded = () => request.transaction.abort();
  });

  /** Taps a control as soon as it can be tapped; false if its screen goes away. */
  async function tap(selector, { on = null, isTwice = false } = {}) {
    const button = await waitFor(() => {
      if (on && isSettled() && !on.includes(screen())) return "gone";
      const found = one(selector);
      return isSettled() && found && !found.disabled ? found : null;
    });
    if (!button || button === "gone") return false;
    const target = button.closest("label") ?? button;
    const box = target.getBoundingClientRect();
    target.click();
    if (isTwice) {
      await pause(BETWEEN_TAPS);
      document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.click();
    }
    return true;
  }

  const SUBMIT = ".thumb button[type=submit]";

  async function choose(keys) {
    for (const key of keys) if (!(await tap(key, { on: ["form"] }))) return false;
    return true;
  }

  const pointsKey = (points) => `#points-${points.join("-")}`;
  const marafonaKeys = (marafona) => (marafona === null ? [] : [`#marafona-${marafona}`]);

  /** After a submit, waits until the pad confirms that the line is kept or written, or asks something. */
  async function confirm(text) {
    const found = await waitFor(() => {
      if (!["match", "over", "form"].includes(screen()) && isSettled()) return "asked";
      if (one("main [role=alert]") && screen() === "form") return "refused";
      const notice = one("#notice");
      return notice && notice.textContent.includes(text) ? (notice.classList.contains("good") ? "written" : "kept") : null;
    }, 3000);
    return snapshot(found ?? "unconfirmed");
  }

  window.robot = {
    /** The screen, once it accepts taps. */
    async look() {
      await waitFor(isSettled, 3000);
      return snapshot();
    },

    storage: readStorage,

    async tap({ selector, isTwice }) {
      const isTapped = await tap(selector, { isTwice });
      await waitFor(isSettled, 3000);
      return snapshot(isTapped ? "tapped" : "missing");
    },

    /** Enters a hand from the table's screen, if its button has that number. With `hesitate` another phone has that many milliseconds to write the hand before; else the form is closed. */
    async enterHand({ number, points, marafona, text, isTwice, hesitate }) {
      if (await waitFor(() => screen() === "match" && isSettled(), 3000) && nextNumber() !== number) return snapshot("another number");
      if (!(await tap("[name=open_hand]", { on: ["match"], isTwice }))) return snapshot("closed");
      if (!(await waitFor(() => screen() === "form" && isSettled(), 3000))) return snapshot("closed");
      if (!(await choose([pointsKey(points), ...marafonaKeys(marafona)]))) return snapshot("closed");
      if (hesitate) {
        await waitFor(() => screen() !== "form", hesitate);
        // The hand before is not written yet, so this form is still for that one.
        if (screen() === "form") await tap("button.back");
      }
      if (!(await tap(SUBMIT, { on: ["form"], isTwice }))) return snapshot("closed");
      return confirm(text);
    },

    /** Submits the form on the screen. */
    async submit({ text, isTwice }) {
      if (!(await tap(SUBMIT, { on: ["form"], isTwice }))) return snapshot("closed");
      return confirm(text);
    },

    async backToTable() {
      await tap("button.back");
      await waitFor(() => screen() !== "form" && isSettled(), 3000);
      return snapshot();
    },

    async amendHand({ number, points, marafona, isTwice }) {
      const rows = [...document.querySelectorAll("table.hands tbody tr")];
      const row = rows.find((each) => parseInt(each.querySelector("th")?.textContent ?? "", 10) === number);
      const button = row?.querySelector("button");
      if (!button || !isSettled()) return snapshot("closed");
      button.click();
      if (!(await waitFor(() => screen() === "form" && isSettled(), 3000))) return snapshot("closed");
      // With the old marafona some results cannot be chosen.
      if (!(await choose(["#marafona-null", pointsKey(points), ...marafonaKeys(marafona)]))) return snapshot("closed");
      if (!(await tap(SUBMIT, { on: ["form"], isTwice }))) return snapshot("closed");
      return confirm("");
    },

    /** Takes the last hand back, if the pad asks about the hand of this number. */
    async strikeLast({ number, isTwice }) {
      if (!(await tap("[name=strike_button]", { on: ["match", "over"] }))) return snapshot("closed");
      if (!(await waitFor(() => screen() === "question" && isSettled(), 3000))) return snapshot("closed");
      if (readNumber(SUBMIT) !== number) return snapshot("another number");
      if (!(await tap(SUBMIT, { on: ["question"], isTwice }))) return snapshot("closed");
      return confirm("");
    },

    async enterCode({ code }) {
      const field = await waitFor(() => one("#code"));
      if (!field) return snapshot("missing");
      field.value = code;
      await tap("main button[type=submit]", { on: ["code"] });
      await waitFor(() => !["code", "other"].includes(screen()) && isSettled(), 5000);
      return snapshot();
    },

    /** Chooses the owner of the phone: a seat, or the table. */
    async chooseOwner({ who }) {
      if (!(await tap(`#who-${who}`, { on: ["whose"] }))) return snapshot("closed");
      await tap(SUBMIT, { on: ["whose"] });
      await waitFor(() => screen() !== "whose" && isSettled(), 3000);
      return snapshot();
    },

    /** Hands the phone over to a player of a side that has not signed yet. */
    async handOver({ side }) {
      const wanted = `span.side.${side ? "b" : "a"}`;
      const button = [...document.querySelectorAll("[name=hand_over]")].find((each) => each.querySelector(wanted));
      if (!button || !isSettled()) return snapshot("missing");
      button.click();
      await waitFor(() => screen() !== "hand_over" && isSettled(), 3000);
      return snapshot();
    },
  };
})();
