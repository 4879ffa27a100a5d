// SPDX-License-Identifier: MIT
// Compiled files and compiler logs: shows their kernels in a table, from which each can be opened
// in the page.
import { $, h, n, fill, sortHead, sorted } from "./dom.js";
import * as library from "./library.js";
import { UNKNOWN, ZERO } from "./library.js";
import { count, percentRange, range } from "./words.js";
import { t, tr } from "./language.js";

const MOST_ROWS = 400;
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
  limited: (row) => row.limited, change: (row) => row.knob,
};
const HEADS = [["name", "kernel"], ["target", "for"], ["threads", "#threads"],
  ["registers", "#registers"], ["shared", "#shared"], ["spills", "#stack, spills"],
  ["occupancy", "#occupancy"], ["limited", "limited by"], ["change", "for the compiler"]];

// Returns the device of the page if it has the file's architecture, otherwise that of the file.
function deviceOf(target, current) {
  const found = target ? library.deviceFor(target) : current;
  return found && current && found.architecture === current.architecture ? current : found;
}

function addKernel(kernel, file) {
  const row = { ...kernel, file, number: rows.length, share: -1, limited: "", knob: "" };
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
  const { threads_per_group: threads } = context.state.kernel;
  for (const file of files) {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const read = library.read(bytes, threads === UNKNOWN ? 0 : threads ?? 0);
      for (const kernel of read.kernels) addKernel(kernel, file.name);
      troubles.push(...read.troubles.map((sentence) => `${file.name}: ${sentence}`));
      if (read.status === 2)
        troubles.push(t`${file.name}: no compiled file and no log that is known`);
    } catch (error) {
      troubles.push(`${file.name}: ${error.message}`);
    }
  }
  show();
  $("files").hidden = false;
  $("files").dataset.files = files.length;
  $("files-head").focus();
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
  h("td", null, row.knob ? h("code", null, row.knob) : ""));

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
}
