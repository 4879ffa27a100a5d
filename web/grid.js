// SPDX-License-Identifier: MIT
// A grid on the whole device: rounds, tail, and the groups that may wait for each other.
import { $, h, n, s, fill, widthOf } from "./dom.js";
import * as library from "./library.js";
import { count, percent } from "./words.js";
import { t, tr } from "./language.js";

const MOST_ROUNDS = 40, HEIGHT = 84, TOP = 6, BOTTOM = 20;

// A bar for each round, as high as the share of the device that it fills.
function picture(results, words, width) {
  const [rounds] = results.rounds, [resident] = results.groups_per_device;
  const [tail] = results.tail_groups, few = rounds <= MOST_ROUNDS;
  const bars = few ? rounds : 4, step = width / bars;
  const high = HEIGHT - TOP - BOTTOM;
  const full = few ? null : count(rounds - 1);
  return s("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, height: HEIGHT, class: "chart still",
    role: "img", "aria-label": t`${count(rounds)} rounds of ${count(resident)} ${
      words.groups}, the last with ${count(tail)}` },
  Array.from({ length: bars }, (_, i) => {
    const share = i === bars - 1 ? tail / resident : 1;
    const wide = !few && i === 0 ? step * 3 : step, at = few ? i * step : i === 0 ? 0 : step * i;
    if (!few && (i === 1 || i === 2)) return null;
    return [s("rect", { class: "empty", x: at, y: TOP, width: Math.max(1, wide - 2), height: high,
      rx: 2 }), s("rect", { class: "round", x: at, y: TOP + high * (1 - share), rx: 2,
      width: Math.max(1, wide - 2), height: high * share })];
  }),
  few ? [s("text", { x: 0, y: HEIGHT - 5 }, rounds === 1 ? "one round" : "first round"),
    rounds > 1 ? s("text", { x: width - 2, y: HEIGHT - 5, "text-anchor": "end" }, "last") : null]
    : [s("text", { x: 0, y: HEIGHT - 5 }, t`${full} full rounds`), s("text", { x: step * 3,
      y: HEIGHT - 5 }, "last round")]);
}

function facts(results, words) {
  const fact = (key, term, text) => text === null ? null
    : h("div", null, h("dt", null, term), n(`grid.${key}`, text, "dd"));
  const whole = (key) => results[key] ? count(results[key][0]) : null;
  const share = (key) => results[key] ? percent(results[key][0] / results[key][1]) : null;
  const some = results.plateau_first && (results.plateau_last
    ? t`${whole("plateau_first")} to ${whole("plateau_last")}`
    : t`${whole("plateau_first")} or more`);
  return h("dl", { class: "facts" },
    fact("rounds", "rounds", whole("rounds")),
    fact("tail_groups", t`${words.groups} in the last round`, whole("tail_groups")),
    fact("efficiency", "efficiency of the rounds", share("efficiency")),
    fact("average_occupancy", "occupancy, mean over the rounds", share("average_occupancy")),
    fact("peak_occupancy", "occupancy, fullest round", share("peak_occupancy")),
    fact("busy_cores", t`${words.cores} that get a ${words.group}`, whole("busy_cores")),
    fact("tail_groups_per_core", t`${words.groups} per ${words.core} in the last round`,
      whole("tail_groups_per_core")),
    fact("round_start", t`${words.groups} that take one round more`, whole("round_start")),
    fact("plateau", t`${words.cores} with as many rounds`, some || null),
    fact("safe_groups", t`${words.groups} that may wait for each other`,
      results.safe_groups === null ? null : count(results.safe_groups)));
}

export function showGrid({ state, answer, words }, set) {
  const input = $("grid-groups");
  if (document.activeElement !== input) input.value = state.grid ?? "";
  $("grid-label").textContent = t`${words.groups[0].toUpperCase() +
    words.groups.slice(1)} in the grid`;
  input.oninput = () => {
    const value = input.value.trim().replace(/\s/g, "");
    const grid = /^[1-9]\d{0,12}$/.test(value) ? Number(value) : null;
    input.setAttribute("aria-invalid", String(value !== "" && grid === null));
    set(grid);
  };
  const place = $("grid-answer");
  if (answer.status < 0 || !state.grid) {
    fill(place, h("p", { class: "muted" }, answer.status < 0 ? "No answer."
      : t`Enter the ${words.groups} of a launch.`));
    return;
  }
  const schedule = library.schedule(state.grid);
  if (schedule.status < 0) {
    fill(place, h("p", { class: "muted", "data-n": "grid.message" }, schedule.message));
    return;
  }
  const { results } = schedule;
  if (!results.rounds || !results.groups_per_device?.[0]) {
    fill(place, h("p", { class: "muted" }, t`No ${words.group} fits.`));
    return;
  }
  fill(place, picture(results, words, Math.max(240, widthOf(place, 600))),
    facts(results, words));
}
