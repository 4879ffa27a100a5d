// SPDX-License-Identifier: MIT
// The inputs that apply to the device, in its vendor's terms, each with its limit.
import { h, fill } from "./dom.js";
import * as library from "./library.js";
import { UNKNOWN, ZERO } from "./library.js";
import { ALL, MAIN, count, label, parse } from "./words.js";
import { t, tr } from "./language.js";

const UNITS = { bytes: "bytes", percent: "%" };
let built = "";

const shown = (value) => value === undefined ? "" : value === UNKNOWN ? tr("unknown")
  : value === ZERO ? "0" : String(value);

function hint(field, info) {
  const unit = UNITS[library.unit("kernelFields", library.number("kernelFields", field))] ?? "";
  const limit = info.limit == null ? "" : t`up to ${count(info.limit)} ${tr(unit)}`.trim();
  return limit || tr(unit);
}

function selection(field, info, set) {
  const known = info.choices.length && field === "wave_size";
  return h("select", { id: `f-${field}`, onchange: (event) => set(field,
    event.target.value === "" ? undefined : Number(event.target.value)) },
  h("option", { value: "" }, "default"),
  info.choices.map((choice) => h("option", { value: choice.value }, choice.name)),
  known || field === "grf_count" ? h("option", { value: UNKNOWN }, "unknown") : null);
}

function entry(field, set) {
  return h("input", { id: `f-${field}`, inputmode: /bytes|threads/.test(field) ? "text" : "numeric",
    placeholder: MAIN.includes(field) ? "0" : "default",
    "aria-describedby": `h-${field} e-${field}`,
    oninput: (event) => {
      try {
        const value = parse(event.target.value, field);
        set(field, value === 0 && !MAIN.includes(field) ? ZERO : value);
      } catch (error) {
        set(field, undefined, error.message);
      }
    } });
}

function row(field, info, device, set) {
  return h("div", { class: "row" },
    h("label", { for: `f-${field}`,
      title: library.about("kernelFields", library.number("kernelFields", field)) },
    label(field, device), h("small", { id: `h-${field}` })),
    info.choices ? selection(field, info, set) : entry(field, set),
    h("span", { id: `e-${field}`, class: "error" }));
}

// Shows the inputs; `set` receives a field, its value and the reason if the text is not a value.
export function showInputs(form, { device, convention, conventions, state, set, setConvention }) {
  const number = library.number("conventions", convention), infos = {};
  for (const field of ALL) {
    const info = library.fieldInfo(device, number, field);
    if (info && (!info.choices || info.choices.length > 1)) infos[field] = info;
  }
  const key = JSON.stringify([device.vendor, conventions, Object.entries(infos).map(
    ([field, info]) => [field, info.choices])]);
  if (key !== built) {
    const rows = (fields) => fields.filter((field) => infos[field]).map(
      (field) => row(field, infos[field], device, set));
    const open = form.querySelector("details")?.open;
    const first = device.vendor === "intel" ? ["wave_size", ...MAIN] : MAIN;
    fill(form, rows(first), h("details", { open: open ?? false }, h("summary", null, "More inputs"),
      rows(ALL.filter((field) => !first.includes(field))),
      h("div", { class: "row" }, h("label", { for: "convention" }, "Rules of",
        h("small", null, "the hardware, or a tool")),
      h("select", { id: "convention", onchange: (event) => setConvention(event.target.value) },
        conventions.map((word) => h("option", { value: word },
          word === "default" ? "hardware" : word)))),
      h("p", { class: "muted" }, "Write unknown for any possible value: the answer is a range.")));
    built = key;
  }
  document.getElementById("convention").value = convention;
  for (const [field, info] of Object.entries(infos)) {
    const element = document.getElementById(`f-${field}`);
    const text = shown(state.kernel[field]);
    let typed;
    try { typed = info.choices ? element.value : shown(parse(element.value, field)); } catch {}
    if (typed !== text && !(element === document.activeElement && state.bad?.[field]))
      element.value = text;
    document.getElementById(`h-${field}`).textContent = hint(field, info);
  }
}

// Shows the sentence of an error beside the field that it names.
export function showErrors(bad) {
  for (const place of document.querySelectorAll("[id^=e-]")) {
    const field = place.id.slice(2), message = bad[field] ?? "";
    place.textContent = message;
    if (message && place.closest("details")) place.closest("details").open = true;
    document.getElementById(`f-${field}`).setAttribute("aria-invalid", String(message !== ""));
  }
}
