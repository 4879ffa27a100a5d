// SPDX-License-Identifier: MIT
// The whole state of the page, and how the address represents it:
// #d=RTX+4090&threads_per_group=256.
import * as library from "./library.js";
import { UNKNOWN, ZERO } from "./library.js";
import { PRESETS, expand } from "./presets.js";

const MIX_DEFAULTS = { loads: 2, stores: 1, fp32: 16, special: 0, matrix: 0, load_bytes: 4,
  in_flight: 1, chains: 1, l1_hit: 0, l2_hit: 0, overlap: 0 };
export const MOST_VARIANTS = 40;
export const LONGEST_NAME = 60;

export const initial = () => ({ device: "GeForce RTX 4090", edits: {}, convention: "default",
  kernel: { threads_per_group: 256, registers_per_thread: 72, shared_bytes: 24576 },
  grid: 1000, mix: { ...MIX_DEFAULTS }, compare: [],
  variants: [], preset: "" });

const write = (value) => value === UNKNOWN ? "unknown" : value === ZERO ? "zero" : String(value);
const read = (text) => text === "unknown" ? UNKNOWN : text === "zero" ? ZERO
  : /^\d{1,10}$/.test(text) && +text < ZERO ? +text : undefined;

// The words of a device and a kernel.
function queryWords({ device, edits, convention, kernel }) {
  const words = new URLSearchParams({ d: device });
  for (const [field, values] of Object.entries(edits)) words.set(`x.${field}`, values.join(","));
  if (convention !== "default") words.set("c", convention);
  for (const [field, value] of Object.entries(kernel)) words.set(field, write(value));
  return words;
}

function variantWords(row) {
  const words = queryWords(row);
  words.set("n", row.name);
  if (row.time) words.set("t", row.time);
  return String(words);
}

export function encode(state) {
  const words = queryWords(state);
  words.set("g", state.grid ?? "");
  for (const [word, value] of Object.entries(state.mix))
    if (value !== MIX_DEFAULTS[word]) words.set(`m.${word}`, value);
  for (const name of state.compare) words.append("v", name);
  for (const row of state.variants) words.append("k", variantWords(row));
  if (state.preset) words.set("p", state.preset);
  return `#${words}`;
}

// Reads the words of a device and a kernel to `state`. Returns the others.
function readQuery(words, state) {
  return [...words].filter(([word, text]) => {
    const part = word.slice(2);
    if (word === "d") state.device = text;
    else if (word === "c" && library.number("conventions", text) !== undefined)
      state.convention = text;
    else if (word.startsWith("x.") && library.number("deviceFields", part) !== undefined &&
             /^\d{1,10}(,\d{1,10})*$/.test(text)) state.edits[part] = text.split(",").map(Number);
    else if (library.number("kernelFields", word) > 0 && read(text) !== undefined)
      state.kernel[word] = read(text);
    else return true;
    return false;
  });
}

// Returns the variant in the words that `variantWords` returns, null if there is none.
function variant(text) {
  const row = { name: "", device: "", edits: {}, convention: "default", kernel: {}, time: null };
  for (const [word, value] of readQuery(new URLSearchParams(text), row)) {
    if (word === "n") row.name = value.trim();
    else if (word === "t" && Number(value) > 0 && Number(value) <= 1e12) row.time = Number(value);
    else return null;
  }
  return row.device && row.name && row.name.length <= LONGEST_NAME ? row : null;
}

// Returns the state in an address. Invalid parts are left out and named in `ignored`.
export function decode(hash) {
  const words = new URLSearchParams(expand(hash).replace(/^#/, ""));
  if (!words.has("d")) return { state: initial(), ignored: [...words].map(
    (pair) => pair.join("=")) };
  const state = { ...initial(), kernel: {}, grid: null }, ignored = [];
  for (const [word, text] of readQuery(words, state)) {
    const number = Number(text), part = word.slice(2);
    const row = word === "k" && state.variants.length < MOST_VARIANTS ? variant(text) : null;
    if (row) state.variants.push(row);
    else if (word === "p" && Object.hasOwn(PRESETS, text)) state.preset = text;
    else if (word === "g" && (text === "" || /^[1-9]\d{0,12}$/.test(text)))
      state.grid = text === "" ? null : number;
    else if (word === "v" && state.compare.length < 16) state.compare.push(text);
    else if (word.startsWith("m.") && part in MIX_DEFAULTS && text !== "" && number >= 0 &&
             number <= 1e15) state.mix[part] = number;
    else ignored.push(`${word}=${text}`);
  }
  return { state, ignored };
}
