// SPDX-License-Identifier: MIT
// The whole state of the page, and how the address represents it:
// #d=RTX+4090&threads_per_group=256.
import * as library from "./library.js";
import { UNKNOWN, ZERO } from "./library.js";

const MIX_DEFAULTS = { loads: 2, stores: 1, fp32: 16, special: 0, matrix: 0, load_bytes: 4,
  in_flight: 1, chains: 1, l1_hit: 0, l2_hit: 0, overlap: 0 };

export const initial = () => ({ device: "GeForce RTX 4090", edits: {}, convention: "default",
  kernel: { threads_per_group: 256, registers_per_thread: 72, shared_bytes: 24576 },
  grid: 1000, mix: { ...MIX_DEFAULTS }, compare: [] });

const write = (value) => value === UNKNOWN ? "unknown" : value === ZERO ? "zero" : String(value);
const read = (text) => text === "unknown" ? UNKNOWN : text === "zero" ? ZERO
  : /^\d{1,10}$/.test(text) && +text < ZERO ? +text : undefined;

export function encode(state) {
  const words = new URLSearchParams({ d: state.device });
  for (const [field, values] of Object.entries(state.edits)) words.set(`x.${field}`,
    values.join(","));
  if (state.convention !== "default") words.set("c", state.convention);
  for (const [field, value] of Object.entries(state.kernel)) words.set(field, write(value));
  words.set("g", state.grid ?? "");
  for (const [word, value] of Object.entries(state.mix))
    if (value !== MIX_DEFAULTS[word]) words.set(`m.${word}`, value);
  for (const name of state.compare) words.append("v", name);
  return `#${words}`;
}

// Returns the state in an address. Invalid parts are left out and named in `ignored`.
export function decode(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  if (!words.has("d")) return { state: initial(), ignored: [] };
  const state = { ...initial(), device: words.get("d"), kernel: {}, grid: null }, ignored = [];
  for (const [word, text] of words) {
    const number = Number(text), part = word.slice(2);
    if (word === "d") continue;
    else if (word === "c" && library.number("conventions", text) !== undefined)
      state.convention = text;
    else if (word === "g" && (text === "" || /^[1-9]\d{0,12}$/.test(text)))
      state.grid = text === "" ? null : number;
    else if (word === "v" && state.compare.length < 16) state.compare.push(text);
    else if (word.startsWith("x.") && library.number("deviceFields", part) !== undefined &&
             /^\d{1,10}(,\d{1,10})*$/.test(text)) state.edits[part] = text.split(",").map(Number);
    else if (word.startsWith("m.") && part in MIX_DEFAULTS && text !== "" && number >= 0 &&
             number <= 1e15) state.mix[part] = number;
    else if (library.number("kernelFields", word) > 0 && read(text) !== undefined)
      state.kernel[word] = read(text);
    else ignored.push(`${word}=${text}`);
  }
  return { state, ignored };
}
