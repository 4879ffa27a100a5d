// SPDX-License-Identifier: MIT
// The vendors' terms, of which the library has all but that of a core, and how numbers are written
// and read.
import { UNKNOWN, limitWord, word } from "./library.js";
import { language, t, tr } from "./language.js";

const CORES = { nvidia: "SM", amd: "CU", intel: "Xe core", apple: "GPU core", adreno: "SP",
  mali: "shader core" };

// Labels of the inputs, with the vendor's words.
const FIELDS = {
  threads_per_group: ({ group }) => t`Threads per ${group}`,
  wave_size: ({ wave }) => t`Threads per ${wave}`,
  registers_per_thread: ({ registers }) => t`${registers} per thread`,
  shared_bytes: ({ shared }) => t`${shared}, static`,
  dynamic_shared_bytes: ({ shared }) => t`${shared}, dynamic`,
  barriers_per_group: ({ group }) => t`Barriers per ${group}`,
  max_threads_per_group: ({ group }) => t`Declared largest ${group}`,
  shared_limit: () => tr("Shared memory limit"),
  max_dynamic_shared_bytes: () => tr("MaxDynamicSharedMemorySize"),
  carveout_percent: () => tr("Shared memory carve-out"),
  cache_preference: () => tr("Cache preference"),
  global_caching: () => tr("Global caching in L1"),
  virtual_resources: () => tr("Virtual resources (Tensor Memory)"),
  groups_per_cluster: ({ groups }) => t`${groups} per cluster`,
  accumulators_per_thread: () => tr("AGPRs per thread"),
  scalar_registers_per_wave: () => tr("SGPRs per wave"),
  core_mode: () => tr("Core mode"),
  dynamic_vgpr_block: () => tr("Dynamic VGPR block"),
  trap_registers: () => tr("Trap handler SGPRs"),
  scratch_wave_cap: () => tr("Wave cap with scratch"),
  grf_count: () => tr("GRF registers per thread"),
  half_registers_per_thread: () => tr("16-bit registers per thread"),
  occupancy_target_percent: () => tr("Occupancy target"),
  dynamic_shared_bytes_per_thread: ({ shared }) => t`${shared} per thread`,
  reported_max_threads: () => tr("maxTotalThreadsPerThreadgroup"),
};

// Shown at once; the others are under "More inputs".
export const MAIN = ["threads_per_group", "registers_per_thread", "accumulators_per_thread",
  "scalar_registers_per_wave", "grf_count", "half_registers_per_thread", "shared_bytes",
  "dynamic_shared_bytes"];
export const ALL = Object.keys(FIELDS);

export function terms(device, answer) {
  // "wave slots" are those of waves.
  const many = (limit) => limitWord(device, limit).replace(/ slots$/, "s");
  const wgp = device.vendor === "amd" && device.wgp && answer?.mode !== "cu";
  if (language !== "en") {
    const [group, wave, registers, shared] = ["group", "wave", "register", "shared"].map((noun) =>
      word(device, `{${noun}}`));
    const core = wgp ? "WGP" : word(device, "{core}");
    return { group, groups: group, wave, waves: wave, core, cores: core, registers, shared };
  }
  const [groups, waves] = [many("groups"), many("waves")];
  const core = wgp ? "WGP" : CORES[device.vendor] ?? "core";
  return { group: groups.slice(0, -1), groups, wave: waves.slice(0, -1), waves,
    core, cores: `${core}s`, registers: many("registers"),
    shared: many("shared") };
}

export function label(field, device) {
  const text = FIELDS[field](terms(device));
  return text[0].toUpperCase() + text.slice(1);
}

// Formats 65536 as "65 536": the blank is narrow and does not break.
export function count(number) {
  if (number === Infinity) return tr("no limit");
  const text = String(number);
  return text.length < 5 ? text : text.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

// Formats a range as the library returns it.
export function range(value) {
  if (value === undefined) return "–";
  if (value === null) return tr("unknown");
  if (value[0] === value[1]) return count(value[0]);
  return value[1] === Infinity ? t`${count(value[0])} or more`
    : t`${count(value[0])} to ${count(value[1])}`;
}

// Formats 29.166 as "29.17 %", 87.50 as "87.5 %".
export const percent = (share) => `${Math.round(share * 10000) / 100}\u00a0%`;

export function percentRange(waves, slots) {
  if (!waves || !slots || !slots[0] || slots[1] === Infinity || waves[1] === Infinity)
    return tr("unknown");
  const low = percent(waves[0] / slots[1]), high = percent(waves[1] / slots[0]);
  return low === high ? low : t`${low} to ${high}`;
}

// Formats a real number with four significant digits.
export function real(number) {
  if (!Number.isFinite(number)) return tr("unlimited");
  return Math.abs(number) >= 10000 ? count(Math.round(number)) : String(+number.toPrecision(4));
}

const UNITS = { "": 1, k: 1024, kb: 1024, kib: 1024, m: 1 << 20, mb: 1 << 20, mib: 1 << 20 };

// Parses a person's input: a number, UNKNOWN, or undefined if it is empty. Throws a sentence.
export function parse(text, field) {
  const word = text.trim().toLowerCase();
  if (word === "") return undefined;
  if (word === "unknown" || word === "?" || word === tr("unknown")) return UNKNOWN;
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
    throw new RangeError(t`${text.trim()} is not a whole number or "unknown"`);
  return value;
}
