// SPDX-License-Identifier: MIT
// Several devices side by side, the query in other languages, and every figure of the device with
// its source, to read and to change.
import { $, h, n, fill, table } from "./dom.js";
import * as library from "./library.js";
import { UNKNOWN, ZERO } from "./library.js";
import { combobox } from "./search.js";
import { count, percentRange, range, real } from "./words.js";
import { t, tr } from "./language.js";

// ---- several devices -------------------------------------------------------------------------

// Removes the fields that a device of another vendor does not have, and adds what it requires.
export function adapted(device, kernel) {
  const fitting = { ...kernel }, half = fitting.half_registers_per_thread;
  const held = fitting.registers_per_thread ?? (half && half < ZERO ? half / 2 : half);
  for (const field of ["registers_per_thread", "half_registers_per_thread"]) delete fitting[field];
  if (device.vendor === "apple" && held)
    fitting.half_registers_per_thread = held < ZERO ? held * 2 : held;
  if (!["apple", "intel"].includes(device.vendor) && held)
    fitting.registers_per_thread = held < ZERO ? Math.round(held) : held;
  const sizes = library.figure(device, "wave_sizes") ?? 0;
  if (!(sizes & fitting.wave_size)) delete fitting.wave_size;
  if (device.vendor === "intel") fitting.wave_size ??= 16;
  for (const field of Object.keys(fitting))
    if (!library.fieldInfo(device, 0, field)) delete fitting[field];
  return fitting;
}

export function showCompare({ device, state, number }, change) {
  const place = $("compare"), input = $("add");
  if (!input.dataset.ready) {
    combobox(input, $("add-hits"), (name) => {
      input.value = "";
      change((state) => {
        if (name.trim() && !state.compare.includes(name) && state.compare.length < 16)
          state.compare.push(name);
      });
    });
    input.dataset.ready = "1";
  }
  const line = (name, i) => {
    const found = i === 0 ? [] : library.find(name), other = i === 0 ? device
      : library.deviceFor(name);
    if (!other) return h("tr", null, h("th", { scope: "row" }, name),
      h("td", { colspan: 6 }, found.length ? severalOf(found) : "no device has this name"));
    const kernel = i === 0 ? state.kernel : adapted(other, state.kernel);
    const answer = library.ask(other, i === 0 ? number : 0, kernel), r = answer.results;
    const cells = answer.status < 0 ? h("td", { colspan: 5, class: "error" }, answer.message) : [
      n(`v${i}.percent`, percentRange(r.waves, r.max_waves), "td", { class: "n" }),
      h("td", null, library.isExact(r.waves) && library.isExact(r.max_waves) ?
        h("div", { class: "bar" }, h("i", { style: { "inline-size":
          `${100 * r.waves[0] / r.max_waves[0]}%` } })) : null),
      n(`v${i}.groups`, range(r.groups), "td", { class: "n" }),
      n(`v${i}.waves`, t`${range(r.waves)} of ${range(r.max_waves)}`, "td", { class: "n" }),
      h("td", null, answer.limits.filter(({ name }) => answer.limiters.includes(name)).map(
        ({ word }) => word).join(", "))];
    return h("tr", { class: i === 0 ? "now" : null },
      h("th", { scope: "row" }, i === 0 ? other.name : h("button", { type: "button", class: "plain",
        onclick: () => change((state) => {
          state.compare = state.compare.map((one) => one === name ? state.device : one);
          state.kernel = adapted(other, state.kernel);
          state.device = name;
          state.edits = {};
          state.convention = "default";
        }) }, found.length > 1 ? name : other.name), h("small", { class: "muted" }, ` ${other.architecture}`)), cells,
      h("td", null, i === 0 ? null : h("button", { type: "button", "aria-label": t`Remove ${name}`,
        onclick: () => {
          change((state) => { state.compare = state.compare.filter((one) => one !== name); });
          input.focus();
        } }, "×")));
  };
  const heads = ["device", "#occupancy", "~as a bar", "#groups", "#waves", "limited by", "~remove"];
  fill(place, state.compare.length
    ? table("Devices", heads, [state.device, ...state.compare].map(line)) : null);
}

// ---- the query in other languages --------------------------------------------------------------

const VALUES = {
  c: { unknown: "GPUOCC_UNKNOWN", zero: "GPUOCC_ZERO" },
  python: { unknown: "gpuocc.UNKNOWN", zero: "gpuocc.ZERO" },
  command: { unknown: "unknown", zero: "zero" },
};
const value = (number, language) => number === UNKNOWN ? VALUES[language].unknown
  : number === ZERO ? VALUES[language].zero : String(number);
const shell = (text) => /^[\w.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
const quoted = (text) => JSON.stringify(text);

export const WRITE = {
  command({ device, edits, convention, kernel, grid }) {
    const words = ["gpuocc occupancy", shell(device)];
    for (const [field, number] of Object.entries(kernel))
      words.push(`--${field.replaceAll("_", "-")} ${value(number, "command")}`);
    for (const [field, values] of Object.entries(edits))
      words.push(`--set ${field}=${shell(values.join(","))}`);
    if (convention !== "default") words.push(`--convention ${convention}`);
    if (grid) words.push(`--grid-groups ${grid}`);
    return words.join(" ");
  },
  c({ device, convention, kernel }) {
    const fields = Object.entries(kernel).map(([field, number]) =>
      `        .${field} = ${value(number, "c")},\n`).join("");
    const number = `GPUOCC_CONVENTION_${convention.toUpperCase().replace(/[-.]/g, "_")}`;
    return `#include <gpuocc/gpuocc.h>\n#include <stdio.h>\n\nint main(void)\n{\n` +
      `    gpuocc_kernel kernel = {\n        .size = sizeof kernel,\n${fields}    };\n` +
      `    gpuocc_occupancy occupancy;\n\n` +
      `    if (gpuocc_occupancy_init(&occupancy, gpuocc_device_named(${quoted(device)}),\n` +
      `                              ${number}, &kernel, NULL) != GPUOCC_OK)\n` +
      `        return 1;\n` +
      `    printf("%u of %u waves\\n", gpuocc_occupancy_waves(&occupancy),\n` +
      `           gpuocc_occupancy_max_waves(&occupancy));\n    return 0;\n}\n`;
  },
  python({ device, convention, kernel }) {
    const words = [quoted(device)];
    for (const [field, number] of Object.entries(kernel))
      words.push(`${field}=${value(number, "python")}`);
    if (convention !== "default") words.push(`convention=${quoted(convention)}`);
    const blanks = " ".repeat("answer = gpuocc.occupancy(".length);
    return `import gpuocc\n\nanswer = gpuocc.occupancy(${words.join(",\n" + blanks)})` +
      `\nprint(answer.waves, "of", answer.max_waves, "waves")\n`;
  },
};

export function showCopies(state) {
  const custom = Object.keys(state.edits).length > 0;
  for (const language of Object.keys(WRITE)) {
    $(`as-${language}`).textContent = WRITE[language](state);
    $(`as-${language}`).dataset.written = language;
  }
  $("as-custom").hidden = !custom;
}

// Makes a button copy what `text` returns.
export function startCopy(button, text) {
  const said = button.textContent;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text());
    button.textContent = tr("Copied");
    setTimeout(() => { button.textContent = said; }, 1500);
  });
}

export function startCopies() {
  for (const language of Object.keys(WRITE))
    startCopy($(`copy-${language}`), () => $(`as-${language}`).textContent);
}

// ---- figures and sources -----------------------------------------------------------------------

const DOTS = ["given by you", "the vendor's own", "two sources", "one source", "not verified"];

function sourceCells(source) {
  return [h("td", null, source ? h("span", { class: `sure s${source.level}` },
    DOTS[source.level]) : h("span", { class: "sure s0" }, DOTS[0])),
  h("td", { class: "source" }, source?.document ?? "", source?.remark ? h("small",
    { class: "muted" }, ` ${source.remark}`) : null)];
}

let figuresShown = "";

// Shows every figure of the device with an input. Changing one makes a custom device.
export function showFigures({ device, state }, change) {
  const details = $("figures"), key = JSON.stringify([device.name, state.edits]);
  details.ontoggle = () => details.open && render();
  if (details.open && !details.contains(document.activeElement)) render();
  function render() {
    if (key === figuresShown) return;
    figuresShown = key;
    const rows = library.list("deviceFields").map((field, i) => {
      if (!field || field === "vendor" || field === "generation") return null;
      const values = library.figures(device, field), edited = field in state.edits;
      if (!values.length && (library.isList(field) ||
          library.figure(device, field) === undefined)) return null;
      if (values.length === 1 && values[0] === 0 && !edited) return null;
      return h("tr", null, h("th", { scope: "row", title: library.about("deviceFields", i) }, field),
        h("td", null, h("input", { "aria-label": field, "data-figure": field,
          value: values.join(", "), placeholder: "unknown",
          onchange: (event) => setFigure(event.target, field) })),
        h("td", { class: "muted" }, library.unit("deviceFields", i)),
        sourceCells(edited ? null : library.source(device, field)));
    });
    const constants = library.constants(device, 0).map((constant) => h("tr", null,
      h("th", { scope: "row" }, constant.name), h("td", null, real(constant.value),
        constant.low !== constant.high
          ? t` (${real(constant.low)} to ${real(constant.high)})` : ""),
      h("td", { class: "muted" }, constant.unit),
      h("td", null, h("span", { class: "sure s3" }, constant.basis)),
      h("td", { class: "source" }, constant.source?.document ?? "", constant.source?.remark ?
        h("small", { class: "muted" }, ` ${constant.source.remark}`) : null)));
    fill($("figures-table"), table("Figures of the device", ["figure", "value", "unit",
      "confidence", "source"], rows), h("h3", { class: "gap" }, "Constants of the latency model"),
    table("Constants", ["constant", "value", "unit", "basis", "source"], constants));
  }
  function setFigure(input, field) {
    const words = input.value.split(/[,\s]+/).filter(Boolean);
    const good = words.every((word) => /^\d{1,10}$/.test(word) && Number(word) < ZERO);
    input.setAttribute("aria-invalid", String(!good));
    if (!good) return;
    change((state) => {
      if (words.length) state.edits[field] = words.map(Number);
      else delete state.edits[field];
    });
  }
}

// ---- a first guess -----------------------------------------------------------------------------

// Returns the names of this computer's GPU that the browser reveals, the most specific first.
async function ownNames() {
  const names = [];
  try {
    const gl = document.createElement("canvas").getContext("webgl");
    const info = gl?.getExtension("WEBGL_debug_renderer_info");
    if (info) names.push(gl.getParameter(info.UNMASKED_RENDERER_WEBGL));
  } catch {}
  try {
    const info = (await navigator.gpu?.requestAdapter())?.info;
    if (info) names.push(info.description, info.device, info.architecture);
  } catch {}
  return names.filter(Boolean);
}

// "the name of several devices: A, B".
function severalOf(found) {
  return t`the name of several devices: ${found.map(({ device }) => device.name).join(", ")}`;
}

export function startGuess(choose) {
  const place = $("guess");
  const button = h("button", { type: "button", class: "plain", onclick: async () => {
    const names = await ownNames();
    const found = names.map(library.find).find((devices) => devices.length !== 0) ?? [];
    if (found.length === 1) choose(found[0].device.name);
    else fill(place, h("span", { class: "muted" }, names.length ?
      t`This browser reports ${names[0]}, ${found.length ? severalOf(found)
        : tr("which is not in the list")}.`
      : "This browser does not say which GPU it uses."));
  } }, "Use this computer's GPU");
  fill(place, button);
}
