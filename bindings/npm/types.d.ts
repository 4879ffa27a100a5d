// SPDX-License-Identifier: MIT
/** A number, or any possible value, which makes results ranges. */
export type Amount = number | "unknown";
/** One number, the ends of a range, or null where nothing is known or applies. */
export type Result = number | { low: number; high: number } | null;
export type Limit = @LIMITS@;
export type Convention = @CONVENTIONS@;
export type ResultName = @RESULTS@;

/** What a kernel takes; what is left out is not given. */
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
    /** What limits, or may limit. */
    limiters: Limit[];
    notes: string[];
    /** Groups that each limit admits. */
    limits: Record<Limit, Result>;
    /** What to change, a sentence each. */
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

/** Why there is no answer, with the field, its value and the limit. */
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
    /** A kernel on a device ("RTX 4090", "gfx942", a driver's string). */
    occupancy(device: string, fields: Fields, options?: Options): Occupancy;
    /** The largest value of a field with which so many groups (or waves) reside, or null. */
    maximum(device: string, fields: Fields, field: FieldName,
         target: { groups: number } | { waves: number } | { wavesPerPartition: number },
         options?: Options): number | null;
    /** The group sizes with the most waves, the best first. */
    best(device: string, fields: Fields, options?: Options & { count?: number }):
        { threads: number; groups: number }[];
    /** The largest grid of which all groups are resident at once for sure. */
    safeGrid(device: string, fields: Fields,
             options?: Options & { coreCount?: number; reserve?: number }): number;
    /** Many kernels: fields that are arrays differ from row to row. Refused rows have 0xffffffff
     *  in each result and a status below 0. */
    table(device: string, fields: { [Name in FieldName]?: Fields[Name] | Column },
          options?: Options & { results?: string[] }): Table;
    /** The names of a set of limiters, as a column has them. */
    limitNames(set: number): Limit[];
    /** Names and figures of a device. */
    device(name: string): Device;
    /** The names of all devices. */
    devices(): string[];
}

type Source = BufferSource | Response;
/** The library; `source` is another module: bytes, or a response of fetch. */
export function load(source?: Source | Promise<Source>): Promise<Gpuocc>;
/** The same at once: for Node and workers, where large modules may be compiled so. */
export function loadSync(source?: BufferSource): Gpuocc;
