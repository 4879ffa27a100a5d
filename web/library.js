// SPDX-License-Identifier: MIT
// What the page asks the library, by the JavaScript binding. One occupancy exists at a time: `ask`
// makes it, and the functions about it read it.
import { Gpuocc, GpuoccError, load as loadBinding } from "../bindings/npm/index.js";
import { decompress } from "./vendor/fzstd.js";
import { lz4, zlib, zstdLength } from "./unpack.js";
import { language } from "./language.js";

const { constants: C } = Gpuocc;
// Values with a special meaning (gpuocc/status.h).
export const UNKNOWN = C.UNKNOWN;
export const ZERO = C.ZERO;
export const CU = C.CORE_MODE_CU;
// Kernel fields that accept only listed values without names, and the values to try.
const CHOICES = { wave_size: [1, 4, 8, 16, 32, 64, 128], dynamic_vgpr_block: [16, 32] };

let gpuocc, raw, occupancy, schedulePlace, latencyPlace, custom, numbers, onKernel, onTrouble;
let zlibRead = 0, languageNumber = 0;

const bytes = (at, length) => new Uint8Array(raw.memory.buffer, at >>> 0, length);
const call = (work) => gpuocc._call(work);

function unpack(format, from, length, to, room) {
  const packed = bytes(from, length), memory = bytes(to, room);
  try {
    if (format === 0) return lz4(packed, memory);
    if (format === 2) {
      const { written, read } = zlib(packed, memory);
      zlibRead = read;
      return written;
    }
    const unpacked = decompress(packed.slice());
    if (unpacked.length > room) return -1;
    memory.set(unpacked);
    return unpacked.length;
  } catch {
    return -1;
  }
}

// Returns the length of the zstd frame that begins here, or of the last unpacked zlib stream.
function packedLength(format, from, length) {
  try {
    return format === 2 ? zlibRead : zstdLength(bytes(from, length));
  } catch {
    return -1;
  }
}

export async function load(module) {
  gpuocc = await loadBinding(module, { env: { unpack, packed_length: packedLength,
    kernel: (...found) => onKernel(...found),
    warning: (offset, sentence) => onTrouble(offset, gpuocc._text(sentence)) } });
  raw = gpuocc.raw;
  languageNumber = gpuocc._call(() => gpuocc._language(language));
  numbers = Object.fromEntries(Object.entries(gpuocc._names).map(([list, names]) =>
    [list, Object.fromEntries(names.map((word, i) => [word, i]).filter(([word]) => word))]));
  [occupancy, schedulePlace, latencyPlace, custom] = [gpuocc._handle("gpuocc_occupancy"),
    gpuocc._handle("gpuocc_schedule"), gpuocc._handle("gpuocc_latency"),
    gpuocc._handle("gpuocc_custom_device")];
}

export const list = (which) => gpuocc._names[which];
export const name = (which, number) => list(which)[number] ?? "";
export const number = (which, word) => numbers[which][word];
const listNumber = (which) => Gpuocc.lists[which];
export const unit = (which, i) => gpuocc._text(raw.gpuocc_unit(listNumber(which), i)) ?? "";
export const about = (which, i) => gpuocc._text(raw.gpuocc_about(listNumber(which), i)) ?? "";
const choiceName = (field, value) =>
  gpuocc._text(raw.gpuocc_choice_name(number("kernelFields", field), value)) ?? "";
export const versions = () => ({ library: gpuocc.version, data: gpuocc.dataVersion });

// ---- devices -------------------------------------------------------------------------------

const described = new Map();

// Returns a device by its address: built-in devices never change.
function describe(address) {
  if (!address) return null;
  let device = described.get(address);
  if (!device) {
    device = { address, ...gpuocc._deviceNames(address) };
    device.vendor = name("vendors", figure(device, "vendor") ?? 0);
    device.wgp = figure(device, "cus_per_wgp") > 0;
    described.set(address, device);
  }
  return device;
}

// Collects the devices that `get` writes for the indices from 0, until it has no further one.
const collect = (get) => call(() => {
  const found = [], at = gpuocc._room(8);
  while (get(found.length, at) === C.OK) found.push(describe(gpuocc._word(at)));
  return found;
});

export const devices = () => collect((i, at) => raw.gpuocc_device_at(i, at));

// Returns the devices with a name and the quality of the match; [] if there is none.
export const find = (text) => call(() => {
  const found = [], named = gpuocc._bytes(text), at = gpuocc._room(16);
  for (let i = 0, status = C.OK; status >= 0 || status === C.ERROR_DEVICE_NO_MODEL; i++) {
    status = raw.gpuocc_device_find(...named, i, at, at + 8, 0);
    if (status >= 0) found.push({ device: describe(gpuocc._word(at)),
      quality: name("qualities", gpuocc._word(at + 8)) });
  }
  return found;
});

// Returns the device that answers for all devices with a name, null if they differ or none has it.
export const deviceFor = (text) => call(() => {
  const at = gpuocc._room(8);
  return raw.gpuocc_device_for(...gpuocc._bytes(text), C.PURPOSE_OCCUPANCY, at, 0, 0) === C.OK
    ? describe(gpuocc._word(at)) : null;
});

export const nearest = (text) => call(() => {
  const name = gpuocc._bytes(text);
  return collect((i, at) => raw.gpuocc_device_nearest(...name, i, at));
});

// Returns a figure of a device: a number, null if it is unknown, undefined if it does not apply.
export const figure = (device, field, index = 0) => call(() => {
  const at = gpuocc._room(8);
  const status = raw.gpuocc_device_get(device.address, number("deviceFields", field), index, at);
  return status === C.OK ? Number(gpuocc._long(at))
    : status === C.NOT_APPLICABLE ? undefined : null;
});

const LIST_FIELDS = ["shared_pool_sizes_kib", "shared_group_sizes_kib", "grf_counts",
  "waves_at_grf_count", "cores_per_gpc"];
export const isList = (field) => LIST_FIELDS.includes(field);

// Returns a figure that may be a list.
export function figures(device, field) {
  const values = [];
  for (let i = 0; i < (isList(field) ? 64 : 1); i++) {
    const value = figure(device, field, i);
    if (value == null) break;
    values.push(value);
  }
  return values;
}

// Returns the source that `get` writes to a struct, null if there is none.
const sourceOf = (get) => call(() => {
  const at = gpuocc._struct("gpuocc_source");
  if (get(at) !== C.OK) return null;
  const { confidence, document, remark } = gpuocc._members("gpuocc_source", at);
  return { confidence: about("confidences", confidence) || name("confidences", confidence),
    level: confidence, document, remark };
});

export const source = (device, field) => sourceOf((at) =>
  raw.gpuocc_device_source(device.address, number("deviceFields", field), at));

export const constants = (device, waveSize) => call(() => {
  const all = [], at = gpuocc._room(32);
  list("constants").forEach((word, i) => {
    if (!word || raw.gpuocc_device_constant(device.address, i, waveSize, at, at + 8, at + 16) !==
        C.OK) return;
    raw.gpuocc_device_constant_basis(device.address, i, waveSize, at + 24);
    all.push({ name: word, unit: unit("constants", i), value: gpuocc._real(at),
      low: gpuocc._real(at + 8), high: gpuocc._real(at + 16),
      basis: name("bases", gpuocc._word(at + 24)), source: sourceOf((place) =>
        raw.gpuocc_device_constant_source(device.address, i, place)) });
  });
  return all;
});

// Makes a custom device, of which there is one at a time. Throws the library's sentence.
export const edit = (base, edits, label) => call(() => {
  const text = gpuocc._bytes(label), detail = gpuocc._struct("gpuocc_error");
  if (base) raw.gpuocc_device_copy(custom, base.address, ...text, 0);
  else raw.gpuocc_device_empty(custom, ...text, 0);
  const pairs = Object.entries(edits).flatMap(([field, values]) =>
    values.map((value) => [number("deviceFields", field), value]));
  const values = gpuocc._put(pairs.flatMap(([, value]) => [value, 0])); // of 64 bits
  gpuocc._check(raw.gpuocc_device_edit(custom, gpuocc._put(pairs.map(([field]) => field)), values,
    pairs.length, detail), detail);
  const address = raw.gpuocc_device_of(custom);
  described.delete(address);
  return describe(address);
});

// ---- occupancy -----------------------------------------------------------------------------

// Makes the struct of a kernel whose fields have the library's names and values.
const kernelAt = (kernel) => gpuocc._struct("gpuocc_kernel", kernel);

// Returns what `work` returns; a refusal as its status, its sentence and the field that it names.
const attempt = (work) => call(() => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof GpuoccError)) throw error;
    const { status, message, field } = error;
    return { status, message, field: number("kernelFields", field) ? field : "" };
  }
});

// Returns the two numbers that `get` writes, null if they are unknown, undefined if they do not
// apply.
const pair = (get, read = "_long") => call(() => {
  const at = gpuocc._room(16), status = get(at, at + 8);
  return status === C.OK ? [at, at + 8].map((place) => Number(gpuocc[read](place)))
    : status === C.NOT_APPLICABLE ? undefined : null;
});

const result = (word, index = 0) => pair((low, high) =>
  raw.gpuocc_occupancy_get(occupancy, number("results", word), index, low, high));

export const isExact = (range) => range != null && range[0] === range[1];
export const limitSet = (bits) => gpuocc._bits("limits", bits);

// Returns a phrase (gpuocc_phrase_text) in the words of a device and the language of the page.
export const word = (device, phrase) => call(() => {
  const wording = gpuocc._struct("gpuocc_wording", { language: languageNumber,
    core: C.WORD_CORE });
  const text = gpuocc._room(128);
  raw.gpuocc_phrase_text(device.address, wording, gpuocc._bytes(`${phrase}\0`)[0], 0, 0, text, 128);
  return gpuocc._text(text);
});

// What a phrase calls each limit in another language than English.
const NOUNS = { waves: "{waves}", groups: "{groups}", registers: "{registers}",
  scalar_registers: "{scalars}", shared: "{shared}", barriers: "{barriers}",
  virtual: "{virtual}" };
export const limitWord = (device, limit) => languageNumber !== 0 && NOUNS[limit]
  ? word(device, NOUNS[limit])
  : gpuocc._text(raw.gpuocc_limit_word(device.address, number("limits", limit)));

// Returns what a note of the last occupancy means.
function noteText(device, i) {
  const wording = gpuocc._struct("gpuocc_wording", { language: languageNumber,
    core: C.WORD_CORE });
  const text = gpuocc._room(512);
  raw.gpuocc_note_text(device.address, wording, i, text, 512);
  return gpuocc._text(text);
}

export const ask = (device, convention, kernel) => attempt(() => {
  gpuocc._evaluate(occupancy, device.address, convention, kernelAt(kernel));
  const answer = { status: C.OK, message: "", results: {}, limits: [] };
  for (const word of list("results"))
    if (word && !Gpuocc.perLimit.includes(word)) answer.results[word] = result(word);
  const [certain, possible] = answer.results.limiters ?? [0, 0];
  answer.limiters = limitSet(possible);
  answer.certain = limitSet(certain);
  answer.notes = gpuocc._bits("notes", answer.results.notes?.[1] ?? 0).map((word) =>
    ({ word, about: noteText(device, number("notes", word)) }));
  list("limits").forEach((name, i) => {
    const groups = result("limit", i);
    if (groups === undefined) return;
    answer.limits.push({ name, word: limitWord(device, name), unit: unit("limits", i), groups,
      requested: result("requested", i), allocated: result("allocated", i),
      capacity: result("capacity", i), unused: result("unused", i) });
  });
  return answer;
});

// Returns what to change in the kernel of the last occupancy: with names of fields, and in the
// words of the vendor.
export const advice = (device) => call(() => ({ advice: gpuocc._advice(occupancy),
  sentences: gpuocc._sentences(occupancy, device.address, languageNumber, false).slice(1) }));

// Returns the rules that a device can be evaluated by.
export const conventions = (device) => call(() => {
  const place = gpuocc._struct("gpuocc_field_info");
  return list("conventions").filter((word, i) => word && raw.gpuocc_kernel_field_info(
    device.address, i, number("kernelFields", "threads_per_group"), place, 0) !==
    C.ERROR_CONVENTION_VENDOR);
});

// Returns { limit } or { choices } of a kernel field, or null if the device does not have it.
export const fieldInfo = (device, convention, field) => call(() => {
  const place = gpuocc._struct("gpuocc_field_info");
  if (raw.gpuocc_kernel_field_info(device.address, convention, number("kernelFields", field), place,
    0) !== C.OK) return null;
  const { use, max } = gpuocc._members("gpuocc_field_info", place);
  if (use === C.FIELD_ABSENT) return null;
  if (use !== C.FIELD_CHOICE && field !== "grf_count")
    return { limit: use === C.FIELD_IGNORED ? null : max };
  const sizes = figure(device, "wave_sizes") ?? 0;
  const tried = field === "grf_count" ? figures(device, "grf_counts")
    : field === "wave_size" ? CHOICES.wave_size.filter((size) => sizes & size)
      : CHOICES[field] ?? [1, 2, 3, 4].filter((value) => choiceName(field, value));
  return { choices: tried.filter((value) => value <= max).map((value) =>
    ({ value, name: choiceName(field, value) || String(value) })) };
});

// Returns the plateaus of groups and waves over a field; [] if it has no curve.
export const curve = (field, first) => call(() => {
  const at = gpuocc._struct("gpuocc_plateau"), plateaus = [], i = number("kernelFields", field);
  for (let value = first; raw.gpuocc_occupancy_plateau(occupancy, i, value, at, 0) === C.OK;
    value = plateaus.at(-1).last + 1) {
    const plateau = gpuocc._members("gpuocc_plateau", at);
    plateaus.push({ ...plateau, limiters: limitSet(plateau.limiters) });
    if (plateau.last >= ZERO) break;
  }
  return plateaus;
});

// Returns what to write for the compiler about the kernel of the last occupancy. `from` is what the
// file says beside the numbers: { spills, set }.
export const settings = (kernel, { spills = 0, set = 0 } = {}) =>
  call(() => gpuocc._settings(occupancy, kernelAt(kernel), set, spills ?? UNKNOWN));

// Returns the steps that lead to a limit of the last occupancy, and the documents.
export const why = (device, kernel) =>
  call(() => gpuocc._why(occupancy, device.address, kernelAt(kernel)));

export const bestGroups = (device, convention, kernel, count) => call(() => {
  try {
    return gpuocc._best(device.address, kernelAt(kernel), convention, count);
  } catch (error) {
    if (!(error instanceof GpuoccError)) throw error;
    return [];
  }
});

// ---- grid and latency, of the last evaluated occupancy --------------------------------------

export const schedule = (groups) => attempt(() => {
  const detail = gpuocc._struct("gpuocc_error");
  gpuocc._check(raw.gpuocc_schedule_init(schedulePlace, occupancy,
    gpuocc._struct("gpuocc_grid", { groups }), detail), detail);
  const results = {};
  const get = (word, index) => pair((numerator, denominator) => raw.gpuocc_schedule_get(
    schedulePlace, number("scheduleResults", word), index, numerator, denominator)) ?? null;
  for (const word of list("scheduleResults")) if (word) results[word] = get(word, 0);
  // The smallest grid with one round more.
  if (results.rounds) results.round_start = get("round_start", results.rounds[0]);
  results.safe_groups = pair((at) => raw.gpuocc_safe_grid(occupancy, 0, 0, at))?.[0] ?? null;
  return { status: C.OK, results };
});

// Returns the classes of instructions of a mix, with its words of `gpuocc latency`.
function classesOf(mix) {
  const classes = [], size = result("wave_size"), waveSize = isExact(size) ? size[0] : 32;
  const add = (count, kind, more) => count > 0 && classes.push({ count, kind, ...more,
    phase: mix.overlap ? 0 : classes.length });
  const memory = { bytes: waveSize * (mix.load_bytes > 0 ? mix.load_bytes : 4),
    chains: mix.in_flight, l1_hit: mix.l1_hit, l2_hit: mix.l2_hit };
  const pipe = (resource) => ({ resource, chains: mix.chains });
  add(mix.loads, C.CLASS_LOAD, memory);
  add(mix.fp32, C.CLASS_PIPE, pipe(C.RESOURCE_FP32));
  add(mix.special, C.CLASS_PIPE, pipe(C.RESOURCE_SPECIAL));
  add(mix.matrix, C.CLASS_PIPE, pipe(C.RESOURCE_MATRIX));
  add(mix.stores, C.CLASS_STORE, memory);
  return classes;
}

export const latency = (mix) => attempt(() => {
  const classes = classesOf(mix), detail = gpuocc._struct("gpuocc_error");
  const workload = gpuocc._struct("gpuocc_workload", { turnaround: C.TURNAROUND_OUTSIDE,
    class_count: classes.length });
  gpuocc._check(raw.gpuocc_latency_init(latencyPlace, 0, occupancy, workload,
    gpuocc._array("gpuocc_instructions", classes), detail), detail);
  return { status: C.OK };
});

// Returns a result as [low, high], or null.
export const latencyResult = (word, index = 0) => pair((low, high) => raw.gpuocc_latency_get(
  latencyPlace, number("latencyResults", word), index, low, high), "_real") ?? null;

export const latencyAt = (waves, word, curveName) => pair((at) => raw.gpuocc_latency_at(
  latencyPlace, waves, number("latencyResults", word), number("curves", curveName), at),
"_real")?.[0] ?? null;

// ---- compiled files --------------------------------------------------------------------------

const KERNEL_TEXTS = { notes: "gpuocc_kernels_note_about",
  assumed: "gpuocc_kernels_assumption_about" };

// Returns a kernel that web/wasm/kernels.c reports, in groups of `threads` (0: unknown) unless the
// file gives their size.
function found(threads, address, name, nameLength, target, targetLength, format, notes, stack,
  spills) {
  const text = (at, length) => new TextDecoder().decode(bytes(at, length).slice());
  const sentences = (set, which) => [...Array(32).keys()].filter((i) => set >> i & 1).map(
    (i) => gpuocc._text(raw[which](i)));
  return call(() => {
    const at = kernelAt({});
    const given = kernelAt({ threads_per_group: threads });
    const assumed = raw.gpuocc_kernels_convert(address, given, at);
    const kernel = Object.entries(gpuocc._members("gpuocc_kernel", at)).filter(
      ([field, value]) => field !== "size" && value !== 0);
    const known = (value) => value >>> 0 === UNKNOWN ? null : value >>> 0;
    return { name: text(name, nameLength), target: text(target, targetLength),
      format: gpuocc._text(format), kernel: Object.fromEntries(kernel),
      notes: sentences(notes, KERNEL_TEXTS.notes),
      assumed: sentences(assumed, KERNEL_TEXTS.assumed), set: notes, stack: known(stack),
      spills: known(spills) };
  });
}

// Reads a compiled file or a log: { kernels, troubles, status }. `threads` is the group size of
// kernels whose file does not give it, 0 for any.
export const read = (file, threads) => call(() => {
  const kernels = [], troubles = [], room = (64 << 20) + 16 * file.length;
  const start = gpuocc._memory(file.length), memory = gpuocc._memory(room);
  bytes(start, file.length).set(file);
  onKernel = (...given) => {
    kernels.push(found(threads, ...given));
    return 0;
  };
  onTrouble = (offset, sentence) => troubles.push(`byte ${offset}: ${sentence}`);
  const status = raw.read_kernels(start, file.length, memory, room);
  return { kernels, troubles, status };
});
