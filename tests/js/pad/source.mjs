// The pad's modules that these tests run: those of this checkout, or a copy with a defect in it
// (mutants.test.mjs sets PAD_SOURCE to the copy's static/js/pad/).

const source = new URL(process.env.PAD_SOURCE ?? "../../../static/js/pad/", import.meta.url);

/** @param {string} path inside static/js/pad */
export const importPad = (path) => import(new URL(path, source).href);
