// SPDX-License-Identifier: MIT
// libgpuocc as a WebAssembly module: the calls of the library with objects and typed arrays.

// What make.py takes from the headers: the constants that are used here, structs as
// [bytes, { member: [offset, type, count] }], sizes of handles, and lists of names.
const { constants: C, structs: STRUCTS, handles: HANDLES, lists: LISTS, perLimit: PER_LIMIT,
    short: SHORT } = "@HEADERS@";
const SCOPES = { [C.SCOPE_KERNEL]: "kernelFields", [C.SCOPE_DEVICE]: "deviceFields" };
const TARGETS = { groups: C.TARGET_GROUPS, waves: C.TARGET_WAVES,
    wavesPerPartition: C.TARGET_WAVES_PER_PARTITION };
const LARGEST = 0xfffffffc; // above are numbers with a special meaning
const TEXT_BYTES = 512, SENTENCE_BYTES = 1024, LIST_BYTES = 48 * 66; // a sentence, the longest list of candidates
const WHY_BYTES = 4096; // the steps of a limit and up to four documents

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

/** The library. What begins with "_" is for this package and for the calculator page. */
export class Gpuocc {
    static constants = C;
    static lists = LISTS;
    static perLimit = PER_LIMIT;

    constructor(instance) {
        this.raw = instance.exports;
        this._top = this.raw.__heap_base.value + 15 & ~15;
        this._names = {};
        for (const [name, list] of Object.entries(LISTS))
            this._names[name] = Array.from({ length: this.raw.gpuocc_list_count(list) },
                (_, i) => this._text(this.raw.gpuocc_name(list, i)));
        const version = this.raw.gpuocc_version();
        this.version = [version / 1e6, version / 1e3 % 1e3, version % 1e3]
            .map(Math.floor).join(".");
        this.dataVersion = this.raw.gpuocc_data_version();
    }

    /* Returns memory after the library's own, until the _call() that it is in ends. */
    _memory(bytes) {
        const at = this._top, end = at + Math.ceil(bytes / 8) * 8, memory = this.raw.memory;
        if (end > memory.buffer.byteLength)
            memory.grow(Math.ceil((end - memory.buffer.byteLength) / 65536));
        this._top = end;
        return at;
    }

    /* The same, filled with zeros. */
    _room(bytes) {
        const at = this._memory(bytes);
        new Uint8Array(this.raw.memory.buffer, at, this._top - at).fill(0);
        return at;
    }

    _handle(name) {
        return this._room(HANDLES[name]);
    }

    _call(work) {
        const before = this._top;
        try {
            return work();
        } finally {
            this._top = before;
        }
    }

    _view() {
        return new DataView(this.raw.memory.buffer);
    }

    _word(at) {
        return this._view().getUint32(at, true);
    }

    _real(at) {
        return this._view().getFloat64(at, true);
    }

    _long(at) {
        const value = this._view().getBigUint64(at, true);
        return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value)
            : value === 0xffffffffffffffffn ? Infinity : value;
    }

    /* Makes an array of structs with their sizes and some of their members. */
    _array(name, elements) {
        const [bytes, members] = STRUCTS[name], start = this._room(bytes * elements.length);
        const size = members.size ? { size: bytes } : {};
        elements.forEach((element, i) => {
            for (const [member, value] of Object.entries({ ...size, ...element })) {
                const [offset, type] = members[member], at = start + i * bytes + offset;
                if (type === "double") this._view().setFloat64(at, value, true);
                else if (type === "uint64_t") this._view().setBigUint64(at, BigInt(value), true);
                else this._view().setUint32(at, value, true);
            }
        });
        return start;
    }

    _struct(name, members = {}) {
        return this._array(name, [members]);
    }

    /* Returns the members of a struct except arrays of numbers. */
    _members(name, at) {
        const read = { "char": "_text", "double": "_real", "uint64_t": "_long" }, found = {};
        for (const [member, [offset, type, count]] of Object.entries(STRUCTS[name][1]))
            if (!count || type === "char")
                found[member] = this[read[type] ?? "_word"](at + offset);
        return found;
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
        const at = this._names[list].indexOf(snake(name));
        if (at < 0) {
            const words = snake(list).replace("_", " ");
            throw new GpuoccError(`there is no "${name}" in ${words}`, C.ERROR_FIELD, name);
        }
        return at;
    }

    _field(name) {
        return this._number("kernelFields", SHORT[name] || name);
    }

    _bits(list, set) {
        return this._names[list].filter((_, i) => set >>> i & 1);
    }

    /* Throws the error of a status, with the sentence and the numbers of `detail`. */
    _check(status, detail = this._struct("gpuocc_error")) {
        if (status === C.OK) return;
        const text = this._room(TEXT_BYTES);
        this.raw.gpuocc_error_text(detail, status, text, TEXT_BYTES);
        const { scope, field, known, value, limit } = this._members("gpuocc_error", detail);
        throw new GpuoccError(this._text(text), status,
            SCOPES[scope] && this._names[SCOPES[scope]][field] || undefined,
            (known & 5) === 1 ? value : undefined, known & 2 ? limit : undefined);
    }

    _bytes(name) {
        const text = new TextEncoder().encode(name), at = this._room(text.length + 1);
        new Uint8Array(this.raw.memory.buffer).set(text, at);
        return [at, text.length];
    }

    /* Finds the device that answers for all devices with a name. */
    _device(name, purpose = C.PURPOSE_OCCUPANCY) {
        const text = this._bytes(name), found = this._room(8);
        const detail = this._struct("gpuocc_error");
        const status = this.raw.gpuocc_device_for(...text, purpose, found, 0, detail);
        if (status === C.ERROR_DEVICE_AMBIGUOUS) {
            const { field: number, value, limit } = this._members("gpuocc_error", detail);
            const field = this._names.deviceFields[number];
            throw new GpuoccError(`"${name}" is the name of several devices that differ in ` +
                `${field}: ${this.candidates(name).join(", ")}`, status, field,
                value, limit);
        }
        if (status !== C.OK) throw new GpuoccError(`there is no device "${name}"`, status);
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
        if (value === "unknown") return C.UNKNOWN;
        if (!Number.isInteger(value) || value < 0 || value > LARGEST)
            throw new GpuoccError(`${name} is ${value}, it needs a whole number up to ${LARGEST} ` +
                                  `or "unknown"`, C.ERROR_TOO_LARGE, name, value, LARGEST);
        return value === 0 ? C.ZERO : value;
    }

    /* Makes a struct of all fields, without those in `columns`. */
    _kernel(fields, columns = []) {
        const words = new Array(this._names.kernelFields.length).fill(0);
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
                C.ERROR_NOT_A_CHOICE, name, value);
        }
        return this._amount(name, value);
    }

    _place(device, fields, convention, purpose = C.PURPOSE_OCCUPANCY) {
        const occupancy = this._handle("gpuocc_occupancy");
        this._evaluate(occupancy, this._device(device, purpose),
            this._number("conventions", convention), this._kernel(fields));
        return occupancy;
    }

    _evaluate(occupancy, device, convention, kernel) {
        const detail = this._struct("gpuocc_error");
        this._check(this.raw.gpuocc_occupancy_init(occupancy, device, convention, kernel, detail),
            detail);
        this._check(this.raw.gpuocc_occupancy_expand(occupancy));
    }

    /* Returns a result: a number, {low, high} or null. */
    _result(occupancy, number, index = 0) {
        const at = this._room(16);
        const status = this.raw.gpuocc_occupancy_get(occupancy, number, index, at, at + 8);
        if (status === C.NOT_APPLICABLE || status === C.NOT_KNOWN) return null;
        this._check(status);
        const [low, high] = [this._long(at), this._long(at + 8)];
        return low === high ? low : { low, high };
    }

    _advice(occupancy) {
        const sentences = [], text = this._room(TEXT_BYTES);
        while (this.raw.gpuocc_occupancy_advice(occupancy, sentences.length, text, TEXT_BYTES,
                                                0) === C.OK)
            sentences.push(this._text(text));
        return sentences;
    }

    /** The answer, then the advice, in sentences with the words of the GPU's vendor: blocks and
     * warps, or work-groups and waves. `language` is "en" or "zh"; `neutral`: group, wave and core
     * instead of the vendor's words. */
    sentences(device, fields, { language = "en", neutral = false, convention = "default" } = {}) {
        return this._call(() => this._sentences(this._place(device, fields, convention),
            this._device(device, C.PURPOSE_OCCUPANCY), this._language(language), neutral));
    }

    /* Returns the number of a language. */
    _language(name) {
        const names = Array.from({ length: C.LANGUAGE_COUNT }, (_, i) =>
            this._text(this.raw.gpuocc_language_name(i)));
        if (!names.includes(name))
            throw new GpuoccError(`language is "${name}", valid values are ${names.join(", ")}`,
                C.ERROR_NOT_A_CHOICE, "language", name);
        return names.indexOf(name);
    }

    _sentences(occupancy, device, language, neutral) {
        const wording = this._struct("gpuocc_wording"), text = this._room(SENTENCE_BYTES);
        const values = this._array("gpuocc_sentence_value",
            new Array(C.SENTENCE_VALUES).fill({})), sentences = [];
        this._check(this.raw.gpuocc_wording_init(wording, occupancy, language, neutral ? 1 : 0));
        this._check(this.raw.gpuocc_sentence_read(occupancy, C.SENTENCE_ANSWER, values));
        this.raw.gpuocc_sentence_text(device, wording, C.SENTENCE_ANSWER, values, text,
            SENTENCE_BYTES);
        do
            sentences.push(this._text(text));
        while (this.raw.gpuocc_advice_text(occupancy, wording, sentences.length - 1, text,
                                           SENTENCE_BYTES) !== 0);
        return sentences;
    }

    /** A kernel on a device. */
    occupancy(device, fields, { convention = "default" } = {}) {
        return this._call(() => {
            const occupancy = this._place(device, fields, convention), answer = {};
            const high = (value) => value === null ? 0
                : typeof value === "object" ? value.high : value;
            this._names.results.forEach((name, number) => {
                if (name !== null && !PER_LIMIT.includes(name))
                    answer[camel(name)] = this._result(occupancy, number);
            });
            answer.limiters = this._bits("limits", high(answer.limiters));
            answer.notes = this._bits("notes", high(answer.notes));
            answer.limits = {};
            this._names.limits.forEach((name, i) => {
                answer.limits[name] =
                    this._result(occupancy, this._names.results.indexOf("limit"), i);
            });
            answer.advice = this._advice(occupancy);
            return answer;
        });
    }

    /** What to write for the vendor's compiler so that more waves are resident: options, attributes
     * or launch bounds, or "". `spillBytes` of the compiled kernel, and whether it requires its
     * group size, change the answer. One whose warp groups share their registers with `setmaxnreg`
     * must keep those of the launch, which is "" where they limit. */
    settings(device, fields, { spillBytes = 0, requiresGroup = false, setmaxnreg = false,
        convention = "default" } = {}) {
        return this._call(() => {
            const spills = spillBytes === 0 ? 0 : this._amount("spillBytes", spillBytes);
            const notes = Number(Boolean(requiresGroup)) << C.SETTING_NOTE_REQUIRED_GROUP |
                Number(Boolean(setmaxnreg)) << C.SETTING_NOTE_SETMAXNREG;
            return this._settings(this._place(device, fields, convention), this._kernel(fields),
                notes, spills);
        });
    }

    _settings(occupancy, kernel, notes, spills) {
        const settings = this._array("gpuocc_setting", new Array(C.SETTINGS).fill({}));
        const text = this._room(TEXT_BYTES);
        const count = this.raw.gpuocc_settings_find(occupancy, kernel, notes, spills,
            settings);
        this.raw.gpuocc_settings_text(settings, Math.max(count, 0), text, TEXT_BYTES);
        return this._text(text);
    }

    /** Why each limit allows as many groups as it does: the steps of its derivation, with the
     * figures and their sources, by the limit's name. */
    why(device, fields, { convention = "default" } = {}) {
        return this._call(() => this._why(this._place(device, fields, convention),
            this._device(device, C.PURPOSE_OCCUPANCY), this._kernel(fields)));
    }

    _why(occupancy, device, kernel) {
        const text = this._room(WHY_BYTES), steps = {};
        this._names.limits.forEach((name, i) => {
            if (this.raw.gpuocc_why_text(occupancy, device, kernel, i, text, WHY_BYTES) === 0)
                return;
            const lines = this._text(text).split("\n").filter(Boolean), head = "Source: ";
            steps[name] = { steps: lines.filter((line) => !line.startsWith(head)),
                sources: lines.filter((line) => line.startsWith(head)).map((line) =>
                    line.slice(head.length)) };
        });
        return steps;
    }

    /** The largest value of a field with which that many groups, waves or waves of a partition are
     * resident, or null. */
    maximum(device, fields, field, target, { convention = "default" } = {}) {
        return this._call(() => {
            const [name, count] = Object.entries(target)[0] || [], at = this._room(8);
            const detail = this._struct("gpuocc_error");
            if (!(name in TARGETS) || Object.keys(target).length !== 1)
                throw new GpuoccError(`maximum needs one of ${Object.keys(TARGETS).join(", ")}`,
                    C.ERROR_REQUIRED, name);
            const occupancy = this._place(device, fields, convention);
            const status = this.raw.gpuocc_occupancy_maximum(occupancy, this._field(field),
                TARGETS[name], this._amount(name, count), at, detail);
            if (status === C.NOT_POSSIBLE) return null;
            this._check(status, detail);
            return this._word(at);
        });
    }

    /** The group sizes with the most waves, best first. */
    best(device, fields, { count = 8, convention = "default" } = {}) {
        return this._call(() => {
            return this._best(this._device(device), this._kernel(fields),
                this._number("conventions", convention), count);
        });
    }

    _best(device, kernel, convention, count) {
        const found = [], at = this._room(16), detail = this._struct("gpuocc_error");
        for (let index = 0; index < count; index++) {
            const search = this._struct("gpuocc_group_search", { convention, index });
            const status = this.raw.gpuocc_best_group(device, kernel, search, at, at + 8, detail);
            if (status === C.ERROR_INDEX || status === C.NOT_POSSIBLE) break;
            this._check(status, detail);
            found.push({ threads: this._word(at), groups: this._word(at + 8) });
        }
        return found;
    }

    /** The largest grid of which all groups are certainly resident at once. */
    safeGrid(device, fields, { coreCount = 0, reserve = 0, convention = "default" } = {}) {
        return this._call(() => {
            const at = this._room(8), amount = (name, value) => value && this._amount(name, value);
            const placed = this._place(device, fields, convention,
                coreCount ? C.PURPOSE_OCCUPANCY : C.PURPOSE_SCHEDULE);
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
                throw new GpuoccError(`${uneven} has ${fields[uneven].length} rows, ` +
                    `${columns[0]} has ${rows}`, C.ERROR_FIELD, uneven, fields[uneven].length,
                rows);
            const plan = this._handle("gpuocc_plan"), detail = this._struct("gpuocc_error");
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
        const plain = this._names.results.indexOf(snake(name));
        if (plain >= 0) return plain;
        const [result, ...limit] = snake(name).split("_");
        return this._number("results", result) +
            C.RESULT_INDEX_STEP * this._number("limits", limit.join("_"));
    }

    /** The names in a set of limiters from a column. */
    limitNames(set) {
        return this._bits("limits", set);
    }

    _deviceNames(device) {
        return { name: this._text(this.raw.gpuocc_device_name(device)),
            architecture: this._text(this.raw.gpuocc_device_architecture(device)),
            family: this._text(this.raw.gpuocc_device_family(device)) };
    }

    /** The names of a device and every figure. */
    device(name) {
        return this._call(() => {
            const device = this._device(name, C.PURPOSE_LATENCY), at = this._room(8);
            const found = this._deviceNames(device);
            this._names.deviceFields.forEach((field, number) => {
                const values = [];
                while (field !== null &&
                       this.raw.gpuocc_device_get(device, number, values.length, at) === C.OK)
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
                return this._text(this.raw.gpuocc_device_name(this._word(at)));
            });
        });
    }
}

const MODULE = "@WASM@";
const bytes = () => Uint8Array.from(atob(MODULE), (letter) => letter.charCodeAt(0));

/** Loads the library; `source` is another module: bytes, or a response of fetch. `imports` is for a
 * module that has any. */
export async function load(source = bytes(), imports = {}) {
    const given = await source;
    const data = typeof Response === "function" && given instanceof Response
        ? await given.arrayBuffer() : given;
    return new Gpuocc((await WebAssembly.instantiate(data, imports)).instance);
}

/** The same synchronously: for Node and workers, which may compile large modules so. */
export function loadSync(source = bytes()) {
    return new Gpuocc(new WebAssembly.Instance(new WebAssembly.Module(source), {}));
}
