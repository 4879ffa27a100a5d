// SPDX-License-Identifier: MIT
// Variants: kernels that are kept as rows, with the answer and a time if it is known. They are part
// of the address, and are copied as CSV (with the columns of `gpuocc eval`) or Markdown.
import { $, h, n, fill, sortHead, sorted } from "./dom.js";
import * as library from "./library.js";
import { UNKNOWN, ZERO } from "./library.js";
import { LONGEST_NAME, MOST_VARIANTS } from "./state.js";
import { ALL, count, label, percentRange, range } from "./words.js";
import { inEnglish, t, tr } from "./language.js";

const answers = new WeakMap();
const order = { key: "kept", down: false };
let shownKey = "", context;

const plain = (text) => text.replaceAll("\u202f", "").replaceAll("\u00a0", " ");
const exact = (value) => value === undefined ? "" : value === UNKNOWN ? "unknown"
  : value === ZERO ? "zero" : String(value);
const amount = (value) => value === undefined ? "–" : value === UNKNOWN ? tr("unknown")
  : value === ZERO ? "0" : count(value);
const written = (value) => value == null ? "" : plain(range(value));

// Asks about the rows that have no answer yet. It makes custom devices, of which there is one at a
// time: call it before the page makes its own.
export function answerVariants(rows, resolve) {
  for (const row of rows) {
    if (answers.has(row)) continue;
    const { device, message, choices } = resolve(row.device, row.edits);
    const wrong = device && choices.length ? ""
      : message + choices.map(({ name }) => ` ${name}`).join(",");
    const answer = wrong ? { status: -1, message: wrong }
      : library.ask(device, library.conventions(device).includes(row.convention)
        ? library.number("conventions", row.convention) : 0, row.kernel);
    answers.set(row, { results: {}, limits: [], limiters: [], ...answer });
  }
}

const share = ({ waves, max_waves: slots }) => waves && slots ? waves[0] / slots[1] : null;
const limited = (answer, key) => answer.limits.filter(({ name }) =>
  answer.limiters.includes(name)).map((limit) => limit[key]);
const result = (word, key, head) => ({ key, head, text: ({ r }) => range(r[word]),
  csv: ({ r }) => written(r[word]), sort: ({ r }) => r[word]?.[0] });

// A column: its name in CSV (gpuocc eval takes none that a result has), its head (# is one of
// numbers, none: it is only in CSV), and of a row the text, the text in CSV and what it is sorted
// by.
function columns(rows, device) {
  const used = (of) => new Set(rows.flatMap(({ row }) => Object.keys(row[of])));
  const fields = used("kernel"), figures = used("edits");
  const input = (key, head, text, csv = text) => ({ key, head, text, csv, sort: csv });
  return [input("name", "kernel", ({ row }) => row.name),
    input("device", "device", ({ row }) => row.device),
    rows.some(({ row }) => row.convention !== "default")
      ? input("convention", "rules of", ({ row }) => row.convention) : null,
    [...figures].map((field) => ({ key: field, head: `#${field}`, sort: ({ row }) =>
      row.edits[field]?.[0], text: ({ row }) => row.edits[field]?.join(", ") ?? "–",
    csv: ({ row }) => row.edits[field]?.join("|") ?? "" })),
    ALL.filter((field) => fields.has(field)).map((field) => ({ key: field,
      head: `#${label(field, device)}`, text: ({ row }) => amount(row.kernel[field]),
      csv: ({ row }) => exact(row.kernel[field]), sort: ({ row }) => row.kernel[field] })),
    { key: "occupancy_percent", head: "#occupancy", text: ({ r, answer }) => answer.status < 0 ? "–"
      : percentRange(r.waves, r.max_waves), csv: ({ r }) => r.waves ? plain(percentRange(r.waves,
      r.max_waves)).replaceAll(" %", "") : "", sort: ({ r }) => share(r) },
    result("groups", "resident_groups", "#groups"), result("waves", "resident_waves", "#waves"),
    result("max_waves", "wave_slots", ""),
    { key: "limited_by", head: "limited by",
      text: ({ answer }) => limited(answer, "word").join(", "),
      csv: ({ answer }) => limited(answer, "name").join("|"),
      sort: ({ answer }) => limited(answer, "word").join(", ") || null },
    { key: "time_us", head: "#time, µs", text: ({ row }) => row.time ?? "–",
      csv: ({ row }) => row.time ?? "", sort: ({ row }) => row.time },
    { key: "refusal", head: "", text: ({ answer }) => answer.message,
      csv: ({ answer }) => answer.message }].flat().filter(Boolean);
}

const lines = (rows) => rows.map((row, i) => ({ row, number: i, answer: answers.get(row),
  r: answers.get(row).results }));

function inOrder(all, list) {
  const column = list.find(({ key }) => key === order.key);
  return sorted(all, column?.sort ?? (({ number }) => number), order.down);
}

const quoted = (text) => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
// A spreadsheet takes a text that begins so for a formula.
const safe = (text) => /^[=+\-@]/.test(text) ? `'${text}` : text;

export const csv = (rows, device) => inEnglish(() => {
  const all = lines(rows), list = columns(all, device);
  return [list.map(({ key }) => key), ...inOrder(all, list).map((line) => list.map((column) =>
    quoted(safe(String(column.csv(line))))))].map((cells) => `${cells.join(",")}\n`).join("");
});

export function markdown(rows, device) {
  const all = lines(rows), list = columns(all, device).filter(({ head, key }) => head ||
    (key === "refusal" && all.some(({ answer }) => answer.status < 0)));
  const line = (cells) => `| ${cells.join(" | ")} |\n`;
  const cell = (text) => plain(String(text)).replace(/[\\|<]/g, "\\$&");
  return line(list.map(({ key, head }) => cell(tr(head.replace("#", "")) || key))) +
    line(list.map(({ head }) => head.startsWith("#") ? "--:" : "---")) +
    inOrder(all, list).map((one) => line(list.map((column) => cell(column.text(one))))).join("");
}

function timeInput(row) {
  return h("input", { "aria-label": t`Time of ${row.name} in microseconds`, inputmode: "decimal",
    placeholder: "unknown", value: row.time ?? "", onchange: (event) => {
      const text = event.target.value.trim(), value = Number(text);
      const good = text === "" || (value > 0 && value <= 1e12);
      event.target.setAttribute("aria-invalid", String(!good));
      if (good) context.change((state) => {
        const time = text === "" ? null : value;
        state.variants = state.variants.map((one) => one === row ? { ...row, time } : one);
      });
    } });
}

function cellOf(column, line) {
  const { row, number } = line;
  if (column.key === "name") return h("th", { scope: "row", class: "kernel" },
    h("button", { type: "button", class: "plain", title: t`Open ${row.name}`,
      onclick: () => open(row) }, new Text(row.name)));
  if (column.key === "time_us") return h("td", { class: "n" }, timeInput(row));
  return n(`k${number}.${column.key}`, column.text(line), "td", {
    class: column.head.startsWith("#") ? "n" : null });
}

function open(row) {
  context.change((state) => {
    Object.assign(state, { device: row.device, edits: { ...row.edits },
      convention: row.convention, kernel: { ...row.kernel } });
  });
  $("answer").scrollIntoView({ block: "nearest" });
}

function remove(row) {
  context.change((state) => { state.variants = state.variants.filter((one) => one !== row); });
  $("variant-name").focus();
}

function show() {
  const { state, device } = context, all = lines(state.variants), list = columns(all, device);
  const shown = list.filter(({ head }) => head), place = $("variants");
  $("variant-copies").hidden = all.length === 0;
  if (!all.length) {
    fill(place, h("p", { class: "muted" },
      "Keep this kernel, change an input, keep the next: the rows are part of the link."));
    return;
  }
  const again = (key) => {
    show();
    place.querySelector(`[data-key=${key}]`).focus();
  };
  const rowsOf = (line) => [h("tr", null, shown.map((column) => cellOf(column, line)),
    h("td", null, h("button", { type: "button", "aria-label": t`Remove ${line.row.name}`,
      onclick: () => remove(line.row) }, "×"))), line.answer.status < 0 ? h("tr", null,
    h("td", { colspan: shown.length + 1, class: "error" }, h("div", { class: "reason" },
      n(`k${line.number}.message`, line.answer.message)))) : null];
  fill(place, h("table", null, h("caption", { class: "hidden" }, "Variants"),
    h("thead", null, h("tr", null, shown.map(({ key, head }) => sortHead(key, head, order, again)),
      h("th", { scope: "col" }, h("span", { class: "hidden" }, "remove")))),
    h("tbody", null, inOrder(all, list).map(rowsOf))));
}

// The first of "variant 1", "variant 2" ... that no row has.
function freeName(rows) {
  for (let i = rows.length + 1; ; i++)
    if (!rows.some(({ name }) => name === t`variant ${i}`)) return t`variant ${i}`;
}

// Keeps the kernel of the page. A row of the same name makes room for it.
function keep() {
  const input = $("variant-name");
  context.change((state) => {
    const name = input.value.trim().slice(0, LONGEST_NAME) || freeName(state.variants);
    const row = { name, device: state.device, edits: { ...state.edits },
      convention: state.convention, kernel: { ...state.kernel }, time: null };
    const i = state.variants.findIndex((one) => one.name === name);
    if (i >= 0) state.variants = state.variants.with(i, row);
    else if (state.variants.length < MOST_VARIANTS) state.variants = [...state.variants, row];
  });
  input.value = "";
}

// `change` changes the page's state.
export function showVariants({ device, state }, change) {
  context = { device, state, change };
  $("variant-keep").disabled = state.variants.length >= MOST_VARIANTS;
  $("variant-name").placeholder = freeName(state.variants);
  const key = JSON.stringify([state.variants, device.vendor, device.architecture]);
  if (key !== shownKey) show();
  shownKey = key;
}

export function startVariants(copy) {
  $("variant-form").onsubmit = (event) => {
    event.preventDefault();
    keep();
  };
  copy($("copy-csv"), () => csv(context.state.variants, context.device));
  copy($("copy-markdown"), () => markdown(context.state.variants, context.device));
}
