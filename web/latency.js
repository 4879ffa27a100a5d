// SPDX-License-Identifier: MIT
// Whether the resident waves hide the latency of a mix of instructions, as in `gpuocc latency`.
import { $, h, n, s, fill, table, widthOf } from "./dom.js";
import * as library from "./library.js";
import { ticks } from "./charts.js";
import { count, percent, real } from "./words.js";
import { t, tr } from "./language.js";

const INPUTS = [["loads", "Loads", "per thread and iteration"], ["stores", "Stores", ""],
  ["fp32", "FP32 instructions", ""], ["special", "Special functions", "sine, square root"],
  ["matrix", "Matrix instructions", ""], ["load_bytes", "Bytes of a load", "of one thread"],
  ["in_flight", "Loads in flight", "of one thread"], ["chains", "Independent chains",
    "of arithmetic"], ["l1_hit", "L1 hits", "share, 0 to 1"], ["l2_hit", "L2 hits",
    "share of the rest, 0 to 1"]];
const LEAST = { load_bytes: 1e-12, in_flight: 1, chains: 1 };
const MOST = { l1_hit: 1, l2_hit: 1, load_bytes: 1e9 };
const HEIGHT = 200, LEFT = 40, RIGHT = 12, TOP = 18, BOTTOM = 32;

function showMix(mix, set) {
  const form = $("mix");
  if (!form.children.length)
    fill(form, INPUTS.map(([key, label, remark]) => h("div", { class: "row" },
      h("label", { for: `m-${key}` }, label, h("small", null, remark)),
      h("input", { id: `m-${key}`, inputmode: "decimal" }))),
    h("label", { class: "check" }, h("input", { type: "checkbox", id: "m-overlap" }),
      "The kinds overlap"));
  for (const [key] of INPUTS) {
    const input = $(`m-${key}`);
    if (document.activeElement !== input) input.value = mix[key];
    input.oninput = () => {
      const value = Number(input.value.trim() || "x");
      const good = value >= (LEAST[key] ?? 0) && value <= (MOST[key] ?? 1e15);
      input.setAttribute("aria-invalid", String(!good));
      if (good) set(key, value);
    };
  }
  $("m-overlap").checked = mix.overlap === 1;
  $("m-overlap").onchange = (event) => set("overlap", event.target.checked ? 1 : 0);
}

const both = (value, text) => value === null ? tr("unknown") : text(value[0]) === text(value[1])
  ? text(value[0]) : t`${text(value[0])} to ${text(value[1])}`;

const CURVES = [["upper", "line"], ["expected", "thin"], ["lower", "low"]];

function chart(slots, resident, needed, words, width) {
  const end = slots, x = (waves) => LEFT + waves / end * (width - LEFT - RIGHT);
  const y = (share) => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
  const path = (name) => {
    let d = "";
    for (let i = 0; i <= 96; i++) {
      const waves = end * i / 96, share = library.latencyAt(waves, "share_of_peak", name);
      if (share === null) return null;
      d += `${i ? "L" : "M"}${x(waves).toFixed(1)} ${y(share).toFixed(1)}`;
    }
    return d;
  };
  const mark = (waves, text, kind, side) => waves > end ? null : [s("line", { class: kind,
    x1: x(waves), x2: x(waves), y1: TOP, y2: HEIGHT - BOTTOM }), s("text", { x: x(waves) + side * 4,
    y: TOP - 6, "text-anchor": side < 0 ? "end" : "start" }, text)];
  const left = resident > end * 0.6, first = needed !== null && needed < resident;
  return s("svg", { class: "chart still", height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`,
    role: "img", "aria-label": t`Share of the peak over the resident ${words.waves}: needed ${
      needed ?? tr("unknown")}, resident ${resident}` },
  [0, 0.5, 1].map((share) => [s("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(share),
    y2: y(share) }), s("text", { x: LEFT - 6, y: y(share) + 4, "text-anchor": "end" },
    `${share * 100}%`)]),
  ticks(end, 8, true).map((waves) => s("text", { x: x(waves), y: HEIGHT - BOTTOM + 15,
    "text-anchor": "middle" }, waves)),
  s("text", { x: width - RIGHT, y: HEIGHT - 3, "text-anchor": "end" },
    t`number of resident ${words.waves}`),
  CURVES.map(([name, kind]) => [kind, path(name)]).map(
    ([kind, d]) => d && s("path", { class: kind, d })),
  needed === null ? null : mark(needed, t`needed ${needed}`, "thin",
    first ? (needed > end * 0.2 ? -1 : 1) : (needed > end * 0.7 ? -1 : 1)),
  mark(resident, t`resident ${resident}`, "marker", left && !(first && resident - needed <
    end * 0.25) ? -1 : resident > end * 0.8 ? -1 : 1));
}

function values(slots, each, words) {
  const rows = [];
  for (let waves = each; waves <= slots; waves += each)
    rows.push(h("tr", null, h("td", { class: "n" }, waves), CURVES.map(([name]) => {
      const share = library.latencyAt(waves, "share_of_peak", name);
      return h("td", { class: "n" }, share === null ? "unknown" : percent(share));
    })));
  return h("details", null, h("summary", null, "Values"), table(tr("Share of the peak"),
    [`#${words.waves}`, "#upper bound", "#expected", "#lower bound"], rows));
}

export function showLatency({ state, answer, words }, set) {
  showMix(state.mix, set);
  const place = $("latency-answer");
  if (answer.status < 0) {
    fill(place, h("p", { class: "muted" }, "No answer."));
    return;
  }
  const status = library.latency(state.mix);
  if (status.status < 0) {
    fill(place, h("p", { class: "muted", "data-n": "latency.message" }, status.message));
    return;
  }
  const get = library.latencyResult, resource = (key) => {
    const value = get(key);
    return value && [...new Set(value)].map((i) => library.name("resources", i)).join(tr(" or "));
  };
  const fact = (key, term, text) => text === null || text === tr("unknown") ? null
    : h("div", null, h("dt", null, term), n(`latency.${key}`, text, "dd"));
  const share = (i) => both(get("share_of_peak", i), percent);
  const needed = get("waves_needed"), waves = get("waves"), basis = get("basis");
  const slots = answer.results.max_waves, each = answer.results.waves_per_group;
  const open = place.querySelector("details")?.open;
  const say = !needed || !waves ? "" : waves[0] >= needed[1]
    ? t`The ${both(waves, count)} resident ${words.waves} can hide the latency.`
    : t`${tr(waves[1] < needed[0] ? "Latency is exposed" : "Latency may be exposed")}: ${
      both(waves, count)} resident ${words.waves}, ${both(needed, count)} needed.`;
  fill(place, h("p", { class: "say" }, say),
    library.isExact(slots) && waves && waves[1] <= slots[0] && slots[0] <= 512
      ? chart(slots[0], waves[1], needed && needed[1], words, Math.max(240,
        Math.min(760, widthOf(place, 500)))) : null,
    h("p", { class: "muted" }, "Solid: upper bound; dashed: expected; dotted: lower bound. ",
      "A model, and an optimistic one."),
    h("dl", { class: "facts" },
      fact("waves_needed", t`${words.waves} needed, at least`, both(needed, count)),
      fact("waves", t`number of resident ${words.waves}`, both(waves, count)),
      fact("upper", "share of the peak, upper bound", share(0)),
      fact("expected", "expected", share(1)), fact("lower", "lower bound", share(2)),
      fact("binding", "bounded by", resource("binding")),
      fact("gb_per_s", "GB/s requested, upper bound", both(get("gb_per_s", 0), real)),
      fact("wave_latency", t`cycles of a ${words.wave} alone`, both(get("wave_latency"), real)),
      fact("loads_in_flight", t`loads in flight per ${words.core}`, both(get("loads_in_flight"),
        real)),
      fact("bytes_in_flight", t`bytes in flight per ${words.core}`, both(get("bytes_in_flight"),
        real)),
      fact("basis", "latencies are", basis && library.name("bases", basis[1]))),
    library.isExact(slots) && library.isExact(each) && each[0] > 0 && slots[0] <= 512
      ? values(slots[0], each[0], words) : null);
  if (open) place.querySelector("details").open = true;
}
