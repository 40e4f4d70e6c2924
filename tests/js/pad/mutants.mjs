// Defects of the pad as changes of its text: those that were observed at real tables, in the order
// of their numbers, and others of the same kind.

const STEPS = "state/steps.js";
const REDUCER = "state/reducer.js";
const REPORTS = "state/reports.js";
const TAPS = "state/taps.js";
const SELECTORS = "state/selectors.js";
const OUTBOX = "state/outbox.js";

/** Texts of the reducer that several mutants change. */
const CLOSED = '{ ...leaveForm(state), firstTurn: null }, effects };';
const ASKED = 'return { ...show(state, "overtaken"), overtaken: [...state.overtaken, ...changing] };';
const REATTACHED = 'needsCode(item) && isHere(item) && !(item.state === "refused" && isEntering(item));';

/** The test of the random sequences. */
export const EVERY_ACT = "every act is on the right sheet once, or visible as unsent";
const TABLE_CHANGED = "a hand that waited at table 3 goes to table 3 after the phone went to table 4";
const NEVER_TWICE = "a hand that the other phone wrote meanwhile is asked about, never counted twice";
const AFTER_RELOAD = "hands entered offline are there after the page was reloaded";
const NEW_CODE = "hands whose code was replaced are visible, and go on with the new code";
const UNSENT_CORRECTED = "going back from correcting an unsent hand keeps it, and taking it back works";
const OFFLINE_CALL = "a call for the referee made offline is sent when the network is back";

/**
 * The number of the defect (0 for one that was never observed), what it does, its changes, and the
 * test that fails. @type {[number, string, [string, string, string][], string][]}
 */
export const MUTANTS = [
  // 1. a hand of table 3 on the sheet of table 4
  [1, "lines are sent to the match on the screen", [[REDUCER,
    '{ do: "send", item: attempted }',
    '{ do: "send", item: state.sheet ? { ...attempted, match: state.sheet.id, token: state.phone.token } : attempted }',
  ]], TABLE_CHANGED],
  [1, "waiting lines follow the phone to another table", [[STEPS,
    REATTACHED,
    "item.event === device.event.id;",
  ]], TABLE_CHANGED],

  // 2. a double tap
  [2, "a screen that has just appeared takes taps", [[REDUCER,
    "state.now - state.appearedAt < GUARD", "state.now - state.appearedAt < 0",
  ]], "a double tap in mid-match writes one hand and opens no other"],
  [2, "submitting leaves the form where it is", [[TAPS,
    CLOSED, "state, effects };",
  ]], "a double tap on the deciding hand writes it and signs nothing"],
  [2, "submitting keeps the draft behind the table", [[TAPS,
    CLOSED,
    '{ ...show(state, "match"), overtaken: [], firstTurn: null }, effects };',
  ]], EVERY_ACT],

  // 2b. a result that is corrected after somebody has signed it
  [2, "a correction leaves the signatures in force", [[STEPS,
    "read.signatures(state).map(({ n })", "read.signatures(state).slice(0, 0).map(({ n })",
  ]], "after one signature the last hand can be corrected, and the signature is withdrawn first"],
  [2, "a phone signs for the other side", [[TAPS,
    " || side !== read.signingSide(state)) return", ") return",
  ]], "a phone signs for its owner's side only, until it is handed over"],
  [2, "a phone that was handed over stays with that person", [[TAPS,
    'openSign: (state) => to({ ...show(state, "sign"), holder: null }),', 'openSign: (state) => to(show(state, "sign")),',
  ]], "a phone that was handed over is its owner's again when the signatures are opened again"],

  // 3. two phones enter the same hand
  [3, "a form that was overtaken becomes the next hand", [[TAPS,
    ASKED,
    "return { ...state, draft: { ...draft, hand: read.nextHand(state), seen: state.sheet.version } };",
  ]], NEVER_TWICE],
  [3, "a form that was overtaken is not noticed", [[TAPS,
    ASKED, "return state;",
  ]], NEVER_TWICE],
  [0, "a notice of an earlier line hides that of a later one", [[REPORTS,
    "newest: Math.max(network.newest, versions[topic])", "newest: versions[topic]",
  ]], "a notice of an earlier line does not hide that of a later one"],
  [0, "a notice of the sheet is not read", [[REDUCER,
    'sheet && newest > sheet.version ? to(asked, ...effects, { do: "loadMatch", token, match: sheet.id }) : to(asked, ...effects)', "to(asked, ...effects)",
  ]], "what was noticed while a line was under way is read when its answer is there"],
  [3, "a line that met another writer is sent again on top", [[STEPS,
    'if (item.kind === "sign" && newer.length && isSameResult)', "if (newer.length)",
  ]], "two phones that were both offline are told apart, and nothing is lost"],

  // 4. hands that are gone after the page was reloaded
  [4, "lines are not stored", [
    [STEPS, '{ ...state, items: [...state.items, item] }, { do: "store", items: [item], table });', "{ ...state, items: [...state.items, item] });"],
    [OUTBOX, '(item.isStored || storage === "none")', "(item.isStored || storage)"],
  ], AFTER_RELOAD],
  [4, "stored lines are not read", [[REPORTS, "storage, items: kept, phone:", "storage, items: [], phone:"],
  ], AFTER_RELOAD],

  // 5. hands whose code was replaced
  [5, "a line that was signed out is dropped", [[REPORTS,
    "const next = { ...state, items, network: { ...state.network, asking: without(state, ask), sending: null } };",
    'const next = { ...state, items: items.filter((item) => item.state !== "signed_out"), network: { ...state.network, asking: without(state, ask), sending: null } };',
  ]], NEW_CODE],
  [5, "a line that was signed out waits behind a status that says online", [[SELECTORS,
    "const { items, network, now } = state;",
    'const { network, now } = state;\n  const items = state.items.filter((item) => item.state !== "signed_out");',
  ]], NEW_CODE],
  [5, "a line that was signed out does not go on with the new code", [[STEPS,
    REATTACHED, 'item.phone === "" && needsCode(item) && isHere(item);',
  ]], NEW_CODE],

  // 6. what was written offline
  [6, "going back from correcting an unsent hand drops it", [[TAPS,
    "const closeForm = (state) => ({ ...show(state, home(state)), draft: null,",
    "const closeForm = (state) => ({ ...show(state, home(state)), items: state.items.filter((item) => item.key !== state.draft?.unsent), draft: null,",
  ]], UNSENT_CORRECTED],
  [6, "taking back an unsent hand throws", [[TAPS,
    'kind: "strike", line: row.n, hand: row.number, replaces', 'kind: "strike", line: row.line.n, hand: row.number, replaces',
  ]], UNSENT_CORRECTED],
  [6, "a call is not kept", [[STEPS, "owner: state.owner, call: state.call }", "owner: state.owner, call: null }"],
  ], OFFLINE_CALL],
  [6, "a call is not sent again", [[STEPS, "(call === null || phone.token === null ? [] : [{", "(call !== undefined ? [] : [{"],
  ], OFFLINE_CALL],

  // 7. a wrong clock (what the server does with it is tested in tests/api)
  [7, "a clock that jumps stops the writing", [[STEPS,
    "  let version = read.nextVersion(state);",
    "  if (state.now - state.appearedAt > 3_000_000) return to(state);\n  let version = read.nextVersion(state);",
  ], [REDUCER, "state = { ...state, appearedAt: state.now };", "state = { ...state, appearedAt: state.appearedAt || state.now };"],
  ], "an hour's jump of the clock does not stop the taps"],
  [7, "a clock that is set back stops the taps", [[REDUCER,
    "const state = atTime(before, event.at);", "const state = { ...before, now: Math.max(before.now, event.at) };",
  ]], "a clock that is set back does not stop the taps"],

  // 8. a request that hangs
  [8, "a line that hangs is called online", [[SELECTORS,
    "if (network.sending) {", 'if (network.sending) return { kind: "live", word: "online" };\n  if (network.sending) {',
  ]], "a hanging request is visible within two seconds"],
  [8, "a question that hangs is called online", [[SELECTORS,
    "return now - asked >= SLOW ?", "return now < SLOW ?",
  ]], "a question to the server that hangs is visible within two seconds"],
  [8, "lines that wait are called online", [[SELECTORS,
    'if (items.length) return { kind: "waiting", word: "status_waiting", count: items.length };', "",
  ]], "a hand that could not be sent is counted in the status"],

  // 9. no word that it was written
  [9, "a written hand is not confirmed", [[REPORTS,
    'notice: noticeOf("told", next, item, line) };', "notice: null };",
  ]], "a written hand is confirmed on top of the screen"],

  // A line that is neither in the list nor asked about is typed again.
  [0, "a hand whose place is taken vanishes until the server has refused it", [[REDUCER,
    "const displaced = displacedItem(state);", "const displaced = /** @type {any} */ (null && displacedItem(state));",
  ]], "a hand whose place another one has taken is asked about before the server says so"],

  // What is being entered belongs to a phone, not to a page.
  [0, "a hand that is being entered is gone with its page", [[REDUCER,
    'effects = [...effects, { do: "keepDraft", draft }];', "effects = [...effects];",
  ]], "what was being entered is there after the page was reloaded"],
  [0, "a form is opened again for another match", [[REPORTS,
    "!draft || draft.match !== state.sheet?.id || ", "!draft || ",
  ]], "a form is never opened again for another match"],
  [0, "a form that is opened again forgets what others wrote", [[TAPS,
    "return resume(to(opened), draft.seen);", "return resume(to(opened), 999);",
  ]], "a hand that others wrote while the page was closed is asked about"],
  [0, "a correction is gone with its page", [[SELECTORS,
    "draft?.isTouched ? draft : null", "draft?.isTouched && draft.line === null ? draft : null",
  ]], "a correction that was being entered is there after the page was reloaded"],
  [0, "a form stays where the line that it corrects was", [[TAPS,
    "isCounted ? item.version + 1 : draft.line", "draft.line",
  ]], "a correction of an unsent line follows it behind the lines before it"],
  [0, "the form of a line that is gone stays open", [[TAPS,
    "replaces: false, needsReason: asksReason } : null;", "replaces: false, needsReason: asksReason } : {};",
  ]], "the correction of a hand that gave way to that of others is closed"],
  [0, "the form of a refused line that goes on stays open", [[TAPS,
    "  if (!corrects && !replaces) return null;\n", "",
  ]], "the form of a refused line is closed when that line is sent again"],
  [0, "a correction goes on though others have corrected that hand", [[TAPS,
    "overtake(show(state, draft.kind), read.linesOfOthers(state, draft.seen))", "show(state, draft.kind)",
  ]], "the correction of a hand that others corrected during a conflict is closed with a word"],
  [0, "a claim goes on though others have written another hand", [[TAPS,
    'overtake(show(state, "claim"), read.linesOfOthers(state, seen))', 'show(state, "claim")',
  ]], "a claim is closed with a word when others wrote another hand than the one that was decided about"],

  // A seat belongs to a match.
  [0, "a player keeps the seat of the match before after a reload", [[REPORTS,
    "owner: seatOwner(state.owner, /** @type {any} */ (state.sheet).match) };", "owner: state.owner };",
  ]], "whose the phone is in a new match is asked again after a reload"],

  // A hand that was taken back here is not only this phone's.
  [0, "a hand behind one that was taken back counts on silently", [[TAPS,
    "theirs?.kind === item.kind && !read.strikeOf(state, item);", "theirs?.kind === item.kind;",
  ]], "a hand that was entered after another one was taken back is not counted on silently"],
  [0, "a hand behind a correction counts on silently", [[TAPS,
    "const seen = isDecided ? theirs.n :", "const seen = theirs ? theirs.n :",
  ]], "a hand behind a correction that met another writer's hand is asked about too"],

  // Between two games, and under a word of the referee.
  [0, "the hand that has won a game is out of reach", [[SELECTORS,
    "return number === 0 || current.some(", "return number >= 0 || current.some(",
  ]], EVERY_ACT],
  [0, "a table takes back the word of the referee", [[SELECTORS,
    "PLAY_OF_TABLE.includes(row.kind));", "PLAY_KINDS.includes(row.kind));",
  ]], "under a penalty the last hand is taken back, not the word of the referee"],

  // What is being entered.
  [0, "a question about the hand before throws cards away", [[TAPS,
    "!ENTERED.includes(draft.kind) || draft.line !== null", '"hand" !== draft.kind || draft.line !== null',
  ]], EVERY_ACT],
  [0, "cards that were overtaken are thrown away by their answer", [[TAPS,
    "cards: draft.cards, isTouched: true, needsReason,", "isTouched: true, needsReason,",
  ]], "cards that were overtaken correct the hand that is there"],
  [0, "the other screens throw away what is entered", [[TAPS,
    "if (!draft || !read.isEntering(state)) return closeForm(state);", "if (!draft || read.isEntering(state)) return closeForm(state);",
  ]], "back leads from every other screen to the form that was open"],

  // An act is one line.
  [0, "a line that may be on the sheet says something else", [[STEPS,
    '(item.attempts === 0 || item.state === "refused")', "(item.attempts >= 0)",
  ]], "a hand that may have reached the server is corrected by another line"],
  [0, "a correction keeps its number when its line moves", [[OUTBOX,
    "const data = corrected ? { ...item.data, line: corrected.version + 1 } : item.data;", "const { data } = item;",
  ]], "what corrects a hand that another phone was faster with never corrects the other hand"],
  [0, "a line is recognized by its key alone", [[OUTBOX,
    "if (line.key === item.key) return isSameData(written, item.data);", "if (line.key === item.key) return true;",
  ]], "a line that the desk typed wrongly under the key of a phone is not the line of that phone"],
  [0, "a line is not recognized under the keys that it had", [[OUTBOX,
    "formerKeys: rememberKey(item), isStored: false", "isStored: false",
  ]], "a hand that the desk has typed behind one that had stopped is not written again under its next key"],
  [0, "a key that a written line has taken remains a former key of another one", [[REPORTS,
    "releaseKeys(others, item.match, [lineKey])", "others",
  ]], "a hand is not lost when an equal one is written under a key that it had"],
  [0, "an answer to an unknown line loses one", [[REPORTS,
    "if (!item) return to({ ...state, network });\n",
    "if (!item) return to({ ...state, items: state.items.slice(1), network });\n",
  ]], "an answer that comes after the sheet has told it takes no other line away"],
  [0, "a lost answer is followed by another key", [[REPORTS,
    "return to({ ...state, network: rest({ ...state.network, sending: null }) }, retryLater(state));",
    "const items = state.items.map((item) => (item.key === state.network.sending?.key ? { ...item, key: `${item.key}0` } : item));\n"
      + "    return to({ ...state, items, network: rest({ ...state.network, sending: null }) }, retryLater(state));",
  ]], "an answer that was lost is not a second line, even after somebody wrote behind it"],
  [0, "lines behind one that waited for a code keep its place", [[STEPS,
    "({ items } = rebaseItems(freed, match, baseOf({ ...state, items: freed }, match)));", "items = freed;",
  ]], EVERY_ACT],
  [0, "stored lines are read in the order of their versions", [[OUTBOX,
    "if (hasOrder[0]) return one.order - other.order;\n  return one.match - other.match || one.version - other.version || Number(hasStopped(other)) - Number(hasStopped(one));",
    "return one.match - other.match || one.version - other.version;",
  ]], "a hand behind a refused one stays behind it after a reload"],
  [0, "a question takes taps that were meant for another line", [[REDUCER,
    "conflict: (state) => read.conflictOf(state)?.key,", "conflict: () => undefined,",
  ]], EVERY_ACT],
  [0, "a correction of a hand that was taken back can only be dropped", [[SELECTORS,
    'if (isAboutStruckLine(state, item) && (item.kind === "strike" || isTakenBack(state, item))) return false;',
    "if (isAboutStruckLine(state, item)) return false;",
  ]], "a correction of a hand that was taken back meanwhile can be written as a hand, before those behind it"],
  [0, "what was said behind a correction stays when it becomes a hand", [[STEPS,
    "read.isAboutStruckLine(state, item) ? removeAll(state, item, correctionsBehind(state.items, item)) : to(state)", "to(state)",
  ]], "a correction of a hand that both phones have taken back is not written as a hand"],
  [0, "a second tap takes back the call for the referee", [[REDUCER,
    "[hand, read.isCalled(state), isWhole]", "[hand, isWhole]",
  ]], EVERY_ACT],
  [0, "a phone that was handed over is so in the next match", [[REPORTS,
    "holder: null, draft: null, overtaken: [], firstTurn: null };\n  if (screen", "draft: null, overtaken: [], firstTurn: null };\n  if (screen",
  ]], "a phone that was handed over is its owner's again in the next match"],
  [0, "a line that stopped does not hold back the next", [[OUTBOX, "    blocked.add(item.match);\n", ""],
  ], "a hand behind one that met another writer waits for the answer"],
];

