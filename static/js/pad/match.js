// The match: the score, who sits where, whose call it is, the hands, and what to do next.

import { banner, h, mark, suit } from "./dom.js";
import { against, between, ordinal, say, score, time, write } from "./words.js";

const CLOTH = { 2: ["near", "far"], 4: ["near", "right", "far", "left"] };
const MARKS = ["a", "b"];
export const sideClass = (side) => (MARKS[side] ? `side ${MARKS[side]}` : "");

// What stands on the page, from top to bottom. ``act`` are the acts of the application.
export function matchScreen(pad, act) {
  const { table } = pad;
  const { state, game } = table;
  return [
    ...notices(pad, act),
    scoreCard(table, state, game),
    state.over ? null : cloth(table, state, game, act),
    handsCard(table, game, act, state),
    others(pad, state, game, act),
  ];
}

export function matchThumb(pad, act) {
  const { state } = pad.table;
  if (state.over) return signatures(pad, state, act);
  const n = pad.table.hands.filter((row) => row.number).length + 1;
  return [h("button", { type: "button", onclick: act.newHand }, write("write_hand", n), mark("next"))];
}

function notices(pad, act) {
  const { table } = pad;
  const found = [];
  const waiting = table.outbox.waiting.length;
  if (table.outbox.away && waiting) {
    const tried = say("last_try", { time: time(table.outbox.lastTry) });
    found.push(
      banner("waiting", "offline", say("waiting", { count: waiting }), h("p", {}, say("play_on"))),
      h("div.again", {}, h("button.quiet", { type: "button", onclick: act.retry }, say("try_now")), h("span.small.soft", {}, tried)),
    );
  } else if (!table.online) {
    found.push(banner("waiting", "offline", say("no_network"), h("p", {}, say("play_on"))));
  }
  if (pad.told) found.push(banner("good", "ok", pad.told));
  if (pad.device?.call) {
    const undo = h("button.quiet", { type: "button", onclick: act.uncall }, say("not_needed"));
    found.push(banner("next", "waiting", say("referee_called"), h("div.actions", {}, undo)));
  }
  return found;
}

function scoreCard(table, state, game) {
  const unsent = table.outbox.waiting.length > 0;
  const unit = game.card.end.unit;
  const shown = state.over ? state.games.at(-1).totals : state.totals;
  const needed = table.match.format.wins ?? 0;
  const isMany = table.sides.length > 2;
  const sides = table.sides.map((names, side) =>
    h(`div.${MARKS[side] ?? "a"}`, {},
      h("span.names", { class: sideClass(side) }, names),
      h("span.big", {}, score(shown[side], unit)),
      isMany && !needed ? null : h("span.small", {}, ...won(state.wins[side], needed, side)),
    ),
  );
  const earlier = state.games.slice(0, state.over ? undefined : game.number).map((each, at) => `${ordinal(at + 1)} ${between(each.totals, unit)}`);
  const under = state.over ? result(table, state) : titleOf(table, game);
  const more = unsent ? say("by_this_phone") : earlier.join(" · ");
  return h("section.card.score", { class: unsent ? "unsent" : "", "aria-label": say("score") },
    h(isMany ? "div.many" : "div.two", {}, ...sides),
    h("p.under", {}, h("strong", {}, under), h("span", {}, more)),
  );
}

function won(wins, needed, side) {
  const pips = needed > 1 ? [h("span.pips", {}, ...Array.from({ length: needed }, (_, at) => h("i", { class: at < wins ? "on" : "" })))] : [];
  const words = h("span", {}, say("games_won", { count: wins }));
  return side === 1 ? [words, " ", ...pips] : [...pips, " ", words];
}

function titleOf(table, { title, card, format }) {
  if (format.hands) return say("game_of_hands", { title, count: format.hands });
  return say("game_to", { title, need: score(card.end.need, card.end.unit) });
}

function result(table, state) {
  if (state.winner === null) return say("drawn");
  return say("won_by", { side: table.sides[state.winner] });
}

function cloth(table, state, game, act) {
  const { seats } = table.match;
  if (!seats.length) return null;
  const places = CLOTH[seats.length] ?? [];
  const { turn } = state;
  const before = turn === null ? null : game.card.turn.after_hand.indexOf(turn);
  const word = game.card.turn.field;
  const ask = turn === null && !table.hands.length;
  const chosen = table.firstTurn ?? null;
  const cards = seats.map(({ seat, side, first_name: first, last_name: last }) => {
    const calls = seat === (turn ?? chosen);
    const inside = [
      h("span.first", { class: sideClass(side) }, first || "\u00a0"),
      h("span.last", {}, last),
      calls ? h("span.turn", {}, suit("denari"), say(`turn_${word}`)) : null,
      seat === before ? h("span.deals", {}, say("deals")) : null,
    ];
    const classes = `seat ${places[seat] ?? ""} ${MARKS[side] ?? ""} ${calls ? "calls" : ""}`;
    if (!ask) return h("div", { class: classes }, ...inside);
    return h("button", { type: "button", class: classes, "aria-pressed": calls ? "true" : "false", onclick: () => act.firstTurn(seat) }, ...inside);
  });
  return h("section", { "aria-labelledby": "seats" },
    h("h2.hidden-text", { id: "seats" }, say("who_sits_where")),
    h("figure.cloth", {}, ...cards, h("figcaption", {}, caption(seats, turn, game, ask))),
  );
}

function caption(seats, turn, game, ask) {
  if (ask) return say(`first_${game.card.turn.field}`);
  if (turn === null) return "";
  const name = (seat) => seats[seat].last_name;
  return say(`next_${game.card.turn.field}`, { now: name(turn), next: name(game.card.turn.after_hand[turn]) });
}

function handsCard(table, game, act, state) {
  const rows = table.hands;
  if (!rows.length) return null;
  const unit = game.card.end.unit;
  return h("section.card", { "aria-labelledby": "hands" },
    h("div.title", {}, h("h2", { id: "hands" }, say("hands")), h("span.small.soft", {}, say("last_on_top"))),
    h("table.data.hands", {},
      h("thead.hidden-text", {}, h("tr", {}, ...["hand", "points", "total", "action"].map((key) => h("th", { scope: "col" }, say(`head_${key}`))))),
      h("tbody", {}, ...rows.map((row) => handRow(table, row, unit, act, state))),
    ),
  );
}

function handRow(table, row, unit, act, state) {
  const struck = row.line?.reading.struck_by;
  const open = !state.signed?.length && !struck && row.kind === "hand";
  const change = h("button.bare.link", { type: "button", onclick: () => act.amend(row) }, say("correct"), h("span.hidden-text", {}, ` ${say("hand_n", { n: row.number })}`));
  return h("tr", { class: `${row.item ? "unsent" : ""} ${struck ? "off" : ""} ${row.isNew ? "told" : ""}` },
    h("th", { scope: "row" }, row.number ? ordinal(row.number) : ""),
    h("td.pts", {}, kindWords(table, row, unit)),
    h("td.num", {}, struck ? say("struck") : row.after.length > 2 ? "" : between(row.after, unit)),
    h("td.num", {}, open ? change : ""),
  );
}

function kindWords(table, row, unit) {
  if (row.kind === "hand") return against(row.adds, unit);
  if (row.kind === "penalty" || row.kind === "award") return `${say(row.kind)} ${against(row.adds, unit)}`;
  return say(row.kind);
}

function others(pad, state, game, act) {
  const { table } = pad;
  const buttons = [];
  const add = (key, onclick) => buttons.push(h("button.quiet", { type: "button", name: key, onclick }, say(key)));
  if (!state.over && game.card.claim && !game.format.hands) add("claim_button", act.claim);
  if (!state.over && game.card.turn.after_redeal) add("redeal_button", act.redeal);
  if (!state.signed?.length && table.hands.some((row) => !row.line?.reading.struck_by)) add("strike_button", act.strike);
  if (pad.device && !pad.device.call) add("referee_button", act.call);
  if (pad.config.sheet) buttons.push(h("a.button.quiet", { href: pad.config.sheet }, say("open_sheet")));
  if (pad.device) add("leave_button", act.leave);
  if (buttons.length % 2) buttons.at(-1).classList.add("wide");
  return h("section", { "aria-labelledby": "else" }, h("h2.hidden-text", { id: "else" }, say("else")), h("div.others", {}, ...buttons));
}

function signatures(pad, state, act) {
  const { table } = pad;
  const waiting = table.outbox.waiting.filter((item) => item.kind === "sign").map((item) => item.data.side);
  const signed = [...(state.signed ?? []), ...waiting];
  if (signed.includes(null) || signed.length >= table.sides.length) {
    return [h("p.done", { role: "status" }, mark("ok"), say("signed_all")), h("button", { type: "button", onclick: act.reload }, say("go_on"))];
  }
  if (!pad.device) return [h("output", {}, h("span", {}, say("check_then_sign"))), h("button", { type: "button", onclick: () => act.sign(null) }, say("sign_referee"))];
  const open = table.sides.map((names, side) => ({ names, side })).filter(({ side }) => !signed.includes(side));
  return [
    h("output", {}, h("span", {}, say("check_then_sign"))),
    ...open.map(({ names, side }, at) => h("button", { type: "button", class: at ? "quiet" : "", onclick: () => act.sign(side) }, say("sign_for", { side: names }))),
  ];
}
