// SPDX-License-Identifier: MIT
// Step charts of the waves over one input, each with its values as a table. A chart is a slider:
// arrow keys and clicks set the input.
import { $, h, s, fill, forgetWidths, table, widthOf } from "./dom.js";
import * as library from "./library.js";
import { UNKNOWN, ZERO } from "./library.js";
import { count, label, percent } from "./words.js";
import { t, tr } from "./language.js";

const REGISTERS = ["registers_per_thread", "half_registers_per_thread", "grf_count"];
const HEIGHT = 148, LEFT = 40, RIGHT = 10, TOP = 8, BOTTOM = 20;
const charts = new Map();

// Returns round numbers up to the end of an axis.
export function ticks(end, wanted, binary) {
  const base = binary ? 2 : 10, steps = binary ? [1] : [1, 2, 5];
  let step = 1;
  outer: for (let power = 1; ; power *= base)
    for (const one of steps) {
      step = one * power;
      if (end / step <= wanted) break outer;
    }
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step);
}

const short = (value) => value >= 1024 && value % 1024 === 0 ? `${value / 1024}K` : String(value);

function makeChart(field, first) {
  const chart = { field, first, svg: s("svg", { role: "slider", tabindex: 0, class: "chart",
    height: HEIGHT, "aria-valuemin": first }), say: h("p", { class: "muted readout" }),
  title: h("h3"), values: h("div", { class: "scroll", tabindex: 0, role: "group" }) };
  chart.details = h("details", { ontoggle: () => showValues(chart) }, h("summary", null, "Values"),
    chart.values);
  chart.figure = h("div", { class: "charted" }, chart.title, chart.say, chart.svg, chart.details);
  const valueAt = (event) => {
    const box = chart.svg.getBoundingClientRect(), width = box.width - LEFT - RIGHT;
    const share = Math.min(1, Math.max(0, (event.clientX - box.left - LEFT) / width));
    const value = chart.first + share * (chart.last - chart.first);
    if (chart.only) return chart.only.reduce((best, one) =>
      Math.abs(one - value) < Math.abs(best - value) ? one : best);
    return Math.max(chart.first, Math.min(chart.last, Math.round(value / chart.snap) * chart.snap));
  };
  chart.svg.addEventListener("pointerdown", (event) => {
    chart.svg.setPointerCapture(event.pointerId);
    chart.take(field, valueAt(event));
  });
  chart.svg.addEventListener("pointermove", (event) => {
    if (event.buttons & 1) chart.take(field, valueAt(event));
    else say(chart, valueAt(event));
  });
  chart.svg.addEventListener("pointerleave", () => say(chart, chart.value));
  chart.svg.addEventListener("keydown", (event) => {
    const value = move(chart, event.key);
    if (value === undefined) return;
    event.preventDefault();
    chart.take(field, Math.max(chart.first, Math.min(chart.last, value)));
  });
  return chart;
}

const plateauOf = (chart, value) => chart.plateaus.findLast(({ first }) => first <= value);

// Returns where a key leads: a step of the input, the end of a plateau, or an end of the axis.
function move(chart, key) {
  const now = chart.value ?? chart.first, at = plateauOf(chart, now);
  if (chart.only) {
    const i = chart.only.indexOf(now), end = chart.only.length - 1;
    const above = chart.only[Math.min(end, i + 1)], below = chart.only[Math.max(0, i - 1)];
    return { ArrowRight: above, ArrowUp: above, ArrowLeft: below, ArrowDown: below,
      Home: chart.first, End: chart.last }[key];
  }
  const next = (sign) => chart.snap === 1 ? now + sign
    : sign > 0 ? (Math.floor(now / chart.snap) + 1) * chart.snap
      : (Math.ceil(now / chart.snap) - 1) * chart.snap;
  const before = chart.plateaus[chart.plateaus.indexOf(at) - 1];
  const after = chart.plateaus[chart.plateaus.indexOf(at) + 1];
  return { ArrowRight: next(1), ArrowUp: next(1), ArrowLeft: next(-1), ArrowDown: next(-1),
    PageUp: at?.last === now ? after?.last ?? now : at?.last, PageDown: before?.last ?? now,
    Home: chart.first, End: chart.last }[key];
}

function sentence(chart, value) {
  const at = value === undefined ? null : plateauOf(chart, value), { words } = chart;
  return at ? t`${count(value)}: ${count(at.groups)} ${at.groups === 1 ? words.group
    : words.groups}, ${at.waves} of ${chart.slots} ${words.waves}, ${percent(
    at.waves / chart.slots)}, limited by ${at.limiters.map((limit) => chart.limits[limit] ?? limit)
    .join(tr(" and ")) || tr("nothing")}` : tr("Click or use the arrow keys to set a value.");
}

const say = (chart, value) => { chart.say.textContent = sentence(chart, value); };

function draw(chart) {
  const width = Math.max(220, widthOf(chart.figure, 300)), { first, last, slots } = chart;
  const x = (value) => LEFT + (value - first) / (last - first || 1) * (width - LEFT - RIGHT);
  const y = (waves) => TOP + (1 - waves / slots) * (HEIGHT - TOP - BOTTOM);
  let path = "";
  for (const [i, plateau] of chart.plateaus.entries()) {
    const end = i + 1 < chart.plateaus.length ? chart.plateaus[i + 1].first : plateau.last;
    path += `${i ? "L" : "M"}${x(plateau.first).toFixed(1)} ${y(plateau.waves).toFixed(1)}` +
      `H${x(end).toFixed(1)}`;
  }
  const axis = ticks(last, Math.floor(width / 60), /bytes|threads/.test(chart.field));
  const marker = chart.value === undefined ? [] : [
    s("line", { class: "marker", x1: x(chart.value), x2: x(chart.value), y1: TOP,
      y2: HEIGHT - BOTTOM }),
    s("circle", { class: "dot", cx: x(chart.value), cy: y(plateauOf(chart, chart.value).waves),
      r: 4.5 })];
  chart.svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  fill(chart.svg,
    [0, 0.5, 1].map((share) => [s("line", { class: "grid", x1: LEFT, x2: width - RIGHT,
      y1: y(share * slots), y2: y(share * slots) }), s("text", { x: LEFT - 6,
      y: y(share * slots) + 4, "text-anchor": "end" }, `${share * 100}%`)]),
    axis.map((value) => s("text", { x: x(Math.max(first, value)), y: HEIGHT - 5,
      "text-anchor": value === axis.at(-1) && x(value) > width - 24 ? "end" : "middle" },
    /bytes/.test(chart.field) ? short(value) : value)),
    s("path", { class: "area", d: `${path}V${y(0)}H${x(first)}Z` }),
    s("path", { class: "line", d: path }), marker);
}

function showValues(chart) {
  if (!chart.details.open) return;
  const { words, slots } = chart;
  fill(chart.values, table(chart.title.textContent, ["#from", "#to", `#${words.groups}`,
    `#${words.waves}`, "#occupancy", "limited by"], chart.plateaus.map((plateau) =>
    h("tr", { class: chart.value >= plateau.first && chart.value <= plateau.last ? "now" : null },
      [plateau.first, plateau.last, plateau.groups, plateau.waves].map((value) =>
        h("td", { class: "n" }, count(value))),
      h("td", { class: "n" }, percent(plateau.waves / slots)),
      h("td", null, plateau.limiters.map(
        (limit) => chart.limits[limit] ?? limit).join(tr(", ")))))));
}

// Shows the charts of the last evaluated occupancy.
export function showCharts({ device, state, answer, words, number }, take) {
  const register = REGISTERS.find(
    (field) => library.fieldInfo(device, number, field));
  const fields = ["threads_per_group", register, "shared_bytes"].filter(Boolean);
  const shown = [];
  for (const field of answer.status < 0 ? [] : fields) {
    let first = field === "threads_per_group" ? 1 : 0, plateaus = library.curve(field, first);
    let only = null;
    if (field === "grf_count" && plateaus.length) {
      only = library.figures(device, field + "s").filter((value) => value <= plateaus.at(-1).last);
      first = only[0];
      plateaus = only.map((value) => ({ ...plateaus.find(({ last }) => value <= last),
        first: value, last: value }));
    }
    const slots = (answer.results.max_waves_any_mode ?? answer.results.max_waves)?.[1];
    if (plateaus.length === 0 || only?.length === 1 || !slots || slots === Infinity) continue;
    const chart = charts.get(field) ?? makeChart(field, first);
    charts.set(field, chart);
    const held = state.kernel[field] === ZERO ? 0 : state.kernel[field];
    const value = held ?? (field === "grf_count" ? 128 : 0);
    Object.assign(chart, { plateaus, only, first, slots, words, take, last: plateaus.at(-1).last,
      limits: Object.fromEntries(answer.limits.map(({ name, word }) => [name, word])),
      value: value === UNKNOWN || value > plateaus.at(-1).last || value < first ? undefined : value,
      snap: field === "threads_per_group" ? answer.results.wave_size?.[0] || 1
        : field === "shared_bytes" ? 256 : 1 });
    chart.title.textContent = label(field, device);
    chart.svg.setAttribute("aria-label", chart.title.textContent);
    chart.svg.setAttribute("aria-valuemax", chart.last);
    chart.svg.setAttribute("aria-valuenow", chart.value ?? first);
    chart.svg.setAttribute("aria-valuetext", chart.value === undefined ? tr("unknown")
      : sentence(chart, chart.value));
    chart.values.setAttribute("aria-label", t`Values: ${chart.title.textContent}`);
    chart.figure.dataset.field = field;
    shown.push(chart);
  }
  const place = $("charts");
  if (shown.length === 0)
    fill(place, h("p", { class: "muted" }, answer.status < 0 ? "No answer."
      : "There is no curve: an input is unknown, or the figures are not published."));
  else if ([...place.children].some((child, i) => child !== shown[i]?.figure) ||
           place.children.length !== shown.length) {
    fill(place, shown.map(({ figure }) => figure));
    forgetWidths();
  }
  for (const chart of shown) {
    draw(chart);
    say(chart, chart.value);
    showValues(chart);
  }
}

addEventListener("resize", () => charts.forEach(
  (chart) => chart.figure.isConnected && draw(chart)));
