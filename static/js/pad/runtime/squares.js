// Draws texts as QR codes. The encoder is loaded when it is first needed; a pad that wants to show
// codes without a network calls loadEncoder() while it still has one.

/** @type {Promise<typeof import("../../../vendor/qr/index.js")> | null} */
let encoder = null;

export function loadEncoder() {
  encoder ??= import("../../../vendor/qr/index.js");
  encoder.catch(() => {
    encoder = null;
  });
  return encoder;
}

/**
 * A square for each text: the side of its view box with the quiet zone, and one SVG path.
 * Rejects if the encoder cannot be loaded. @param {string[]} texts
 * @returns {Promise<{size: number, path: string}[]>}
 */
export async function drawSquares(texts) {
  const { encodeQR } = await loadEncoder();
  return texts.map((text) => {
    const rows = /** @type {boolean[][]} */ (encodeQR(text, "raw", { ecc: "low", border: QUIET_ZONE }));
    return drawSquare(rows);
  });
}

const QUIET_ZONE = 4;

/** @param {boolean[][]} rows dark modules are true */
function drawSquare(rows) {
  const runs = rows.flatMap((row, y) => runsOf(row).map(([from, length]) => `M${from} ${y}h${length}v1h-${length}z`));
  return { size: rows.length, path: runs.join("") };
}

/** The dark runs of a row: start and length. @param {boolean[]} row */
function runsOf(row) {
  /** @type {[number, number][]} */
  const runs = [];
  row.forEach((isDark, x) => {
    if (!isDark) return;
    if (row[x - 1]) runs[runs.length - 1][1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
