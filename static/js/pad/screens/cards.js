// A hand card by card: the tricks so far, the trick on the table, and the four suits to choose from.
// No running count: the score is shown when the last card is in.

import { Banner, Name, html, sideClass, suit } from "../view.js";
import { against, ordinal, say, score } from "../words.js";
import { CannotBe, addsOf, hand } from "../game/card.js";
import { abbreviate } from "../state/selectors.js";
import { formProps } from "./hand-form.js";
import { RefereeLink } from "./parts.js";
import {
  addAct, canUndo, choicesFor, declarationsFor, lateDeclarationsFor, playCard, positionOf, recordOf, startPlay, stepOf, takenBy, trickCount, undoAct,
} from "../game/play.js";

/** @typedef {import("../game/play-types.js").PlayState} PlayState */
/** @typedef {import("../game/play-types.js").Act} Act */
/** @typedef {import("../game/play-types.js").Step} Step */
/** @typedef {import("../game/play-types.js").SuitChoices} SuitChoices */
/** @typedef {import("../game/play-types.js").Breach} Breach */
/**
 * `draft.cards` is the state of game/play.js, null before the first tap; `totals` are those before
 * the hand; `callReferee` is shown next to the undo button.
 * @typedef {{game: any, draft: any, turn: number | null, totals?: number[],
 *   names: {sides: string[], surnames: string[][], seats: string[]},
 *   act: {cards: (state: PlayState) => void}, callReferee?: any}} Props
 */

/** @type {Record<string, string>} */
const SYMBOLS = { D: "denari", C: "coppe", S: "spade", B: "bastoni" };

/** @param {Props} props @returns {PlayState} */
const stateOf = ({ game, draft, turn }) => draft.cards ?? startPlay(game.card, turn);

/** @type {import("./app.js").Screens} */
export const CARD_SCREENS = {
  cards({ state, send }) {
    const { props, draft } = formProps(state, send);
    const callReferee = html`<${RefereeLink} state=${state} send=${send} />`;
    return {
      body: html`<${CardsScreen} ...${props} />`, thumb: html`<${CardsSummary} ...${props} totals=${props.before} callReferee=${callReferee} />`,
      className: "cards-in", under: trickTitle(draft.cards),
    };
  },
};

/** "3ª presa" for the bar; empty before the first card. @param {PlayState | null} state */
function trickTitle(state) {
  if (!state) return "";
  const { tricks, plays } = positionOf(state);
  return plays.length && stepOf(state).ask === "card" ? say("nth_trick", { n: ordinal(tricks.length + 1) }) : "";
}

/** @param {Props} props */
export const CardsScreen = (props) => {
  const state = stateOf(props);
  const step = stepOf(state);
  const hasBegun = positionOf(state).leader !== null && !["bid", "trump", "shown", "called"].includes(step.ask);
  return html`
    ${hasBegun ? html`<${Tricks} ...${props} state=${state} />` : null}
    ${hasBegun && step.ask !== "done" && step.ask !== "marafona" ? html`<${Felt} ...${props} state=${state} />` : null}
    ${step.ask === "breach"
      ? html`<${BreachBanner} ...${props} breach=${step.breach} />`
      : html`<div class="ask-card"><h2 tabindex="-1" key=${state.acts.length} ref=${keepFocus}>${question(props, state, step)}</h2><${Trumps} ...${props} state=${state} /></div>`}
    <${Answers} ...${props} state=${state} step=${step} />`;
};

/** The button that had the focus is gone: the next question gets it. @param {HTMLElement | null} heading */
function keepFocus(heading) {
  const focused = heading?.ownerDocument.activeElement;
  if (heading && (!focused || focused === heading.ownerDocument.body)) heading.focus({ preventScroll: true });
}

/** @param {Props} props @param {PlayState} state @param {Step} step */
function question({ names }, state, step) {
  const name = "seat" in step && step.seat !== null ? names.seats[step.seat] : "";
  switch (step.ask) {
    case "turn": return say(`cards_turn_${state.rules.turn_field}`);
    case "bid": return say("cards_bid_of", { name });
    case "trump": return say("cards_trump_of", { name });
    case "shown": return name ? say("cards_shown_by", { name }) : say("cards_turned");
    case "called": return say("cards_called_by", { name });
    case "card": return say("cards_card_of", { name });
    case "marafona": return say("cards_marafona_of", { name });
    default: return positionOf(state).plays.length ? say("cards_done") : say("cards_all_passed");
  }
}

/** @param {Props & {state: PlayState}} props */
const Trumps = ({ state }) => {
  const { trump, leader, table } = positionOf(state);
  if (leader === null || state.rules.trump === "none") return null;
  if (trump === null) return state.rules.trump === "declared" && !table.length ? html`<span class="small">${say("cards_no_trumps")}</span>` : null;
  return html`<span class="small">${suit(SYMBOLS[trump])} <span class="hidden-text">${say(`suit_${trump}`)} </span>${say("cards_trumps")}</span>`;
};

/** @param {Props & {state: PlayState}} props */
const Tricks = ({ state, names }) => {
  const { rules } = state;
  const { tricks } = positionOf(state);
  const isByName = rules.sides > 2;
  const count = trickCount(rules);
  const signs = abbreviate(names.seats);
  return html`<ol class=${count > 10 ? "tricks long" : "tricks"} aria-label=${say("cards_tricks")}>
    ${Array.from({ length: count }, (_, at) => {
      const trick = tricks[at];
      const isNow = at === tricks.length;
      const sign = trick && isByName ? html`<b aria-hidden="true">${signs[trick.winner]}</b>` : html`<i class=${trick && !isByName ? (["a", "b"][trick.side] ?? "") : ""}></i>`;
      return html`<li class=${trick ? "" : isNow ? "now" : "todo"} aria-current=${isNow ? "step" : undefined}>
        ${sign}${at + 1}${trick ? html`<span class="hidden-text"> ${isByName ? names.seats[trick.winner] : names.sides[trick.side]}</span>` : null}
      </li>`;
    })}
  </ol>`;
};

/** @param {Props & {state: PlayState}} props */
const Felt = ({ state, names }) => {
  const { rules } = state;
  const { table, tricks, leader } = positionOf(state);
  const marks = (/** @type {number} */ seat) => (rules.sides > 2 ? "" : sideClass(seat % rules.sides));
  return html`<ol class=${rules.seats > 4 ? "felt many" : "felt"} aria-label=${say("cards_trick", { n: ordinal(tricks.length + 1) })}>
    ${Array.from({ length: rules.seats }, (_, place) => {
      const seat = (/** @type {number} */ (leader) + place) % rules.seats;
      const isNow = place === table.length;
      return html`<li class=${isNow ? "now" : ""} aria-current=${isNow ? "step" : undefined}>
        ${place < table.length ? html`<${PlayedCard} card=${table[place]} />` : html`<span class=${isNow ? "play next" : "play none"}>${say(isNow ? "cards_now" : "cards_then")}</span>`}
        <span class=${`who ${marks(seat)}`}><${Name} name=${names.seats[seat]} /></span>
      </li>`;
    })}
  </ol>`;
};

/** @param {{card: string}} props */
const PlayedCard = ({ card }) => html`<span class="play"><span aria-hidden="true">${shortRank(card)}</span>${suit(SYMBOLS[card[1]])}<span class="hidden-text">${cardName(card)}</span></span>`;

/** @param {string} card */
const shortRank = (card) => (/\d/.test(card[0]) ? card[0] : say(`rank_${card[0]}`)[0]);

/** "il 6 di coppe" @param {string} card */
function cardName(card) {
  const isNumber = /\d/.test(card[0]);
  return say(`cards_the_${isNumber ? "n" : card[0]}`, { rank: card[0], suit: say(`suit_${card[1]}`) });
}

/** @param {Props & {state: PlayState, step: Step}} props */
const Answers = (props) => {
  const { state, step, act, names, game } = props;
  const answer = (/** @type {Act} */ given) => () => act.cards(addAct(state, given));
  switch (step.ask) {
    case "turn":
      return html`<div class="stack">${names.seats.map((name, seat) => html`<button type="button" class="quiet" name=${`turn_${seat}`} onClick=${answer(["turn", seat])}><${Name} name=${name} /></button>`)}</div>`;
    case "bid":
      return html`<div class="stack">${step.words.map((word) => html`<button type="button" class="quiet" name=${`bid_${word}`} onClick=${answer(["bid", step.seat, word])}>${bidName(game, state, word)}</button>`)}</div>`;
    case "trump":
      return html`<div class="suit-keys">${Object.keys(SYMBOLS).map((sign) => html`<button type="button" class="quiet" name=${`trump_${sign}`} onClick=${answer(["trump", sign])}>${suit(SYMBOLS[sign])}${say(`suit_${sign}`)}</button>`)}</div>`;
    case "marafona":
      return html`<div class="two-up">${[true, false].map((value) => html`<button type="button" class="quiet" name=${`marafona_${value}`} onClick=${answer(["marafona", value])}>${say(value ? "yes" : "not_so")}</button>`)}</div>`;
    case "done":
      return html`<${Result} ...${props} />`;
    case "breach":
      return null;
    default:
      return html`<${Suits} ...${props} />`;
  }
};

/** @param {any} game @param {PlayState} state @param {string} word */
const bidName = (game, state, word) =>
  word === state.rules.auction?.pass_word ? say("cards_pass") : (game.book.words.record.bid?.choices[word] ?? word);

/** @param {Props & {state: PlayState, step: Step}} props */
const Suits = (props) => {
  const { state, act } = props;
  return html`<div class="suit-rows" key=${state.acts.length}>
    ${choicesFor(state).map((row) => html`<${SuitRow} row=${row} onCard=${(/** @type {string} */ card) => act.cards(playCard(state, card))} />`)}
    <${DeclareRow} ...${props} />
  </div>`;
};

/** @param {{row: SuitChoices, onCard: (card: string) => void}} props */
const SuitRow = ({ row, onCard }) => {
  const name = say(`suit_${row.suit}`);
  const isGone = (/** @type {string} */ state) => state === "played" || state === "elsewhere";
  return html`<details class="suit-row" name="suits" open=${row.isOpen} data-suit=${row.suit}>
    <summary>${suit(SYMBOLS[row.suit])}<span class="suit-name">${name}</span>
      ${row.isDue && row.isOpen ? html`<span class="rule">${say("cards_follow")}</span>` : html`<span class="left" aria-hidden="true">${row.cards.map(({ card, state }) => (state === "possible" ? html`<span>${shortRank(card)}</span>` : html`<s>${shortRank(card)}</s>`))}</span>`}
    </summary>
    <div class="ranks">
      ${row.cards.map(({ card, state }) => html`<button type="button" name=${`card_${card}`} class=${state === "revoke" ? "revoke" : ""} disabled=${isGone(state)} onClick=${() => onCard(card)}>
        ${/\d/.test(card[0]) ? card[0] : html`<span aria-hidden="true">${shortRank(card)}</span><small>${say(`rank_${card[0]}`).toLowerCase()}</small>`}<span class="hidden-text"> ${say("cards_of_suit", { suit: name })}${state === "possible" ? "" : `, ${say(`cards_is_${state}`)}`}</span>
      </button>`)}
    </div>
  </details>`;
};

/** What can be declared before this card, a line for each player who may. @param {Props & {state: PlayState}} props */
const DeclareRow = ({ state, act, names, game }) => {
  const now = declarationsFor(state);
  const late = lateDeclarationsFor(state);
  if (!now.length && !late.length) return null;
  const { rules } = state;
  const kinds = game.book.words.record.kind?.choices ?? {};
  const face = (/** @type {any[]} */ [kind, , sign]) => {
    if (kind === "X") return say("cards_exchange");
    if (kind === "D") return html`${suit(SYMBOLS[sign])}<span class="hidden-text">${kinds.marriage} ${say(`suit_${sign}`)}</span>`;
    const name = kinds[{ C: "mi_copri", N: "mariannino", M: "mariannone" }[/** @type {"C" | "N" | "M"} */ (kind)]];
    return html`${name}${kind === "C" ? html` ${suit(SYMBOLS[sign])}<span class="hidden-text">${say(`suit_${sign}`)}</span>` : ""}`;
  };
  const lines = (/** @type {any[][]} */ events) => [...new Set(events.map(([, seat]) => seat))].map((seat) => html`<div class="declare">
    <span class=${`who ${sideClass(seat % rules.sides)}`}><${Name} name=${names.seats[seat]} /></span>
    ${events.filter((event) => event[1] === seat).map((event) => html`<button type="button" class="quiet" name=${`declare_${event.join("_")}`} onClick=${() => act.cards(addAct(state, /** @type {any} */ (event)))}>${face(event)}</button>`)}
  </div>`);
  return html`<details class="suit-row declares" name="suits">
    <summary><span class="suit-name">${say("cards_declare")}</span></summary>
    ${lines(now)}
    ${late.length ? html`<p class="small">${say("cards_late", { n: ordinal(positionOf(state).tricks.length) })}</p>${lines(late)}` : null}
  </details>`;
};

/** @param {Props & {breach: Breach}} props */
const BreachBanner = ({ breach, names }) => {
  const { seat, card, code, earlier } = breach;
  const name = names.seats[seat];
  const why = () => {
    if (code === "must_cover") return say("cards_must_cover");
    if (!earlier) return say("cards_holds_better", { name });
    return say(`cards_${code}`, { name, n: earlier.trick + 1, earlier: cardName(earlier.card) });
  };
  return html`<${Banner} kind="wrong" symbol="alert" title=${capital(say("cards_breach", { card: cardName(card), name }))}><p>${why()}</p><p>${say("cards_breach_help")}</p></${Banner}>`;
};

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

// The end ----------------------------------------------------------------------------------------------

/** What each side took, once all cards are in. @param {Props & {state: PlayState}} props */
const Result = ({ state, names, game }) => {
  const { rules } = state;
  const { tricks, declared, plays } = positionOf(state);
  if (!plays.length && !declared.length) return null;
  if (rules.auction) return html`<${Auctioned} game=${game} state=${state} names=${names} />`;
  const unit = rules.field === "thirds" || rules.point === 3 ? "thirds" : "points";
  const kinds = game.book.words.record.kind?.choices ?? {};
  return html`<dl class="facts">
    ${takenBy(state).map((points, side) => html`<div>
      <dt class=${sideClass(side)}>${names.sides[side]}</dt>
      <dd>${say("cards_took", { tricks: tricks.filter((trick) => trick.side === side).length, points: score(points, unit) })}</dd>
    </div>`)}
    ${declared.map(({ seat, kind, suit: sign, value }) => html`<div>
      <dt class=${sideClass(seat % rules.sides)}>${names.seats[seat]}</dt>
      <dd>${kinds[kind]} ${sign ? html`${suit(SYMBOLS[sign])}<span class="hidden-text">${say(`suit_${sign}`)}</span>` : null} +${value}</dd>
    </div>`)}
  </dl>`;
};

/** @param {{game: any, state: PlayState, names: Props["names"]}} props */
const Auctioned = ({ game, state, names }) => {
  const record = recordOf(state, null);
  const words = game.book.words.record;
  const yesOrNo = (/** @type {boolean} */ value) => say(value ? "yes" : "not_so");
  const rows = [
    [words.declarer.label, `${names.seats[record.declarer]}, ${bidName(game, state, record.bid)}`],
    [words.partner.label, record.partner === null ? words.partner.nothing : names.seats[record.partner]],
    [words.success.label, yesOrNo(record.success)],
  ];
  return html`<dl class="facts">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
};

/** What the hand comes to on top of the totals before it; null where no such hand can be. @param {Props} props @param {PlayState} state */
function outcomeOf({ game, totals }, state) {
  const before = totals ?? Array(state.rules.sides).fill(0);
  const toTarget = (game.format?.hands ?? null) === null;
  try {
    const record = recordOf(state, toTarget ? before : null);
    return { ...hand(game.card, record, before, toTarget), adds: addsOf(game.card, record, before) };
  } catch (error) {
    if (error instanceof CannotBe) return null;
    throw error;
  }
}

/** @param {Props} props */
export const CardsSummary = (props) => {
  const state = stateOf(props);
  // Where something may be declared the screen has a row more, and needs this line's place.
  if (stepOf(state).ask !== "done") return html`<p class=${state.rules.stock ? "hidden-text" : "small"}>${say("cards_score_later")}</p><${GoBack} ...${props} state=${state} />`;
  const outcome = outcomeOf(props, state);
  const { unit } = props.game.card.end;
  if (!outcome) return html`<p class="small" role="alert">${say("cards_cannot_be")}</p><${GoBack} ...${props} state=${state} />`;
  const winner = outcome.ending?.winner ?? null;
  return html`
    <output>${outcome.adds.length > 2 ? null : html`<span>${against(outcome.adds, unit)}</span>`}<span class="to">${against(outcome.totals, unit)}</span>
      ${winner === null ? null : html`<strong class="ends">${say("wins_game", { side: props.names.sides[winner] })}</strong>`}</output>
    <button type="submit" name="write_cards">${say((props.draft.line ?? null) === null ? "cards_write" : "write_amend", { hand: writtenAs(props, state, outcome.adds) })}</button>
    <${GoBack} ...${props} state=${state} />`;
};

/** "7 to 4"; of many players, what the declarer gets. @param {Props} props @param {PlayState} state @param {number[]} adds */
function writtenAs({ names, game }, state, adds) {
  const { declarer } = positionOf(state);
  const { unit } = game.card.end;
  if (adds.length === 2) return against(adds, unit);
  if (declarer === null) return say("cards_all_passed");
  return `${names.seats[declarer]} ${adds[declarer] > 0 ? "+" : ""}${score(adds[declarer], unit)}`;
}

/** @param {Props & {state: PlayState}} props */
const GoBack = ({ state, act, callReferee }) => {
  const last = state.acts.at(-1);
  const isCard = last?.[0] === "P";
  return html`<div class="two">
    <button type="button" class="quiet" name="undo_card" disabled=${!canUndo(state)} onClick=${() => act.cards(undoAct(state))}>${isCard ? say("cards_undo_card", { card: cardName(/** @type {string} */ (last[2])) }) : say("cards_undo")}</button>
    ${callReferee ?? null}
  </div>`;
};
