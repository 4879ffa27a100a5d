// SPDX-License-Identifier: MIT
// The vendors' terms, and how numbers are written and read.
import { UNKNOWN } from "./library.js";

const TERMS = {
  nvidia: { group: "block", groups: "blocks", wave: "warp", waves: "warps", core: "SM" },
  amd: { group: "workgroup", groups: "workgroups", wave: "wave", waves: "waves", core: "CU" },
  intel: { group: "work-group", groups: "work-groups", wave: "hardware thread",
    waves: "hardware threads", core: "Xe core" },
  apple: { group: "threadgroup", groups: "threadgroups", wave: "SIMD-group",
    waves: "SIMD-groups", core: "GPU core" },
  generic: { group: "group", groups: "groups", wave: "wave", waves: "waves", core: "core" },
};

const FIELDS = {
  threads_per_group: { nvidia: "Threads per block", amd: "Threads per workgroup",
    intel: "Work-items per work-group", apple: "Threads per threadgroup",
    generic: "Threads per group" },
  wave_size: { nvidia: "Warp size", amd: "Wavefront size", intel: "SIMD width (sub-group size)",
    apple: "SIMD-group size", generic: "Wave size" },
  registers_per_thread: { amd: "VGPRs per thread", generic: "Registers per thread" },
  shared_bytes: { nvidia: "Static shared memory", amd: "LDS, static", intel: "SLM, static",
    apple: "Threadgroup memory, static", generic: "Shared memory, static" },
  dynamic_shared_bytes: { nvidia: "Dynamic shared memory", amd: "LDS, dynamic",
    intel: "SLM, dynamic", apple: "Threadgroup memory, dynamic",
    generic: "Shared memory, dynamic" },
  barriers_per_group: { nvidia: "Barriers per block", amd: "Barriers per workgroup",
    intel: "Barriers per work-group", generic: "Barriers per group" },
  max_threads_per_group: { nvidia: "__launch_bounds__ threads", amd: "Declared largest workgroup",
    intel: "Declared work-group size", apple: "max_total_threads_per_threadgroup",
    generic: "Declared largest group" },
  shared_limit: { generic: "Shared memory limit" },
  max_dynamic_shared_bytes: { generic: "MaxDynamicSharedMemorySize" },
  carveout_percent: { generic: "Shared memory carve-out" },
  cache_preference: { generic: "Cache preference" },
  global_caching: { generic: "Global caching in L1" },
  virtual_resources: { generic: "Virtual resources (Tensor Memory)" },
  groups_per_cluster: { generic: "Blocks per cluster" },
  accumulators_per_thread: { generic: "AGPRs per thread" },
  scalar_registers_per_wave: { generic: "SGPRs per wave" },
  core_mode: { generic: "Core mode" },
  dynamic_vgpr_block: { generic: "Dynamic VGPR block" },
  trap_registers: { generic: "Trap handler SGPRs" },
  scratch_wave_cap: { generic: "Wave cap with scratch" },
  grf_count: { generic: "GRF registers per thread" },
  half_registers_per_thread: { generic: "16-bit registers per thread" },
  occupancy_target_percent: { generic: "Occupancy target" },
  dynamic_shared_bytes_per_thread: { nvidia: "Dynamic shared memory per thread",
    amd: "LDS per thread", intel: "SLM per work-item", apple: "Threadgroup memory per thread",
    generic: "Shared memory per thread" },
  reported_max_threads: { generic: "maxTotalThreadsPerThreadgroup" },
};

// Shown at once; the others are under "More inputs".
export const MAIN = ["threads_per_group", "registers_per_thread", "accumulators_per_thread",
  "scalar_registers_per_wave", "grf_count", "half_registers_per_thread", "shared_bytes",
  "dynamic_shared_bytes"];
export const ALL = Object.keys(FIELDS);

export function terms(device, answer) {
  const words = { ...(TERMS[device.vendor] ?? TERMS.generic) };
  if (device.vendor === "amd" && device.wgp && answer?.mode !== "cu") words.core = "WGP";
  return words;
}

export const label = (field, vendor) => FIELDS[field][vendor] ?? FIELDS[field].generic;

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
