// SPDX-License-Identifier: MIT
// The vendors' terms, of which the library has all but that of a core, and how numbers are written
// and read.
import { UNKNOWN, limitWord } from "./library.js";

const CORES = { nvidia: "SM", amd: "CU", intel: "Xe core", apple: "GPU core", adreno: "SP",
  mali: "shader core" };

// Labels of the inputs, with the vendor's words.
const FIELDS = {
  threads_per_group: ({ group }) => `Threads per ${group}`,
  wave_size: ({ wave }) => `Threads per ${wave}`,
  registers_per_thread: ({ registers }) => `${registers} per thread`,
  shared_bytes: ({ shared }) => `${shared}, static`,
  dynamic_shared_bytes: ({ shared }) => `${shared}, dynamic`,
  barriers_per_group: ({ group }) => `Barriers per ${group}`,
  max_threads_per_group: ({ group }) => `Declared largest ${group}`,
  shared_limit: () => "Shared memory limit",
  max_dynamic_shared_bytes: () => "MaxDynamicSharedMemorySize",
  carveout_percent: () => "Shared memory carve-out",
  cache_preference: () => "Cache preference",
  global_caching: () => "Global caching in L1",
  virtual_resources: () => "Virtual resources (Tensor Memory)",
  groups_per_cluster: ({ groups }) => `${groups} per cluster`,
  accumulators_per_thread: () => "AGPRs per thread",
  scalar_registers_per_wave: () => "SGPRs per wave",
  core_mode: () => "Core mode",
  dynamic_vgpr_block: () => "Dynamic VGPR block",
  trap_registers: () => "Trap handler SGPRs",
  scratch_wave_cap: () => "Wave cap with scratch",
  grf_count: () => "GRF registers per thread",
  half_registers_per_thread: () => "16-bit registers per thread",
  occupancy_target_percent: () => "Occupancy target",
  dynamic_shared_bytes_per_thread: ({ shared }) => `${shared} per thread`,
  reported_max_threads: () => "maxTotalThreadsPerThreadgroup",
};

// Shown at once; the others are under "More inputs".
export const MAIN = ["threads_per_group", "registers_per_thread", "accumulators_per_thread",
  "scalar_registers_per_wave", "grf_count", "half_registers_per_thread", "shared_bytes",
  "dynamic_shared_bytes"];
export const ALL = Object.keys(FIELDS);

export function terms(device, answer) {
  // "wave slots" are those of waves.
  const many = (limit) => limitWord(device, limit).replace(/ slots$/, "s");
  const [groups, waves] = [many("groups"), many("waves")];
  const wgp = device.vendor === "amd" && device.wgp && answer?.mode !== "cu";
  return { group: groups.slice(0, -1), groups, wave: waves.slice(0, -1), waves,
    core: wgp ? "WGP" : CORES[device.vendor] ?? "core", registers: many("registers"),
    shared: many("shared") };
}

export function label(field, device) {
  const text = FIELDS[field](terms(device));
  return text[0].toUpperCase() + text.slice(1);
}

// Formats 65536 as "65 536": the blank is narrow and does not break.
export function count(number) {
  if (number === Infinity) return "no limit";
  const text = String(number);
  return text.length < 5 ? text : text.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

// Formats a range as the library returns it.
export function range(value) {
  if (value === undefined) return "–";
  if (value === null) return "unknown";
  if (value[0] === value[1]) return count(value[0]);
  return value[1] === Infinity ? `${count(value[0])} or more`
    : `${count(value[0])} to ${count(value[1])}`;
}

// Formats 29.166 as "29.17 %", 87.50 as "87.5 %".
export const percent = (share) => `${Math.round(share * 10000) / 100}\u00a0%`;

export function percentRange(waves, slots) {
  if (!waves || !slots || !slots[0] || slots[1] === Infinity || waves[1] === Infinity)
    return "unknown";
  const low = percent(waves[0] / slots[1]), high = percent(waves[1] / slots[0]);
  return low === high ? low : `${low} to ${high}`;
}

// Formats a real number with four significant digits.
export function real(number) {
  if (!Number.isFinite(number)) return "unlimited";
  return Math.abs(number) >= 10000 ? count(Math.round(number)) : String(+number.toPrecision(4));
}

const UNITS = { "": 1, k: 1024, kb: 1024, kib: 1024, m: 1 << 20, mb: 1 << 20, mib: 1 << 20 };

// Parses a person's input: a number, UNKNOWN, or undefined if it is empty. Throws a sentence.
export function parse(text, field) {
  const word = text.trim().toLowerCase();
  if (word === "") return undefined;
  if (word === "unknown" || word === "?") return UNKNOWN;
  let value = NaN;
  if (/^0x[0-9a-f]+$/.test(word)) value = parseInt(word, 16);
  else if (/^\d+([x,*]\d+){1,2}$/.test(word) && /threads/.test(field))
    value = word.split(/[x,*]/).reduce((product, part) => product * part, 1);
  else if (/^\d+$/.test(word.replace(/[\s\u202f_]/g, ""))) value = +word.replace(/\D/g, "");
  else {
    const [, digits, unit] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/.exec(word) ?? [];
    if (digits && /bytes/.test(field) && UNITS[unit]) value = digits * UNITS[unit];
  }
  if (!Number.isInteger(value) || value > 0xfffffff0)
    throw new RangeError(`${text.trim()} is not a whole number or "unknown"`);
  return value;
}
