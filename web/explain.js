// SPDX-License-Identifier: MIT
// What gpuocc explain says about a compiled kernel: its loops, whether their latency is hidden, the
// predicted time and what to change.
import { $, h, fill } from "./dom.js";
import { t } from "./language.js";
import { readers } from "./readers.js";
import { UNKNOWN, ZERO } from "./library.js";
import { count } from "./words.js";

const GIVEN = { "explain-threads": "threads", "explain-grid": "gridGroups",
  "explain-trips": "trips" };
let kernel, product, asked = 0;

const hex = (address) => `0x${address.toString(16)}`;
const between = (value) => value === null || value === undefined ? "–"
  : typeof value === "object" ? `${count(value.low)} to ${value.high === null ? "?"
    : count(value.high)}` : count(value);

// In heads, # marks columns of numbers.
const HEADS = ["code", "#depth", "#instructions", "#bytes loaded", "#bytes stored",
  "#loads in flight", "#waves needed", "hidden", "limited by"];

const loopRow = ({ extent, first, last, depth, instructions, load_bytes: loaded, store_bytes:
  stored, loads_in_flight: flight, verdict }) => h("tr", null,
  h("th", { scope: "row" }, extent === "all" ? "all" : `${hex(first)} to ${hex(last)}`),
  [depth, instructions, loaded, stored, flight].map((value) => h("td", { class: "n" },
    count(value))), h("td", { class: "n" }, between(verdict?.waves_needed)),
  h("td", null, verdict?.hidden ?? "–"), h("td", null, verdict?.binding.join(", ") ?? "–"));

function timeOf({ prediction }) {
  const { low, expected, high } = prediction?.time_us ?? {};
  if (!expected) return null;
  const us = (value) => value === null ? "?" : String(Number(value.toPrecision(4)));
  return h("p", { class: "big", id: "explain-time" }, `${us(expected)} µs`,
    h("span", { class: "muted" }, t` (${us(low)} to ${us(high)} µs)`));
}

function showKernel(found) {
  const loops = found.loops.map((loop) => loop.depth
    ? loop.paragraph && `${hex(loop.first)}: ${loop.paragraph}` : null);
  const { changes } = found;
  fill($("explain-answer"), timeOf(found),
    [found.message, found.code_message, found.prediction_paragraph].map((text) =>
      text && h("p", null, text)),
    found.loops.length ? h("div", { class: "scroll", tabindex: 0, role: "group",
      "aria-label": "Loops" }, h("table", null, h("caption", { class: "hidden" }, "Loops"),
      h("thead", null, h("tr", null, HEADS.map((text) => h("th", { scope: "col",
        class: text.startsWith("#") ? "n" : null }, text.replace("#", ""))))),
      h("tbody", null, found.loops.map(loopRow)))) : null,
    loops.map((text) => text && h("p", null, text)),
    changes?.length ? [h("h3", null, "What to change"), h("ul", { class: "notes" },
      changes.map(({ change, saved_us: saved }) => h("li", null, change.replaceAll("_", " "),
        saved ? t` (saves ${Number(saved.toPrecision(3))} µs)` : "")))] : null,
    h("ul", { class: "notes" }, found.assumptions.map((text) => h("li", null,
      t`Assumed: ${text}`))));
}

async function show() {
  const number = ++asked, options = {};
  for (const [id, name] of Object.entries(GIVEN)) {
    const text = $(id).value.trim();
    if (text) options[name] = text;
  }
  const device = product ?? kernel.device?.name ?? "";
  if (device) options.device = device;
  const code = `${kernel.name} (${kernel.file}, ${kernel.target})`;
  $("explain-name").textContent = product ? t`${code} on ${device}.`
    : t`${code}. For the time choose a product as device.`;
  try {
    const { explain } = await readers();
    const answer = await explain(kernel.source, { ...options, part: kernel.name });
    if (number !== asked) return;
    const found = answer.kernels.find(({ name }) => name === kernel.name) ?? answer.kernels[0];
    showKernel(found);
  } catch (error) {
    if (number === asked) fill($("explain-answer"), h("p", { class: "error" }, error.message));
  }
  $("explain").dataset.shown = number;
}

// The GPU is that of the page if it is a product of NVIDIA, whose code is read.
export function setExplain(device) {
  const before = product;
  product = device?.vendor === "nvidia" && device.name !== device.architecture ? device.name : null;
  if (kernel && product !== before && !$("explain").hidden) show();
}

// Explains a row of the table of kernels.
export async function showExplain(row, grid) {
  kernel = row;
  const threads = row.kernel.threads_per_group;
  $("explain-threads").value = threads && threads !== UNKNOWN && threads !== ZERO ? threads : "";
  if (grid) $("explain-grid").value = grid;
  $("explain").hidden = false;
  await show();
  $("explain-head").focus();
}

export function startExplain() {
  let later;
  for (const id of Object.keys(GIVEN))
    $(id).addEventListener("input", () => {
      clearTimeout(later);
      later = setTimeout(show, 200);
    });
}
