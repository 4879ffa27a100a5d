// SPDX-License-Identifier: MIT
/** A number, or "unknown" for any possible value, which makes results ranges. */
export type Amount = number | "unknown";
/** One number, the bounds of a range, or null if it is unknown or does not apply. */
export type Result = number | { low: number; high: number } | null;
export type Limit = @LIMITS@;
export type Convention = @CONVENTIONS@;
export type ResultName = @RESULTS@;

/** The resources of a kernel; fields that are left out are not given. */
export interface Fields {
@FIELDS@
}
export type FieldName = keyof Fields;

export interface Options {
    convention?: Convention;
}

export interface Occupancy {
    groups: Result;
    waves: Result;
    maxWaves: Result;
    /** The resources that limit, or may limit. */
    limiters: Limit[];
    notes: string[];
    /** Groups that each limit allows. */
    limits: Record<Limit, Result>;
    /** What to change, in sentences. */
    advice: string[];
@ANSWERS@
}

export type Column = ArrayLike<number>;
export type Table = Record<string, Uint32Array> & { status: Int32Array };

export interface Device {
    name: string;
    architecture: string;
    family: string;
    [figure: string]: string | number | number[];
}

/** The reason why there is no answer, with the field, its value and the limit. */
export class GpuoccError extends Error {
    readonly status: number;
    readonly field?: string;
    readonly value?: unknown;
    readonly limit?: number;
}

export interface Gpuocc {
    readonly version: string;
    readonly dataVersion: number;
    /** Every function of the C interface. */
    readonly raw: WebAssembly.Exports;
    /** The names of all devices with a name: several for "H100". */
    candidates(name: string): string[];
    /** A kernel on a device ("RTX 4090", "gfx942", a driver's string). */
    occupancy(device: string, fields: Fields, options?: Options): Occupancy;
    /** What to write for the vendor's compiler so that more waves are resident: options, attributes
     * or launch bounds, or "". `spillBytes` of the compiled kernel, and whether it requires its
     * group size, change the answer. One whose warp groups share their registers with `setmaxnreg`
     * must keep those of the launch, which is "" where they limit. */
    settings(device: string, fields: Fields, options?: Options &
             { spillBytes?: number; requiresGroup?: boolean; setmaxnreg?: boolean }): string;
    /** The answer, then the advice, in sentences with the words of the GPU's vendor: blocks and
     * warps, or work-groups and waves. `neutral`: group, wave and core instead of these words. */
    sentences(device: string, fields: Fields,
              options?: Options & { language?: "en" | "zh"; neutral?: boolean }): string[];
    /** Why each limit allows as many groups as it does: the steps of its derivation, with the
     * figures and their sources, by the limit's name. */
    why(device: string, fields: Fields, options?: Options):
        { [limit: string]: { steps: string[], sources: string[] } };
    /** The largest value of a field with which that many groups (or waves) are resident, or null. */
    maximum(device: string, fields: Fields, field: FieldName,
         target: { groups: number } | { waves: number } | { wavesPerPartition: number },
         options?: Options): number | null;
    /** The group sizes with the most waves, best first. */
    best(device: string, fields: Fields, options?: Options & { count?: number }):
        { threads: number; groups: number }[];
    /** The largest grid of which all groups are certainly resident at once. */
    safeGrid(device: string, fields: Fields,
             options?: Options & { coreCount?: number; reserve?: number }): number;
    /** Evaluates many kernels: fields that are arrays differ from row to row. Refused rows have
     * 0xffffffff in each result and a status below 0. */
    table(device: string, fields: { [Name in FieldName]?: Fields[Name] | Column },
          options?: Options & { results?: string[] }): Table;
    /** The names in a set of limiters from a column. */
    limitNames(set: number): Limit[];
    /** Names and figures of a device. */
    device(name: string): Device;
    /** The names of all devices. */
    devices(): string[];
}

type Source = BufferSource | Response;
/** Loads the library; `source` is another module: bytes, or a response of fetch. */
export function load(source?: Source | Promise<Source>): Promise<Gpuocc>;
/** The same synchronously: for Node and workers, which may compile large modules so. */
export function loadSync(source?: BufferSource): Gpuocc;
