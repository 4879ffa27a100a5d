// SPDX-License-Identifier: MIT
// libgpuocc as a WebAssembly module: the calls of the library with objects and typed arrays.

const UNKNOWN = 0xffffffff, ZERO = 0xfffffffe, LAST = 0xfffffffc;
const OK = 0, NOT_APPLICABLE = -22, NOT_KNOWN = -23, NOT_POSSIBLE = -24, AMBIGUOUS = -27;
const OCCUPANCY = 0, SCHEDULE = 1, LATENCY = 2; // enum gpuocc_purpose
const LISTS = { fields: 1, deviceFields: 2, results: 3, limits: 4, conventions: 5, notes: 7 };
const SCOPES = { 2: "fields", 3: "deviceFields" };
const TARGETS = ["groups", "waves", "wavesPerPartition"];
const BY_LIMIT = ["limit", "requested", "allocated", "capacity", "unused", "wasted"];
const OCCUPANCY_BYTES = 2048, PLAN_BYTES = 49152, STEP = 256, TEXT_BYTES = 512,
    LIST_BYTES = 48 * 66, // the longest list of candidates
    SEARCH_BYTES = 48, SEARCH_INDEX = 36; // gpuocc_group_search, its index
const SHORT = {
    threads: "threads_per_group", registers: "registers_per_thread", shared: "shared_bytes",
    dynamicShared: "dynamic_shared_bytes", barriers: "barriers_per_group",
    maxThreads: "max_threads_per_group", accumulators: "accumulators_per_thread",
    scalarRegisters: "scalar_registers_per_wave", halfRegisters: "half_registers_per_thread",
};

/** The reason why there is no answer, with the field, its value and the limit. */
export class GpuoccError extends Error {
    constructor(message, status, field, value, limit) {
        super(message);
        this.name = "GpuoccError";
        Object.assign(this, { status, field, value, limit });
    }
}

/* Converts "registersPerThread" to registers_per_thread, and back. */
const snake = (name) => name.replace(/[A-Z]/g, (letter) => "_" + letter.toLowerCase());
const camel = (name) => name.replace(/_[a-z]/g, (pair) => pair[1].toUpperCase());

class Gpuocc {
    constructor(instance) {
        this.raw = instance.exports;
        this._start = this.raw.__heap_base.value + 7 & ~7;
        this._top = this._start;
        for (const [name, list] of Object.entries(LISTS))
            this["_" + name] = Array.from({ length: this.raw.gpuocc_list_count(list) },
                (_, i) => this._text(this.raw.gpuocc_name(list, i)));
        const version = this.raw.gpuocc_version();
        this.version = [version / 1e6, version / 1e3 % 1e3, version % 1e3].map(Math.floor).join(".");
        this.dataVersion = this.raw.gpuocc_data_version();
    }

    /* Allocates memory for one call, after the library's own. */
    _room(bytes) {
        const at = this._top, end = at + (bytes + 7 & ~7), memory = this.raw.memory;
        if (end > memory.buffer.byteLength)
            memory.grow(Math.ceil((end - memory.buffer.byteLength) / 65536));
        this._top = end;
        new Uint8Array(memory.buffer, at, end - at).fill(0);
        return at;
    }

    _call(work) {
        const before = this._top;
        try {
            return work();
        } finally {
            this._top = before;
        }
    }

    _word(at) {
        return new DataView(this.raw.memory.buffer).getUint32(at, true);
    }

    _long(at) {
        const value = new DataView(this.raw.memory.buffer).getBigUint64(at, true);
        return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value)
            : value === 0xffffffffffffffffn ? Infinity : value;
    }

    _put(words) {
        const at = this._room(4 * words.length);
        new Uint32Array(this.raw.memory.buffer, at, words.length).set(words);
        return at;
    }

    _text(at) {
        if (at === 0) return null;
        const bytes = new Uint8Array(this.raw.memory.buffer);
        return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
    }

    _number(list, name) {
        const at = this["_" + list].indexOf(snake(name));
        if (at < 0) throw new GpuoccError(`there is no "${name}" in ${list}`, -13, name);
        return at;
    }

    _field(name) {
        return this._number("fields", SHORT[name] || name);
    }

    _bits(list, set) {
        return this["_" + list].filter((_, i) => set >>> i & 1);
    }

    /* Makes an error struct of the library, with its size. */
    _detail() {
        const at = this._room(88);
        new DataView(this.raw.memory.buffer).setUint32(at, 80, true);
        return at;
    }

    _check(status, detail) {
        if (status === OK) return;
        const at = detail || this._detail(), text = this._room(TEXT_BYTES);
        this.raw.gpuocc_error_text(at, status, text, TEXT_BYTES);
        const known = this._word(at + 12), list = SCOPES[this._word(at + 4)];
        throw new GpuoccError(this._text(text), status,
            list && this["_" + list][this._word(at + 8)] || undefined,
            (known & 5) === 1 ? this._long(at + 16) : undefined,
            known & 2 ? this._long(at + 24) : undefined);
    }

    _bytes(name) {
        const text = new TextEncoder().encode(name), at = this._room(text.length + 1);
        new Uint8Array(this.raw.memory.buffer).set(text, at);
        return [at, text.length];
    }

    /* Finds the device that answers for all devices with a name. */
    _device(name, purpose = OCCUPANCY) {
        const text = this._bytes(name), found = this._room(8), detail = this._detail();
        const status = this.raw.gpuocc_device_for(...text, purpose, found, 0, detail);
        if (status === AMBIGUOUS) {
            const field = this._deviceFields[this._word(detail + 8)];
            throw new GpuoccError(`"${name}" is the name of several devices that differ in ` +
                `${field}: ${this.candidates(name).join(", ")}`, status, field,
                this._long(detail + 16), this._long(detail + 24));
        }
        if (status !== OK) throw new GpuoccError(`there is no device "${name}"`, status);
        return this._word(found);
    }

    /** The names of all devices with a name. */
    candidates(name) {
        return this._call(() => {
            const text = this._bytes(name), found = this._room(LIST_BYTES);
            this.raw.gpuocc_device_candidates(...text, found, LIST_BYTES);
            return this._text(found).split(", ").filter((one) => one !== "");
        });
    }

    _amount(name, value) {
        if (value === "unknown") return UNKNOWN;
        if (!Number.isInteger(value) || value < 0 || value > LAST)
            throw new GpuoccError(`${name} is ${value}, it needs a whole number up to ${LAST} or ` +
                                  `"unknown"`, -18, name, value, LAST);
        return value === 0 ? ZERO : value;
    }

    /* Makes a struct of all fields, without those in `columns`. */
    _kernel(fields, columns = []) {
        const words = new Array(this._fields.length).fill(0);
        words[0] = 4 * words.length;
        for (const [name, value] of Object.entries(fields))
            if (value !== undefined && !columns.includes(name))
                words[this._field(name)] = this._choice(name, value);
        return this._put(words);
    }

    /* Returns a number, or that of the name of a choice ("wgp"). */
    _choice(name, value) {
        const field = this._field(name);
        for (let word = 1; typeof value === "string" && value !== "unknown"; word++) {
            const choice = this._text(this.raw.gpuocc_choice_name(field, word));
            if (choice === value) return word;
            if (choice === null) throw new GpuoccError(`${name} is "${value}", which it cannot be`,
                -19, name, value);
        }
        return this._amount(name, value);
    }

    _place(device, fields, convention, purpose = OCCUPANCY) {
        const occupancy = this._room(OCCUPANCY_BYTES), detail = this._detail();
        this._check(this.raw.gpuocc_occupancy_init(occupancy, this._device(device, purpose),
            this._number("conventions", convention), this._kernel(fields), detail), detail);
        this._check(this.raw.gpuocc_occupancy_expand(occupancy));
        return occupancy;
    }

    /* Returns a result: a number, {low, high} or null. */
    _result(occupancy, number, index = 0) {
        const at = this._room(16);
        const status = this.raw.gpuocc_occupancy_get(occupancy, number, index, at, at + 8);
        if (status === NOT_APPLICABLE || status === NOT_KNOWN) return null;
        this._check(status);
        const [low, high] = [this._long(at), this._long(at + 8)];
        return low === high ? low : { low, high };
    }

    _advice(occupancy) {
        const sentences = [], text = this._room(TEXT_BYTES);
        while (this.raw.gpuocc_occupancy_advice(occupancy, sentences.length, text, TEXT_BYTES,
                                                0) === OK)
            sentences.push(this._text(text));
        return sentences;
    }

    /** A kernel on a device. */
    occupancy(device, fields, { convention = "default" } = {}) {
        return this._call(() => {
            const occupancy = this._place(device, fields, convention), answer = {};
            const high = (value) => value === null ? 0
                : typeof value === "object" ? value.high : value;
            this._results.forEach((name, number) => {
                if (name !== null && !BY_LIMIT.includes(name))
                    answer[camel(name)] = this._result(occupancy, number);
            });
            answer.limiters = this._bits("limits", high(answer.limiters));
            answer.notes = this._bits("notes", high(answer.notes));
            answer.limits = {};
            this._limits.forEach((name, i) => {
                answer.limits[name] =
                    this._result(occupancy, this._results.indexOf("limit"), i);
            });
            answer.advice = this._advice(occupancy);
            return answer;
        });
    }

    /** The largest value of a field with which that many groups, waves or waves of a partition are
     * resident, or null. */
    maximum(device, fields, field, target, { convention = "default" } = {}) {
        return this._call(() => {
            const [name, count] = Object.entries(target)[0] || [], at = this._room(8);
            const detail = this._detail();
            if (TARGETS.indexOf(name) < 0 || Object.keys(target).length !== 1)
                throw new GpuoccError(`maximum needs one of ${TARGETS.join(", ")}`, -14, name);
            const status = this.raw.gpuocc_occupancy_maximum(this._place(device, fields, convention),
                this._field(field), TARGETS.indexOf(name), this._amount(name, count), at,
                detail);
            if (status === NOT_POSSIBLE) return null;
            this._check(status, detail);
            return this._word(at);
        });
    }

    /** The group sizes with the most waves, best first. */
    best(device, fields, { count = 8, convention = "default" } = {}) {
        return this._call(() => {
            const found = [], at = this._room(16), detail = this._detail();
            const [which, kernel] = [this._device(device), this._kernel(fields)];
            const search = this._put([SEARCH_BYTES, 0, 0, 0, 0, 0, 0, 0,
                this._number("conventions", convention), 0, 0, 0]);
            while (found.length < count) {
                new DataView(this.raw.memory.buffer).setUint32(search + SEARCH_INDEX, found.length,
                    true);
                const status = this.raw.gpuocc_best_group(which, kernel, search, at, at + 8,
                    detail);
                if (status === -12 || status === NOT_POSSIBLE) break;
                this._check(status, detail);
                found.push({ threads: this._word(at), groups: this._word(at + 8) });
            }
            return found;
        });
    }

    /** The largest grid of which all groups are certainly resident at once. */
    safeGrid(device, fields, { coreCount = 0, reserve = 0, convention = "default" } = {}) {
        return this._call(() => {
            const at = this._room(8), amount = (name, value) => value && this._amount(name, value);
            const placed = this._place(device, fields, convention,
                coreCount ? OCCUPANCY : SCHEDULE);
            this._check(this.raw.gpuocc_safe_grid(placed, amount("coreCount", coreCount),
                amount("reserve", reserve), at));
            return this._long(at);
        });
    }

    /** Evaluates many kernels: fields that are arrays differ from row to row. Refused rows have
     * 0xffffffff in each result and a status below 0. */
    table(device, fields, { results = ["groups", "waves"], convention = "default" } = {}) {
        return this._call(() => {
            const columns = Object.keys(fields).filter((name) => typeof fields[name] === "object");
            const rows = columns.length ? fields[columns[0]].length : 1;
            const uneven = columns.find((name) => fields[name].length !== rows);
            if (uneven !== undefined)
                throw new GpuoccError(`${uneven} has ${fields[uneven].length} rows, ${columns[0]} ` +
                                      `has ${rows}`, -13, uneven, fields[uneven].length, rows);
            const plan = this._room(PLAN_BYTES), detail = this._detail();
            this._check(this.raw.gpuocc_plan_init(plan, this._device(device),
                this._number("conventions", convention), this._kernel(fields, columns), detail),
            detail);
            const inputs = columns.map((name) =>
                this._put(Array.from(fields[name], (value) => this._amount(name, value))));
            const outputs = results.map(() => this._room(4 * rows)), status = this._room(4 * rows);
            this._check(this.raw.gpuocc_plan_run(plan, rows,
                this._put(columns.map((name) => this._field(name))), this._put(inputs),
                inputs.length, this._put(results.map((name) => this._column(name))),
                this._put(outputs), outputs.length, status));
            const table = {};
            results.forEach((name, i) => {
                table[name] = new Uint32Array(this.raw.memory.buffer.slice(outputs[i],
                    outputs[i] + 4 * rows));
            });
            table.status = new Int32Array(this.raw.memory.buffer.slice(status, status + 4 * rows));
            return table;
        });
    }

    /* Returns the number of a result, also of one limit ("limitRegisters"). */
    _column(name) {
        const plain = this._results.indexOf(snake(name));
        if (plain >= 0) return plain;
        const [result, ...limit] = snake(name).split("_");
        return this._number("results", result) + STEP * this._number("limits", limit.join("_"));
    }

    /** The names in a set of limiters from a column. */
    limitNames(set) {
        return this._bits("limits", set);
    }

    _deviceText(which, device) {
        return this._text(this.raw["gpuocc_device_" + which](device));
    }

    /** The names of a device and every figure. */
    device(name) {
        return this._call(() => {
            const device = this._device(name, LATENCY), at = this._room(8), found = {
                name: this._deviceText("name", device),
                architecture: this._deviceText("architecture", device),
                family: this._deviceText("family", device),
            };
            this._deviceFields.forEach((field, number) => {
                const values = [];
                while (field !== null &&
                       this.raw.gpuocc_device_get(device, number, values.length, at) === OK)
                    values.push(this._long(at));
                if (values.length) found[camel(field)] = values.length > 1 ? values : values[0];
            });
            return found;
        });
    }

    /** The names of all devices. */
    devices() {
        return this._call(() => {
            const at = this._room(8);
            return Array.from({ length: this.raw.gpuocc_device_count() }, (_, i) => {
                this.raw.gpuocc_device_at(i, at);
                return this._deviceText("name", this._word(at));
            });
        });
    }
}

const MODULE = "@WASM@";
const bytes = () => Uint8Array.from(atob(MODULE), (letter) => letter.charCodeAt(0));

/** Loads the library; `source` is another module: bytes, or a response of fetch. */
export async function load(source = bytes()) {
    const given = await source;
    const data = typeof Response === "function" && given instanceof Response
        ? await given.arrayBuffer() : given;
    return new Gpuocc((await WebAssembly.instantiate(data, {})).instance);
}

/** The same synchronously: for Node and workers, which may compile large modules so. */
export function loadSync(source = bytes()) {
    return new Gpuocc(new WebAssembly.Instance(new WebAssembly.Module(source), {}));
}
