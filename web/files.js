// SPDX-License-Identifier: MIT
// Dropped files: shows the kernels of compiled files and compiler logs in a table, from which each
// can be opened in the page and explained, and what differs between two files; the others are runs.
import { $, h, n, fill, sortHead, sorted } from "./dom.js";
import { setExplain, showExplain } from "./explain.js";
import * as library from "./library.js";
import { setRuns, takeRuns } from "./runs.js";
import { UNKNOWN, ZERO } from "./library.js";
import { count, percentRange, range } from "./words.js";
import { t, tr } from "./language.js";

const MOST_ROWS = 400;
const MOST_BYTES = 64 << 20; // of a text that may be a log
const REGISTERS = ["registers_per_thread", "half_registers_per_thread", "grf_count"];
const order = { key: "file", down: false };
let rows = [], troubles = [], context;

const amount = (value) => value === UNKNOWN ? tr("unknown") : value === ZERO ? "0"
  : count(value ?? 0);
const sum = (kernel) => [kernel.shared_bytes, kernel.dynamic_shared_bytes].map(
  (value) => value === UNKNOWN || value === ZERO ? 0 : value ?? 0).reduce((a, b) => a + b);

// The sort keys: a text or a number for each row.
const KEYS = {
  file: (row) => row.number, name: (row) => row.name, target: (row) => row.target,
  threads: (row) => row.kernel.threads_per_group ?? 0,
  registers: (row) => row.kernel[row.register] ?? 0, shared: (row) => sum(row.kernel),
  spills: (row) => row.spills ?? row.stack ?? -1, occupancy: (row) => row.share,
  limited: (row) => row.limited, change: (row) => row.knob, code: (row) => row.code,
};
const HEADS = [["name", "kernel"], ["target", "for"], ["threads", "#threads"],
  ["registers", "#registers"], ["shared", "#shared"], ["spills", "#stack, spills"],
  ["occupancy", "#occupancy"], ["limited", "limited by"], ["change", "for the compiler"],
  ["code", "code"]];

// Returns the device of the page if it has the file's architecture, otherwise that of the file.
function deviceOf(target, current) {
  const found = target ? library.deviceFor(target) : current;
  return found && current && found.architecture === current.architecture ? current : found;
}

function addKernel(kernel, file) {
  const row = { ...kernel, file: file.name, source: file, number: rows.length, share: -1,
    limited: "", knob: "" };
  row.code = /^sm_(7[0-9]|[89][0-9]|1[0-9][0-9])/.test(row.target) && /cubin/.test(row.format)
    ? "explain" : "";
  row.device = deviceOf(kernel.target, context.device);
  row.register = REGISTERS.find((field) => kernel.kernel[field] !== undefined) ?? REGISTERS[0];
  rows.push(row);
  if (!row.device) return;
  row.answer = library.ask(row.device, 0, kernel.kernel);
  if (row.answer.status < 0) {
    row.limited = row.answer.message;
    return;
  }
  const { waves, max_waves: slots } = row.answer.results;
  row.text = percentRange(waves, slots);
  row.share = waves && slots ? waves[0] / slots[1] : -1;
  row.limited = row.answer.limits.filter(({ name }) => row.answer.limiters.includes(name)).map(
    ({ word }) => word).join(", ");
  row.knob = library.settings(kernel.kernel, kernel);
}

export async function take(files) {
  rows = [];
  troubles = [];
  const { threads_per_group: threads } = context.state.kernel, runs = [];
  for (const file of files) {
    try {
      if (await isRun(file)) {
        runs.push(file);
        continue;
      }
      const bytes = new Uint8Array(await file.arrayBuffer());
      const read = library.read(bytes, threads === UNKNOWN ? 0 : threads ?? 0);
      if (read.status === 2) {
        runs.push(file);
        continue;
      }
      for (const kernel of read.kernels) addKernel(kernel, file);
      troubles.push(...read.troubles.map((sentence) => `${file.name}: ${sentence}`));
    } catch (error) {
      troubles.push(`${file.name}: ${error.message}`);
    }
  }
  const said = runs.length ? await takeRuns(runs) : [];
  troubles.push(...said.map((line) => {
    const unknown = /^(.*) is no profile that is known;/.exec(line);
    return unknown ? t`${unknown[1]}: no compiled file, no log and no profile that is known` : line;
  }));
  show();
  showChanged();
  $("files").hidden = !rows.length && !troubles.length;
  if (!$("files").hidden) $("files-head").focus();
  $("files").dataset.files = files.length;
}

// Whether a file is a run by its first bytes: a database, gzip, or a text that is too long for a
// log. Whether a shorter text is one is found by reading it as a log.
async function isRun(file) {
  const first = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  const text = new TextDecoder().decode(first);
  return text.startsWith("SQLite format 3") || first[0] === 0x1f && first[1] === 0x8b ||
    file.size > MOST_BYTES && /^(\ufeff?\s*[[{"]|==)/.test(text);
}

// What differs between two files of kernels with the same names.
function showChanged() {
  const [first, second] = [...new Set(rows.map((row) => row.source))];
  const of = (file) => new Map(rows.filter((row) => row.source === file).map((row) =>
    [`${row.name} ${row.target}`, row]));
  const was = of(first), now = second && rows.every(({ source }) => source === first ||
    source === second) ? of(second) : new Map();
  const columns = [["registers", (row) => amount(row.kernel[row.register])],
    ["shared", (row) => count(sum(row.kernel))], ["spills", (row) => String(row.spills ?? "?")],
    ["occupancy", (row) => row.text ?? "–"]];
  const changed = [...now].filter(([key]) => was.has(key)).map(([key, row]) => h("tr", null,
    h("th", { scope: "row", class: "kernel" }, new Text(row.name)), columns.map(([, text]) => {
      const [before, after] = [text(was.get(key)), text(row)];
      return h("td", { class: "n" }, before === after ? after : h("b", null,
        `${before} → ${after}`));
    }))).filter((line) => line.querySelector("b"));
  fill($("files-changed"), now.size ? [h("h3", null, t`From ${first.name} to ${second.name}.`),
    changed.length ? h("div", { class: "scroll", tabindex: 0, role: "group",
      "aria-label": "Changed kernels" }, h("table", null, h("caption", { class: "hidden" },
      "Changed kernels"), h("thead", null, h("tr", null, h("th", { scope: "col" }, "kernel"),
      columns.map(([text]) => h("th", { scope: "col", class: "n" }, text)))),
    h("tbody", null, changed))) : h("p", null, "No kernel of both files differs.")] : null);
}

// Returns the fields of a kernel in JSON as the page has them, of a range its upper end.
function kernelOf(told) {
  const number = (value) => value === null ? UNKNOWN
    : typeof value === "object" ? number(value.high) : value === 0 ? ZERO : value;
  return Object.fromEntries(Object.entries(told).filter(([, value]) => typeof value !== "string")
    .map(([field, value]) => [field, number(value)]));
}

function open(row) {
  context.open((state) => {
    if (!row.device) return;
    if (row.device.name !== context.device?.name) {
      state.device = row.device.name;
      state.edits = {};
    }
    state.convention = "default";
    state.kernel = { ...row.kernel };
  });
  $("answer").scrollIntoView({ block: "nearest" });
}

const tableRow = (row) => h("tr", { "data-kernel": row.number },
  h("th", { scope: "row", class: "kernel" }, h("button", { type: "button", class: "plain",
    title: [`${row.name} (${row.file}, ${row.format})`, ...row.notes, ...row.assumed].join("\n"),
    onclick: () => open(row) }, new Text(row.name))),
  h("td", null, row.target || "–"), h("td", { class: "n" }, amount(row.kernel.threads_per_group)),
  h("td", { class: "n" }, amount(row.kernel[row.register])),
  h("td", { class: "n" }, count(sum(row.kernel))),
  h("td", { class: "n" }, [row.stack, row.spills].map((value) => value ?? "?").join(", ")),
  h("td", { class: "n" }, row.text ?? "–"), h("td", null, row.limited),
  h("td", null, row.knob ? h("code", null, row.knob) : ""),
  h("td", null, row.code ? h("button", { type: "button", class: "plain link",
    "aria-label": t`Explain ${row.name}`, onclick: () => showExplain(row, context.state.grid) },
  row.code) : ""));

function show() {
  const wanted = $("filter").value.trim().toLowerCase(), key = KEYS[order.key];
  const shown = sorted(rows.filter((row) => [row.name, row.target, row.file, row.limited].some(
    (text) => text.toLowerCase().includes(wanted))), key, order.down);
  const again = (name) => {
    show();
    $("kernels").querySelector(`[data-key=${name}]`).focus();
  };
  const head = ([name, text]) => sortHead(name, text, order, again);
  fill($("kernels"), rows.length ? h("table", null, h("caption", { class: "hidden" }, "Kernels"),
    h("thead", null, h("tr", null, HEADS.map(head))),
    h("tbody", null, shown.slice(0, MOST_ROWS).map(tableRow))) : null);
  fill($("files-say"), n("kernels", count(shown.length)), shown.length > MOST_ROWS
    ? t` of ${count(rows.length)} kernels, the first ${MOST_ROWS} are shown. One opens above.`
    : t` of ${count(rows.length)} kernels. One opens above.`);
  fill($("files-trouble"), troubles.slice(0, 20).map((text) => h("li", null, text)));
}

export function startFiles(input) {
  const drag = document.documentElement.dataset;
  input.addEventListener("change", () => {
    take([...input.files]);
    input.value = "";
  });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    drag.drag = "";
  });
  addEventListener("dragleave", () => delete drag.drag);
  addEventListener("drop", (event) => {
    event.preventDefault();
    delete drag.drag;
    if (event.dataTransfer.files.length) take([...event.dataTransfer.files]);
  });
  $("filter").addEventListener("input", show);
}

// Records what the page shows; `open` changes its state.
export function setFiles(shown, open) {
  context = { ...shown, open };
  setRuns(open, kernelOf);
  setExplain(shown.device);
}
