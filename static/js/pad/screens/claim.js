import { claimOf } from "../game/record.js";
import { valuesOf } from "../game/card.js";
import { h as vnode } from "../../../vendor/preact.mjs";
import { html, sideClass, Banner } from "../view.js";
import { MOST_KEYS, choice, group, keypad } from "./hand.js";
import { say, score } from "../words.js";
const h = (name, props = {}, ...children) => { const [tag, ...classes] = name.split("."); const { class: more, ...rest } = props; return vnode(tag, { ...rest, class: [...classes, more].filter(Boolean).join(" ") }, ...children); };
const asPad = ({ game, totals, names }) => ({ table: { game, sides: names.sides, state: { totals } } });
export const ClaimFields = (p) => html`${claimScreen(asPad(p), p.draft, p.act)}`;
export const ClaimSummary = (p) => html`${claimThumb(asPad(p), p.draft)}`;
export function claimScreen(pad, draft, act) {
  const { card, book } = pad.table.game;
  const table = card.claim;
  return [
    ...(draft.errors ?? []).map((sentence) => html`<${Banner} kind="wrong" symbol="alert" title=${sentence} />`),
    ...table.fields.map((field) => {
      const words = book.words.claim[field];
      const schema = schemaOf(book.claim, field);
      const values = valuesOf(table, field).sort((one, other) => (one ?? -1) - (other ?? -1));
      const many = values.length > 12;
      if (values.length > MOST_KEYS) {
        const number = (text) => values.find((value) => String(value) === text) ?? null;
        return h("div", {}, h("p", {}, words.label), keypad(`claim-${field}`, words.label, draft.digits?.[field] ?? draft.record[field] ?? "", {
          may: (text) => values.some((value) => String(value).startsWith(text)),
          beside: () => "",
          type: (text) => act.type(field, text, number(text)),
        }));
      }
      return group(words.label, h("div", { class: many ? "keys many" : values.includes(null) ? "marafona" : "whose" },
        ...values.map((value) => choice({
          name: `claim-${field}`, value,
          face: [faceOf(pad, table, value, words, schema)],
          plain: schema.format === "side" && value !== null ? sideClass(value) : "plain-choice",
          checked: field in draft.record ? draft.record[field] === value : value === null,
          possible: true,
          onchange: () => act.choose(field, value),
        }))));
    }),
  ];
}

export function claimThumb(pad, draft) {
  const { table } = pad;
  const told = claimOf(table.game.card, draft.record, table.state.totals);
  if (!told) return [h("output", {}, h("span", {}, say("claim_choose"))), h("button", { type: "button", disabled: true }, say("write"))];
  const unit = table.game.card.claim.unit;
  const params = { side: table.sides[draft.record.side], has: score(told.has, unit), need: score(told.need, unit) };
  return [
    h("output", {}, h("span", {}, say(told.right ? "claim_right" : "claim_wrong", params)), h("strong.ends", {}, say("wins_game", { side: table.sides[told.winner] }))),
    h("button", { type: "submit" }, say("write_claim", params)),
  ];
}

const schemaOf = (model, field) => {
  const schema = model.properties[field];
  return (schema.anyOf ?? [schema]).find((each) => each.type !== "null") ?? {};
};

function faceOf(pad, table, value, words, schema) {
  if (value === null) return schema.format === "side" ? say("no") : words.nothing;
  if (schema.format === "side") return pad.table.sides[value];
  return score(value, table.unit);
}
