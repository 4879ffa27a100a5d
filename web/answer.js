// SPDX-License-Identifier: MIT
// The answer: occupancy, the slots of a core, the table of resources, what to change.
import { h, n, fill, table } from "./dom.js";
import * as library from "./library.js";
import { count, percent, percentRange, range } from "./words.js";
import { t, tr } from "./language.js";

const FIGURE = { waves: "max_waves_per_partition", groups: "max_groups_per_core",
  registers: "registers_per_partition", scalar_registers: "scalar_registers_per_partition",
  shared: "shared_pool_bytes", barriers: "barriers_per_core",
  virtual: "virtual_resources_per_core" };

const plural = (number, one, many) => number === "1" ? one : many;

// Waves are numbered group by group and go to the partitions in turn.
function slots(answer, words) {
  const { waves, max_waves: slots, partitions_per_core: parts,
    waves_per_group: each } = answer.results;
  if (!library.isExact(slots) || !library.isExact(parts) || !waves || slots[0] === 0 ||
      slots[0] > 512)
    return null;
  const rows = parts[0], columns = Math.ceil(slots[0] / rows), per = each?.[0] || 1;
  const most = Math.min(waves[1], slots[0]);
  const cell = (row, column) => {
    const wave = column * rows + row;
    if (wave >= most) return h("i");
    if (wave >= waves[0]) return h("i", { class: "maybe" });
    return h("i", { style: { background: `var(--g${Math.floor(wave / per) % 8})` } });
  };
  const used = [range(waves), count(slots[0]), words.wave];
  const text = rows === 1
    ? t`${used[0]} of ${used[1]} ${used[2]} slots in use, in 1 partition of ${columns}`
    : t`${used[0]} of ${used[1]} ${used[2]} slots in use, in ${rows} partitions of ${columns}`;
  return h("figure", null,
    h("div", { class: `slots${rows > 4 ? " many" : ""}${columns > 40 ? " fine" : ""}`, role: "img", "aria-label": text },
      Array.from({ length: rows }, (_, row) => h("div",
        { style: { "grid-template-columns": `repeat(${columns}, 1fr)` } },
        Array.from({ length: columns }, (_, column) => cell(row, column))))),
    h("figcaption", null, most > waves[0]
      ? t`The ${words.wave} slots of one ${
        words.core}: a row for each partition, a colour for each ${words.group}; hatched: depends on what is unknown.`
      : t`The ${words.wave} slots of one ${
        words.core}: a row for each partition, a colour for each ${words.group}.`));
}

function facts(answer, words, best, cite) {
  const r = answer.results, threads = r.waves && library.isExact(r.groups) && answer.threads ?
    [r.groups[0] * answer.threads, r.groups[0] * answer.threads] : null;
  const fact = (key, term, value, figure) => value === undefined ? null
    : h("div", null, h("dt", null, term), h("dd", null, figure ? n(key, range(value), "button",
      { class: "cite", type: "button", onclick: (event) => cite(event.currentTarget, figure) })
      : n(key, range(value))));
  return h("dl", { class: "facts" },
    fact("waves_per_group", t`${words.waves} per ${words.group}`, r.waves_per_group),
    fact("wave_size", t`threads per ${words.wave}`, r.wave_size, "wave_sizes"),
    fact("waves_per_partition", t`${words.waves} of the fullest partition`, r.waves_per_partition),
    threads ? fact("threads", t`threads per ${words.core}`, threads) : null,
    fact("groups_per_device", t`${words.groups} on the device`, r.groups_per_device),
    fact("core_count", t`${words.cores} of the device`, r.core_count, "core_count"),
    fact("clusters_per_device", "clusters on the device", r.clusters_per_device),
    fact("max_threads_launchable", t`largest ${words.group} that launches`,
      r.max_threads_launchable),
    best ? fact("best", t`best ${words.group} size`, [best.threads, best.threads]) : null);
}

export function showSummary(place, answer, words, best, cite) {
  if (answer.status < 0) {
    fill(place, h("p", { class: "big range" }, "–"),
      n("message", answer.message, "p", { class: "error" }));
    return;
  }
  const r = answer.results, share = percentRange(r.waves, r.max_waves);
  const none = r.groups && r.groups[1] === 0;
  const limits = answer.limits.filter(({ name }) => answer.limiters.includes(name));
  const sure = answer.limiters.length === answer.certain.length;
  const named = limits.map(({ name, word }, i) => [i === 0 ? "" : i === limits.length - 1 ?
    tr(" and ") : tr(", "), h("strong", null, word)]);
  fill(place, h("div", { class: "summary" },
    h("div", null,
      n("percent", share, "p", { class: share.length > 8 ? "big range" : "big" }),
      h("p", { class: "say" }, n("groups", range(r.groups), "strong"),
        t` ${plural(range(r.groups), words.group, words.groups)} · `,
        n("waves", range(r.waves), "strong"), tr(" of "),
        n("max_waves", range(r.max_waves), "strong"), t` ${words.waves} per ${words.core}`),
      h("p", { class: "limited", "data-n": "limiters", "data-set": answer.limiters.join(" ") },
        limits.length ? [none ? "Does not fit: " : sure ? "Limited by " : "May be limited by ",
          named] : r.groups === null ? "Nothing published limits it" : "")),
    slots(answer, words)), facts(answer, words, best, cite),
  answer.notes.length ? h("ul", { class: "notes" }, answer.notes.map(({ word, about }) =>
    h("li", { "data-note": word }, about || word))) : null);
}

function bar(limit, groups) {
  if (!library.isExact(limit.allocated) || !library.isExact(limit.capacity) || !groups ||
      limit.capacity[0] === 0)
    return h("td");
  const used = Math.min(1, groups[0] * limit.allocated[0] / limit.capacity[0]);
  return h("td", null, h("div", { class: "bar", title: t`${percent(used)} in use` },
    h("i", { style: { "inline-size": `${used * 100}%` } })));
}

export function showLimits(place, answer, words, cite, why) {
  if (answer.status < 0) {
    fill(place, h("p", { class: "muted" }, "No answer."));
    return;
  }
  const cell = (limit, key) => n(`${limit.name}.${key}`, range(limit[key]), "td", { class: "n" });
  const capacity = (limit) => FIGURE[limit.name] && limit.capacity
    ? h("td", { class: "n" }, h("button", { class: "cite", type: "button",
      "data-n": `${limit.name}.capacity`, onclick: (event) => cite(event.currentTarget,
        FIGURE[limit.name]) }, range(limit.capacity))) : cell(limit, "capacity");
  const groups = (limit) => h("td", { class: "n" }, h("button", { class: "cite", type: "button",
    title: "how this follows from the figures", "data-n": `${limit.name}.groups`,
    onclick: (event) => why(event.currentTarget, limit) }, range(limit.groups)));
  fill(place, table(t`Resources of one ${words.core}`, ["resource", `#${t`allows ${words.groups}`}`,
    "in use", "#capacity", `#${t`one ${words.group} asks for`}`, "#gets", "#unused"],
  answer.limits.map((limit) => {
    const limiting = answer.limiters.includes(limit.name);
    return h("tr", { class: limiting ? "limits" : null },
      h("th", { scope: "row" }, limit.word, limit.unit === "bytes" ?
        h("small", { class: "muted" }, " bytes") : null, limiting ? h("small", { class: "tag" },
        answer.certain.includes(limit.name) ? " limits" : " may limit") : null),
      groups(limit), bar(limit, answer.results.groups), capacity(limit),
      cell(limit, "requested"), cell(limit, "allocated"), cell(limit, "unused"));
  })));
}

export function showAdvice(place, answer, compiler, apply) {
  if (answer.status < 0) {
    fill(place, h("p", { "data-message": "" }, answer.message));
    return;
  }
  const item = (sentence, i) => {
    const changes = [...answer.advice[i].matchAll(/(\w+) \((\d+) -> (\d+)\)/g)].map(
      ([, field, , then]) => [field, Number(then)]);
    return h("li", null, h("span", { "data-advice": "" }, sentence),
      changes.length ? h("button", { type: "button", "aria-label": t`Apply: ${changes.map(
        ([field, value]) => `${field} ${value}`).join(", ")}`,
      onclick: () => apply(changes) }, "Apply") : null);
  };
  fill(place, answer.advice.length ? h("ul", { class: "plain" }, answer.sentences.map(item))
    : h("p", { class: "muted" }, !library.isExact(answer.results.waves)
      ? "No advice: the answer is a range, or not published."
      : range(answer.results.waves) === range(answer.results.max_waves) ? "Every slot is in use."
        : "No change of a single input gives more."),
  compiler ? h("p", { class: "knob" }, "For the compiler: ", h("code", { "data-n": "knob" },
    compiler)) : null);
}
