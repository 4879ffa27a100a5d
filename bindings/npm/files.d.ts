// SPDX-License-Identifier: MIT
import { FieldName, Fields, Limit } from "./index.js";
export { GpuoccError } from "./index.js";

/** What the functions here return is the JSON of the command gpuocc, with its names. */
export interface Told {
    schema: number;
    version: string;
    data_version: number;
    command: string;
}

/** A path (in Node), the bytes, or what can be read: a File, a Response or a stream. */
export type Source = string | URL | BufferSource | Blob | Response
    | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
/** The same with a name for messages. */
export type File = Source | { name?: string; content: Source };

/** Fields of a kernel that a file does not have; values of the file stay. */
export interface FileOptions extends Fields {
    /** The GPU instead of the one that the file says; a product, architecture or PCI id. */
    device?: string;
    convention?: string;
    gridGroups?: number;
}
export interface KernelsOptions extends Omit<FileOptions, "device"> {
    /** Several: a row for each. */
    device?: string | string[];
    /** Only kernels with this in their name. */
    part?: string;
}
/** Iterations of the loops that the code does not have: of all, or by address. */
export type Trips = number | { [address: string]: number };
export interface ExplainOptions extends FileOptions {
    part?: string;
    trips?: Trips;
    /** Shares of the loads that hit in L1, and of the others in L2: 0 to 1. */
    l1Hit?: number;
    l2Hit?: number;
    /** Passes of an access to shared memory over those without bank conflicts. */
    conflicts?: number;
    /** Bytes asked for / bytes moved, up to 1. */
    efficiency?: number;
    /** Each instruction of the loops with what it waits for. */
    annotate?: true;
}
export interface RankOptions extends Omit<ExplainOptions, "part" | "annotate"> {
    /** Per cent of the builds with a time to return. */
    top?: number;
}
export interface Build extends Fields {
    content: Source;
    name?: string;
    /** The kernel's name in the build, or a part of it. */
    kernel?: string;
    trips?: Trips;
    conflicts?: number;
    threadsX?: number;
    threadsY?: number;
    gridGroups?: number;
    device?: string;
}
export interface ProfileOptions extends FileOptions {
    /** Compiled kernels, joined by name for what a profile lacks. */
    kernels?: File | File[];
    /** Only shapes with at least this percentage of the time. */
    minShare?: number;
}

/** One number, the bounds of a range (`high` is null if there is none above), or null if it is
 * unknown or does not apply. */
export type Value = number | { low: number; high: number | null } | null;
export interface DeviceOfAnswer {
    name: string;
    architecture: string;
    family: string;
    vendor: string;
    fingerprint: string;
    counted: string | null;
    remark: string;
    match: string;
    nearest: string | null;
}
/** The kernel that was asked about: fields by their names in C. */
export type AskedKernel = { [field: string]: Value | string };
export type NameSet = string[] | { low: string[]; high: string[] } | null;
export interface LimitOfAnswer {
    name: Limit;
    /** In the words of the vendor. */
    word: string;
    unit: string;
    requested: Value;
    allocated: Value;
    capacity: Value;
    groups: Value;
}
/** The occupancy of a kernel. */
export interface Answer {
    convention: string;
    kernel: AskedKernel;
    grid_groups: number | null;
    /** 0, or below 0 if there is no answer; `message` then says why. */
    status: number;
    message: string;
    device: DeviceOfAnswer | null;
    groups: Value;
    waves: Value;
    max_waves: Value;
    max_waves_any_mode: Value;
    limiters: NameSet;
    notes: NameSet;
    wave_size: Value;
    waves_per_group: Value;
    waves_per_partition: Value;
    partitions_per_core: Value;
    registers_allocated_per_group: Value;
    shared_allocated_bytes: Value;
    max_threads_launchable: Value;
    core_count: Value;
    groups_per_device: Value;
    percent: Value;
    percent_any_mode: Value;
    rounds: Value;
    clusters_per_device: Value;
    limits: LimitOfAnswer[];
}

export interface CompiledKernel extends Answer {
    row: number;
    input: {
        file: string;
        kernel: string;
        demangled?: string;
        format: string;
        target: string;
        file_notes: string[];
        assumed: string[];
        stage: string | null;
        stack_bytes: number | null;
        spill_bytes: number | null;
        local_memory_bytes: number | null;
        setmaxnreg?: number[];
    };
    /** What changes the groups: the next value of each field, and what it gives. */
    next: {
        field: FieldName | string;
        now: number;
        slack: number;
        then: number | null;
        groups: number | null;
        waves: number | null;
        limiters: string[] | null;
    }[];
    /** What to write for the compiler. */
    knob: string | null;
}
export interface Kernels extends Told {
    rows: CompiledKernel[];
    files: number;
    troubles: number;
    uncompiled: { kind: string; target: string; parts: number }[];
    device_notes: string[];
    /** What was said about parts that cannot be read. */
    warnings: string[];
}

@EXPLAIN@
export interface RankedBuild {
    /** 1 is the fastest; null: refused, for the reason in `message`. */
    rank: number | null;
    /** From 1 on, in the order that the builds were given in. */
    row: number;
    predicted_us: number | null;
    low: number | null;
    high: number | null;
    binds: string;
    groups: number | null;
    waves: number | null;
    unknown: string;
    file: string;
    kernel: string;
    message: string;
}
export interface Ranking extends Told {
    builds: RankedBuild[];
    warnings: string[];
}

/** The launches of a kernel with the same resources and grid on a GPU. */
export interface Shape extends Answer {
    name: string | null;
    demangled?: string;
    profile: string;
    gpu: { name: string | null; architecture: string | null; cores: number | null };
    calls: number;
    time_ns: number | null;
    min_ns: number | null;
    max_ns: number | null;
    /** Percent of the time of all shapes. */
    share: number;
    missing: string[];
    joined: string;
    percent_with_grid: Value;
    reported: {
        estimated_percent: Value;
        theoretical_percent: Value;
        achieved_percent: number | null;
        because: string | null;
        explanation: string | null;
    };
    tail_ns: number | null;
    less_than_one_round: boolean | null;
    next_step: string | null;
    setting: string | null;
}
export interface ShapeSums {
    shapes: number;
    time_ns: number;
}
export interface Sums {
    launches: number;
    shapes: number;
    time_ns: number;
    answered_ns: number;
    refused_shapes: number;
    refused_ns: number;
    percent: Value;
    percent_with_grid: Value;
    profiler_percent: Value;
    below_25_percent_ns: number;
    perhaps_below_25_percent_ns: number;
    tail_ns: number | null;
    less_than_one_round_launches: number | null;
    less_than_one_round_ns: number | null;
    rounds_unknown_launches: number;
    rounds_unknown_ns: number;
    perhaps_less_than_one_round_ns: number;
    limiters: (ShapeSums & { limiters: string[] })[];
    no_group_fits: ShapeSums & { launches: number; limiters: string[] };
    because: { [reason: string]: ShapeSums };
    files: { path: string; launches: number; time_ns: number }[];
    most_different_file: {
        path: string;
        difference_ns: number;
        kernel: string;
        grid_groups: number | null;
        time_ns: number;
        average_ns: number;
    } | null;
    answered_by_architecture: { name: string; architecture: string }[];
    barriers_unknown: boolean;
    left_out_shapes: number;
    left_out_ns: number;
}
export interface ProfileWarning {
    kind: "note" | "warning";
    text: string;
}
export interface Profile extends Told {
    rows: Shape[];
    sums: Sums;
    warnings: ProfileWarning[];
}
export interface SideOfRun {
    calls: number;
    time_ns: number;
    percent: Value;
}
export interface ProfileDifferences extends Told {
    baseline: string;
    /** By kernel, the largest change of time first. */
    differences: { name: string | null; demangled?: string; was: SideOfRun; now: SideOfRun }[];
    was: SideOfRun;
    now: SideOfRun;
    warnings: ProfileWarning[];
}

type Module = BufferSource | Response;
/** Prepares the module, which the first call does otherwise; `source` is another one than that of
 * the package: bytes, or a response of fetch. */
export function load(source?: Module | Promise<Module>): Promise<void>;
/** The kernels in compiled files and compiler logs, with their occupancy. */
export function kernels(files: File | File[], options?: KernelsOptions): Promise<Kernels>;
/** The loops of compiled kernels, and whether the resident waves hide their latency; with
 * gridGroups and trips, the predicted time. Read is the machine code of NVIDIA. */
export function explain(file: File, options?: ExplainOptions): Promise<Explanations>;
/** Compiled builds in the order of their predicted times. */
export function rank(builds: (File | Build)[], options?: RankOptions): Promise<Ranking>;
/** The launches of real runs by shape and weighted by time, or, with `baseline`, the differences
 * from another run. Profiles are read in pieces, and may be larger than memory; gzip is unpacked.
 * SQLite databases are refused. */
export function profile(files: File | File[],
                        options?: ProfileOptions & { baseline?: undefined }): Promise<Profile>;
export function profile(files: File | File[],
                        options: ProfileOptions & { baseline: File }): Promise<ProfileDifferences>;
