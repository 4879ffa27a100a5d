// SPDX-License-Identifier: MIT
// The page: keeps the state, queries the library and shows the answer.
import { $, h, fill } from "./dom.js";
import * as library from "./library.js";
import { combobox } from "./search.js";
import { decode, encode } from "./state.js";
import { showErrors, showInputs } from "./inputs.js";
import { showAdvice, showLimits, showSummary } from "./answer.js";
import { showCharts } from "./charts.js";
import { showGrid } from "./grid.js";
import { showLatency } from "./latency.js";
import { setFiles, startFiles } from "./files.js";
import { startExplain } from "./explain.js";
import { startRuns } from "./runs.js";
import { adapted, showCompare, showCopies, showFigures, startCopies, startCopy,
  startGuess } from "./more.js";
import { answerVariants, showVariants, startVariants } from "./variants.js";
import { showPreset, startPresets } from "./presets.js";
import { showEmbed, startEmbed } from "./embed.js";
import { terms } from "./words.js";
import { startLanguage, t, tr } from "./language.js";

const TITLE = document.title = tr(document.title);
let state, ignored = [], bad = {};

// Returns the device with a name and the page's edits, what is wrong with the name, and if it is
// the name of devices that differ, these devices to choose from. Devices that differ only as a whole
// have the answers for a core of their architecture.
function resolve(name, edits = {}) {
  const found = library.find(name).map(({ device }) => device);
  let device = library.deviceFor(name), message = "", choices = [];
  if (name === "generic") device = library.edit(null, { wave_sizes: [32] }, "generic");
  if (found.length > 1 && device?.architecture === device?.name) {
    // An architecture beside its products stands for them.
    const stands = found.some((one) => one !== device && one.architecture === device?.architecture);
    choices = found.filter((one) => !stands || one !== device);
    message = device
      ? t`"${name}" is the name of several devices that have equal cores.` + " " +
        tr("For a grid and for latency choose one:")
      : t`"${name}" is the name of several devices that differ. Choose one:`;
    if (!device) return { message, choices };
  }
  if (!device) {
    const similar = library.nearest(name).map(({ name }) => name);
    return { message: similar.length
      ? t`There is no device "${name}". Similar names: ${similar.slice(0, 3).join(", ")}.`
      : t`There is no device "${name}".`, choices };
  }
  if (Object.keys(edits).length || name === "generic") {
    try {
      device = library.edit(name === "generic" ? null : device, edits, `${name}*`.slice(0, 47));
    } catch (error) {
      return { device, message: error.message, choices: [] };
    }
  }
  return { device, message, choices };
}

function ask(device, kernel) {
  const answer = library.ask(device, library.number("conventions", state.convention), kernel);
  answer.mode = kernel.core_mode === library.CU ? "cu" : "";
  const threads = kernel.threads_per_group;
  answer.threads = threads && threads < library.ZERO ? threads : 0;
  return answer;
}

let later = 0, spoken = 0;

// Announces the answer to a screen reader after it has not changed for a moment.
function speak(text) {
  clearTimeout(spoken);
  spoken = setTimeout(() => { $("live").textContent = text; }, 600);
}

// Browsers limit how often the address may be changed in a second.
function writeAddress() {
  $("link").href = encode(state);
  clearTimeout(later);
  later = setTimeout(() => history.replaceState(null, "", $("link").href), 200);
}

// Without a device there is no answer: that of the device before would be wrong.
function showNothing(message) {
  for (const part of ["device", "summary", "limits", "advice", "embedded"]) fill($(part));
  document.title = TITLE;
  speak(message);
  setFiles({ device: null, state }, update);
}

function update(change) {
  if (change) {
    state.preset = "";
    change(state);
  }
  answerVariants(state.variants, resolve);
  const { device, message, choices } = resolve(state.device, state.edits);
  const unread = ignored.length ? t`Not understood in the address: ${ignored.join(", ")}. ` : "";
  fill($("trouble"), unread, message, choices.map(({ name }, i) => [i ? ", " : " ", h("button", {
    type: "button", class: "plain", onclick: () => takeDevice(name) }, name)]));
  $("trouble").hidden = !unread && !message;
  if (document.activeElement !== $("search")) $("search").value = state.device;
  writeAddress();
  showPreset(state);
  $("layout").classList.toggle("nothing", !device);
  if (!device) return showNothing(message);
  const conventions = library.conventions(device);
  if (!conventions.includes(state.convention)) state.convention = "default";
  const answer = ask(device, state.kernel), words = terms(device, answer);
  if (answer.status >= 0) Object.assign(answer, library.advice(device));
  const number = library.number("conventions", state.convention);
  $("device").textContent = [device.vendor, device.family, device.architecture].filter(
    (word, i, all) => word && all.indexOf(word) === i).join(" · ");
  const compiler = answer.status < 0 ? "" : library.settings(state.kernel);
  const best = answer.status < 0 ? null
    : library.bestGroups(device, number, state.kernel, 1)[0] ?? null;
  const cite = (button, field) => showSource(button, device, field);
  showSummary($("summary"), answer, words, best, cite);
  showLimits($("limits"), answer, words, cite,
    (button, limit) => showWhy(button, device, limit));
  showAdvice($("advice"), answer, compiler, (changes) => {
    update(() => { for (const [field, value] of changes) state.kernel[field] = value; });
    ($("advice").querySelector("button") ?? $("link")).focus();
  });
  document.title = answer.status < 0 ? TITLE
    : t`${$("summary").querySelector("[data-n=percent]").textContent} on ${device.name}`;
  speak(answer.status < 0 ? answer.message
    : [...document.querySelectorAll(".big, .say, .limited")].slice(0, 3).map(
      (element) => element.textContent).join(", "));
  const shown = { device, state, answer, words, number };
  showCharts(shown, setField);
  showGrid(shown, (groups) => update(() => { state.grid = groups; }));
  showLatency(shown, (key, value) => update(() => { state.mix[key] = value; }));
  setFiles(shown, update);
  showCopies(state);
  showVariants(shown, update);
  showEmbed(shown);
  showFigures(shown, update);
  const custom = Object.keys(state.edits);
  fill($("custom"), custom.length ? [t`Changed: ${custom.join(", ")}. `, h("button", {
    type: "button", onclick: () => update(() => { state.edits = {}; }) }, "Reset")] : null);
  showInputs($("inputs"), { device, convention: state.convention, conventions,
    state: { ...state, bad }, set: setField,
    setConvention: (word) => update(() => { state.convention = word; }) });
  showErrors(answer.status < 0 && answer.field && !bad[answer.field]
    ? { ...bad, [answer.field]: answer.message } : bad);
  // Last, because it queries the library about other devices.
  showCompare(shown, update);
}

function setField(field, value, message) {
  update(() => {
    delete bad[field];
    if (message) bad[field] = message;
    if (value === undefined) delete state.kernel[field];
    else state.kernel[field] = value;
  });
}

function place(button, note) {
  note.showPopover();
  const box = button.getBoundingClientRect(), lowest = innerHeight - note.offsetHeight - 8;
  note.style.setProperty("top", `${Math.min(box.bottom + 6, lowest)}px`);
  note.style.setProperty("left", `${Math.max(8, Math.min(box.left,
    innerWidth - note.offsetWidth - 8))}px`);
}

// Shows how a limit follows from the figures.
function showWhy(button, device, limit) {
  ask(device, state.kernel); // the last question was about another device or a file's kernel
  const note = $("note"), { steps, sources } = library.why(device, state.kernel)[limit.name];
  fill(note, h("h3", null, t`${limit.word}: why ${button.textContent}`),
    h("ol", { class: "steps" }, steps.map((step) => h("li", null, step))),
    sources.map((source) => h("p", { class: "muted" }, t`Source: ${source}`)));
  place(button, note);
}

function showSource(button, device, field) {
  const source = library.source(device, field), note = $("note");
  const i = library.number("deviceFields", field);
  fill(note, h("h3", null, field), h("p", null, [library.figures(device, field).join(", "),
    library.unit("deviceFields", i), library.about("deviceFields", i)].filter(Boolean).join(" ")),
    device.wgp ? h("p", { class: "muted" }, "Figures of a core are those of one CU.") : null,
    source ? [h("p", null, source.document || "No document."), h("p", { class: "muted" },
      source.confidence), source.remark ? h("p", { class: "muted" }, source.remark) : null]
      : h("p", null, "Given by you."));
  place(button, note);
}

function takeDevice(name) {
  update(() => {
    const before = resolve(state.device).device?.vendor;
    const now = resolve(name).device;
    state.device = name;
    state.edits = {};
    if (now && now.vendor !== before) {
      state.kernel = adapted(now, state.kernel);
      state.convention = "default";
    }
  });
}

// The address of the event counts: the page may have written its own since.
function readAddress(event) {
  clearTimeout(later);
  ({ state, ignored } = decode(event?.newURL ? new URL(event.newURL).hash : location.hash));
  bad = {};
  update();
}

async function unpackModule() {
  const packed = Uint8Array.from(atob($("module").textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

async function start() {
  await library.load(await unpackModule());
  const { library: version, data } = library.versions();
  const { commit } = $("version").dataset;
  const built = commit && t`, commit ${commit},`;
  $("version").textContent = [
    t`libgpuocc ${version}${built} in your browser: nothing is sent, works offline.`,
    t`${library.devices().length} devices, data ${data}.`].join(" ");
  startLanguage($("languages"));
  $("layout").hidden = false;
  for (const form of document.forms) form.onsubmit = (event) => event.preventDefault();
  combobox($("search"), $("hits"), takeDevice);
  startGuess(takeDevice);
  startFiles($("drop"));
  startRuns();
  startExplain();
  startCopies();
  startVariants(startCopy);
  startPresets();
  startEmbed();
  addEventListener("hashchange", readAddress);
  readAddress();
  document.documentElement.dataset.ready = performance.now().toFixed(0);
}

// A folder for static hosting has a service worker, with which the page works offline.
if (document.querySelector("link[rel=manifest]"))
  navigator.serviceWorker?.register("worker.js").catch(() => {});

start().catch((error) => {
  document.body.append(h("p", { class: "card error" },
    t`This browser cannot run the page: ${error}`));
});
