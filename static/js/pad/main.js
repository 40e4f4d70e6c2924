// The pad: a small application of its own. A person who is signed in comes with a match; a phone
// comes with the code of a table, and the table says which match is on.

import { Api, Away, Refused } from "./api.js";
import { codeScreen, conflictScreen, leaveScreen, nothingScreen, redealScreen, strikeScreen, whoScreen } from "./asking.js";
import { claimScreen, claimThumb, claimOf } from "./claim.js";
import { keep, secretOfAddress, token } from "./device.js";
import { banner, drawFrom, h, mark, patch } from "./dom.js";
import { fieldsOf, mainForm } from "./card.js";
import { complete, handScreen, handThumb, totalsBefore } from "./hand.js";
import { matchScreen, matchThumb } from "./match.js";
import { formRecord, Table } from "./table.js";
import { follow } from "../stream.js";
import { against, between, ordinal, say, speak, write } from "./words.js";

const config = JSON.parse(document.getElementById("pad").textContent);
speak(config.language, config.words);
drawFrom(config.urls);

const person = () => ({ "X-CSRFToken": config.csrf });
const phone = () => (token() ? { Authorization: `Device ${token()}` } : {});
const api = new Api(config.api, config.match ? person : phone);

const pad = {
  config,
  device: null,
  screen: "loading",
  code: { typed: "", error: "" },
  draft: null,
  told: "",
  problem: "",
  live: false,
  table: new Table(api, { changed: render, stopped }),
};

// What may be done ---------------------------------------------------------------------------

const act = {
  newHand: () => go("hand", { record: {}, counting: pad.draft?.counting ?? 0, reason: "", ...withFirst() }),
  amend(row) {
    const record = formRecord(pad.table.game.card, row.data);
    if (row.item) {
      pad.table.outbox.drop(row.item);
      go("hand", { record, counting: 0, reason: "" });
    } else go("hand", { record, counting: 0, reason: "", row, needsReason: !pad.device });
  },
  choose(field, value) {
    pad.draft.record[field] = value;
    pad.draft.errors = null;
    forgetRefinements(field);
    render();
  },
  // A record that has this and nothing else.
  only(record) {
    pad.draft.record = record;
    pad.draft.errors = null;
    render();
  },
  // A card of which rank or suit are still open.
  half(field, card) {
    pad.draft.halves = { ...pad.draft.halves, [field]: card };
    act.choose(field, card.includes(" ") ? null : card);
  },
  // Digits of a number, and the pair that they make if they make one.
  type(field, digits, pair) {
    pad.draft.digits = { ...pad.draft.digits, [field]: digits };
    act.choose(field, pair);
  },
  count(side) {
    pad.draft.counting = side;
    pad.draft.digits = null;
    render();
  },
  exact(open) {
    if (pad.draft) pad.draft.exact = open;
  },
  because(text) {
    pad.draft.reason = text;
    render();
  },
  firstTurn(seat) {
    pad.table.firstTurn = seat;
    render();
  },
  claim: () => go("claim", { record: {} }),
  redeal: () => go("redeal"),
  strike: () => go("strike", { row: pad.table.hands.find((row) => !row.line?.reading.struck_by) }),
  sign: (side) => pad.table.write("sign", { side }),
  retry: () => pad.table.outbox.retry(),
  reload: () => load(),
  async call() {
    await calmly(async () => {
      pad.device = await api.ask("PUT", "device/referee/");
    });
  },
  async uncall() {
    await calmly(async () => {
      pad.device = await api.ask("DELETE", "device/referee/");
    });
  },
  leave: () => go("leave"),
  async enter(event) {
    event.preventDefault();
    pad.code.typed = event.target.code.value;
    await admit({ code: pad.code.typed, ...(config.event ? { event: config.event } : {}) });
  },
  async iAm(player) {
    await calmly(async () => {
      pad.device = await api.ask("PATCH", "device/", { player });
    });
    pad.asked = true;
    go("match", null, true);
  },
  // The sheet as it is stands; what waited after it is said of it as it is now.
  yield: (item) => settle(item),
  overrule(item, line) {
    settle(item);
    const reason = pad.device ? "" : say("conflict_reason");
    pad.table.write("amend", { line: line.n, data: item.data, reason });
  },
  another(item) {
    settle(item);
    pad.table.write(item.kind, item.data);
  },
};

function withFirst() {
  const { table } = pad;
  const seat = table.firstTurn ?? null;
  if (seat === null || table.state.turn !== null) return {};
  return { record: { [table.game.card.turn.field]: seat }, knowsTurn: true };
}

// A figure that was chosen beside the points no longer says anything once these are others.
function forgetRefinements(field) {
  const { card } = pad.table.game;
  const mine = fieldsOf(mainForm(card));
  if (pad.screen !== "hand" || !mine.includes(field)) return;
  for (const name of card.forms.flatMap(fieldsOf)) {
    if (!mine.includes(name)) delete pad.draft.record[name];
  }
  delete pad.draft.record.first;
}

function settle(item) {
  pad.table.outbox.drop(item);
  pad.table.outbox.rebase(pad.table.version);
  pad.table.outbox.retry();
  go("match", null, true);
}

// A submitted form of the screen that is shown.
function submit(event) {
  event.preventDefault();
  const { table, draft } = pad;
  if (pad.screen === "hand") writeHand(table, draft);
  else if (pad.screen === "claim") {
    if (!claimOf(table, draft.record)) return;
    table.write("claim", { marafona: null, ...draft.record });
  } else if (pad.screen === "redeal") table.write("redeal", {});
  else if (pad.screen === "strike") table.write("strike", { line: draft.row.line.n, reason: "" });
  else if (pad.screen === "leave") {
    leave();
    return;
  }
  back();
}

function writeHand(table, draft) {
  const record = complete(table.game.card, draft, table.state.turn, totalsBefore(table, draft));
  if (!record) return;
  if (draft.row) table.write("amend", { line: draft.row.line.n, data: record, reason: draft.reason });
  else table.write("hand", record);
  table.firstTurn = null;
}

// Coming in ------------------------------------------------------------------------------------

async function admit(body) {
  pad.busy = true;
  pad.code.error = "";
  render();
  try {
    const { token: given, device } = await api.ask("POST", "devices/", body);
    keep(given);
    pad.device = device;
    pad.asked = false;
    await settleIn();
  } catch (error) {
    pad.screen = "code";
    if (error instanceof Refused) pad.code.error = error.problem.title;
    else if (error instanceof Away) pad.code.error = say("away");
    else throw error;
  } finally {
    pad.busy = false;
    render();
    if (pad.code.error) document.getElementById("code")?.focus();
  }
}

async function leave() {
  await calmly(() => api.ask("DELETE", "device/"));
  out("");
}

function out(error) {
  keep(null);
  pad.device = null;
  pad.table.match = null;
  pad.code = { typed: "", error };
  go("code", null, true);
}

// Where this phone is, and the match that is on there.
async function load() {
  await calmly(async () => {
    if (!config.match) pad.device = await api.get("device/");
    await settleIn();
  });
}

async function settleIn() {
  const id = config.match ?? pad.device.match;
  if (id === null) {
    pad.table.match = null;
    pad.screen = "nothing";
  } else {
    const before = pad.table.match?.id;
    await pad.table.load(id);
    if (before !== id) {
      pad.draft = null;
      pad.screen = asksWho() ? "who" : "match";
    } else if (["loading", "nothing", "code", "trouble"].includes(pad.screen)) pad.screen = "match";
  }
  streamOn();
  render();
}

function asksWho() {
  if (!pad.device || pad.asked) return false;
  const { seats } = pad.table.match;
  return seats.length > 0 && !seats.some((seat) => seat.player === pad.device.player?.id);
}

// What an answer that says no means for the whole pad: out of the table, or a word on the page.
async function calmly(asking) {
  try {
    await asking();
    pad.table.online = true;
  } catch (error) {
    if (error instanceof Away) {
      pad.table.online = false;
      if (pad.screen === "loading") pad.screen = "trouble";
    } else if (error instanceof Refused && error.status === 401) out(error.problem.title);
    else if (error instanceof Refused) trouble(error.problem.title);
    else throw error;
  }
  render();
}

function trouble(sentence) {
  pad.problem = sentence;
  if (pad.screen === "loading") pad.screen = "trouble";
}

// A line that the server did not take: nothing is lost, the form comes back with what was typed.
function stopped(item, error) {
  const { table } = pad;
  if (error.status === 401) return out(error.problem.title);
  if (table.conflict) {
    if (error.problem.match) table.adopt(error.problem.match);
    return go("conflict", null, true);
  }
  table.outbox.drop(item);
  pad.problem = "";
  if (item.kind === "hand" || item.kind === "amend") {
    const data = item.kind === "hand" ? item.data : item.data.data;
    const row = item.kind === "amend" ? table.hands.find((each) => each.line?.n === item.data.line) : null;
    return go("hand", { record: { ...data }, counting: 0, reason: item.data.reason ?? "", row, needsReason: !pad.device && row, errors: error.sentences });
  }
  if (item.kind === "claim") return go("claim", { record: { ...item.data }, errors: error.sentences });
  pad.problem = error.sentences.join(" ");
  return go("match", null, true);
}

// Live -----------------------------------------------------------------------------------------

let stream = null;

function streamOn() {
  const ticket = () => config.ticket ?? pad.device?.ticket ?? null;
  if (stream) {
    if (pad.device && stream.ticket !== pad.table.match?.id) stream.renew();
  } else {
    stream = follow(ticket, {
      onNotice: () => {
        if (!pad.table.outbox.sending) load();
      },
      onState: (live) => {
        pad.live = live;
        render();
      },
    });
  }
  stream.ticket = pad.table.match?.id;
}

// On the page ----------------------------------------------------------------------------------

function go(screen, draft = null, replace = false) {
  pad.screen = screen;
  pad.draft = draft;
  pad.told = "";
  const state = { screen };
  if (replace || screen === history.state?.screen) history.replaceState(state, "");
  else history.pushState(state, "");
  render(true);
}

function back() {
  if (history.state?.screen && history.state.screen !== "match") history.back();
  else go("match", null, true);
}

addEventListener("popstate", () => {
  if (!pad.table.match) return;
  pad.screen = "match";
  pad.draft = null;
  render(true);
});

const SCREENS = {
  loading: () => [h("p.soft", { role: "status" }, say("loading"))],
  trouble: () => [banner("wrong", "offline", pad.problem || say("away"), h("p", {}, say("nothing_lost"))), h("button", { type: "button", onclick: act.reload }, say("try_now"))],
  code: () => codeScreen(pad, act),
  who: () => whoScreen(pad, act),
  nothing: () => nothingScreen(pad, act),
  match: () => matchScreen(pad, act),
  hand: () => handScreen(pad, pad.draft, act),
  claim: () => claimScreen(pad, pad.draft, act),
  redeal: () => redealScreen(pad),
  strike: () => strikeScreen(pad, pad.draft.row),
  leave: () => leaveScreen(),
  conflict: () => conflictScreen(pad, pad.table.conflict, act),
};
const ask = (yes, danger = "") => [
  h("button", { type: "submit", class: danger }, yes),
  h("button.quiet", { type: "button", onclick: back }, say("leave_it")),
];
const THUMBS = {
  match: () => matchThumb(pad, act),
  hand: () => handThumb(pad, pad.draft, act),
  claim: () => claimThumb(pad, pad.draft),
  redeal: () => ask(say("redeal_write")),
  strike: () => ask(pad.draft.row.number ? write("strike_write", pad.draft.row.number) : say("strike_it")),
  leave: () => ask(say("leave_write")),
};

function render(moved = false) {
  if (pad.screen === "conflict" && !pad.table.conflict) pad.screen = "match";
  tellNews();
  const focused = moved ? null : document.activeElement?.id;
  const thumb = THUMBS[pad.screen]?.() ?? [];
  const body = h("form.screen-of-pad", { onsubmit: submit, novalidate: true },
    h("main", { id: "main", tabindex: "-1" }, pad.problem && pad.screen !== "trouble" ? banner("wrong", "alert", pad.problem) : null, ...SCREENS[pad.screen]()),
    thumb.length ? h("section.thumb", { "aria-label": say("now") }, h("div.in", {}, ...thumb)) : null,
  );
  // The form of the code has a form of its own.
  const root = pad.screen === "code" ? body.firstChild : body;
  const app = document.getElementById("app");
  if (moved || app.children.length !== 2) app.replaceChildren(bar(), root);
  else [bar(), root].forEach((part, at) => patch(app.children[at], part));
  document.title = `${titles().top} · La Bella`;
  if (focused && focused !== document.activeElement?.id) document.getElementById(focused)?.focus({ preventScroll: true });
  else if (moved) {
    scrollTo(0, 0);
    document.getElementById("main").focus({ preventScroll: true });
  }
}

function tellNews() {
  const { news } = pad.table;
  if (!news) return;
  pad.table.news = null;
  pad.problem = "";
  const unit = pad.table.game.card.end.unit;
  const { kind } = news.item;
  if (kind === "hand") {
    const { before, after } = news.line.reading;
    const hand = against(after.map((total, side) => total - before[side]), unit);
    pad.told = say("told_hand", { hand, total: against(after, unit) });
  } else if (kind === "sign" && pad.table.match.state.next.includes("reopen")) pad.told = say("signed_all");
  else pad.told = say(`told_${kind}`);
}

function titles() {
  const { table, device, screen } = pad;
  if (!table.match || ["code", "loading", "trouble", "nothing"].includes(screen)) {
    return { top: device && screen !== "code" ? say("table_n", { n: device.table }) : "La Bella", under: "" };
  }
  const place = table.match.table === null ? table.match.round.title : say("table_n", { n: table.match.table });
  if (screen === "match" || screen === "who") return { top: place, under: table.match.round.title };
  const under = `${table.game.title}, ${between(table.state.totals, table.game.card.end.unit)}`;
  if (screen === "hand") {
    const n = pad.draft.row?.number ?? table.hands.filter((row) => row.number).length + 1;
    return { top: pad.draft.row ? write("correct_hand", n) : say("nth_hand", { n: ordinal(n) }), under };
  }
  return { top: say(`title_${screen}`), under };
}

function bar() {
  const { top, under } = titles();
  const inside = ["hand", "claim", "redeal", "strike", "leave"].includes(pad.screen);
  const backTo = inside ? h("button.bare.back", { type: "button", onclick: back }, mark("back"), h("span.hidden-text", {}, say("back_to_table"))) : null;
  const home = !inside && config.sheet ? h("a.back", { href: config.sheet }, mark("back"), h("span.hidden-text", {}, say("back_to_sheet"))) : null;
  const online = pad.table.online && !pad.table.outbox.away;
  const chip = pad.device || config.match ? h("span.chip", { class: online ? "live" : "stale", role: "status" }, say(online ? "online" : "offline")) : null;
  return h("header.bar", {}, h("div.in", {}, backTo, home, h("div.stand", {}, pad.screen === "code" ? h("span", {}, top) : h("h1", {}, top), h("span.soft", {}, under)), chip));
}

// Starting -------------------------------------------------------------------------------------

addEventListener("online", () => load());
history.replaceState({ screen: "match" }, "");
const secret = config.match ? null : secretOfAddress();
if (secret) admit({ secret });
else if (config.match || token()) load();
else {
  pad.screen = "code";
  render();
}
addEventListener("hashchange", () => {
  const other = secretOfAddress();
  if (other) admit({ secret: other });
});
