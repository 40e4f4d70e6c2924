// The screens around a match: the code, whose phone it is, a table where nothing is on, and the
// questions before something is taken back.

import { banner, h, mark } from "./dom.js";
import { sideClass } from "./match.js";
import { against, between, say, time } from "./words.js";

export function codeScreen(pad, act) {
  const { typed, error } = pad.code;
  return [
    h("div", {}, h("h1", {}, say("enter_title")), h("p.lead.soft", {}, say("enter_lead"))),
    h("form.card.code-entry", { onsubmit: act.enter, novalidate: true },
      h("div.field", {},
        h("label", { for: "code" }, say("code_label")),
        h("input", { id: "code", name: "code", value: typed, maxlength: 12, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "aria-describedby": error ? "err hint" : "hint", "aria-invalid": error ? "true" : null, required: true }),
        error ? h("span.error", { id: "err", role: "alert" }, error) : null,
        h("span.hint", { id: "hint" }, say("code_hint")),
      ),
      h("button", { type: "submit", "aria-busy": pad.busy ? "true" : null }, say("enter"), mark("next")),
    ),
    h("p", {}, say("scan_hint")),
    h("div.banner", {}, mark("waiting"), h("div.body", {}, h("strong", {}, say("code_trouble")), h("p", {}, say("code_trouble_help")))),
  ];
}

export function whoScreen(pad, act) {
  const { match, sides } = pad.table;
  return [
    h("div", {}, h("h1", {}, say("is_it_you")), h("p.lead.soft", {}, say("is_it_you_lead", { round: match.round.title, table: pad.device.table }))),
    ...sides.map((names, side) =>
      h("section.card", { "aria-label": names }, h("h2.names", { class: sideClass(side) }, names),
        h("div.stack", {}, ...match.seats.filter((seat) => seat.side === side).map((seat) =>
          h("button.quiet", { type: "button", onclick: () => act.iAm(seat.player) }, `${seat.first_name} ${seat.last_name}`.trim()))))),
    h("button.quiet", { type: "button", onclick: () => act.iAm(null) }, say("somebody_else")),
    h("p.small.soft", {}, say("wrong_table")),
  ];
}

export function nothingScreen(pad, act) {
  const { event, table } = pad.device;
  return [
    pad.told ? banner("good", "ok", pad.told) : null,
    banner("waiting", "waiting", say("nothing_on", { table }), h("p", {}, say("nothing_on_help"))),
    h("div.stack", {},
      h("a.button.quiet", { href: `/events/${event.id}/` }, say("see_board")),
      h("button.quiet", { type: "button", onclick: act.leave }, say("leave_button"))),
  ];
}

export function strikeScreen(pad, row) {
  const { table } = pad;
  const unit = table.game.card.end.unit;
  const after = table.preview("strike", { line: row.line.n, reason: "" });
  const back = after ? say("score_back", { totals: against(after.totals, unit) }) : "";
  const title = row.number ? say("strike_hand", { n: row.number, hand: against(row.adds, unit) }) : say("strike_line", { what: say(row.kind) });
  return [h("section.banner.next", {}, mark("alert"), h("div.body", {}, h("strong", {}, title), h("p", {}, back), h("p.small", {}, say("stays_on_sheet"))))];
}

export function redealScreen(pad) {
  const { seats } = pad.table.match;
  const { turn } = pad.table.state;
  const who = turn === null ? "" : say("calls_again", { name: seats[turn]?.last_name ?? "" });
  return [h("section.banner.next", {}, mark("alert"), h("div.body", {}, h("strong", {}, say("redeal_ask")), h("p", {}, who)))];
}

export function leaveScreen() {
  return [h("section.banner.next", {}, mark("alert"), h("div.body", {}, h("strong", {}, say("leave_ask")), h("p", {}, say("leave_help"))))];
}

// Two writers: what stands on the sheet now, and what this phone wanted to write.
export function conflictScreen(pad, item, act) {
  const { table } = pad;
  const theirs = table.lines.filter((line) => line.n > item.version);
  const unit = table.game.card.end.unit;
  const last = theirs.find((line) => line.kind === item.kind) ?? theirs.at(-1);
  const sameKind = last && last.kind === item.kind && item.kind === "hand";
  const [ours, them] = [faceOf(pad, item.kind, item.data, null, unit), last ? faceOf(pad, last.kind, last.data, last, unit) : null];
  return [
    banner("wrong", "alert", say("conflict"), h("p", {}, say("conflict_help"))),
    h("div.versus", {},
      h("div", {}, h("span.soft.small", {}, say("already_written")), ...(them ?? []), last ? h("span.soft.small", {}, time(last.arrived_at)) : null),
      h("div", {}, h("span.soft.small", {}, say("yours")), ...ours, h("span.soft.small", {}, say("this_phone"), h("br"), time(item.madeAt)))),
    h("div.stack", {},
      h("button", { type: "button", onclick: () => act.yield(item) }, say("theirs_is_right")),
      sameKind ? h("button.quiet", { type: "button", onclick: () => act.overrule(item, last) }, say("mine_is_right")) : null,
      h("button.quiet", { type: "button", onclick: () => act.another(item) }, say(item.kind === "hand" ? "mine_is_another" : "write_it_too"))),
    h("p.small.soft", {}, say("correction_leaves_mark")),
  ];
}

function faceOf(pad, kind, data, line, unit) {
  const { table } = pad;
  if (kind !== "hand") return [h("span.pts", {}, say(kind))];
  const adds = line ? line.reading.after.map((total, side) => total - line.reading.before[side]) : table.addsOf(data);
  const extra = Object.entries(table.game.book.words.record)
    .filter(([field]) => table.game.book.words.parts[field])
    .map(([field, words]) => h("span", {}, `${words.label}: `, h("mark", {}, data[field] === null || data[field] === undefined ? words.nothing : table.sides[data[field]])));
  return [h("span.pts", {}, adds ? between(adds, unit) : say("hand")), ...extra];
}
