// SPDX-License-Identifier: MIT
// Compiled by tests/npm/test_npm.py: what the types allow, and what they do not.
import { load, loadSync, GpuoccError, Occupancy, Table } from "gpuocc";

export async function asked(): Promise<number> {
    const gpuocc = await load();
    const answer: Occupancy = gpuocc.occupancy("RTX 4090", { threads: 256, coreMode: "wgp" },
                                               { convention: "neo-22.43" });
    const table: Table = loadSync().table("RTX 4090", { threads: 256, registers: [16, 32] });
    const most: number | null = gpuocc.maximum("RTX 4090", {}, "registers", { groups: 2 });
    if (answer.limits.scalar_registers === null && answer.limiters.includes("registers"))
        throw new GpuoccError();
    // @ts-expect-error: no such field
    gpuocc.occupancy("RTX 4090", { thread: 256 });
    // @ts-expect-error: no such choice
    gpuocc.occupancy("gfx1100", { coreMode: "x" });
    // @ts-expect-error: no such convention
    gpuocc.occupancy("gfx1100", {}, { convention: "neo-22-43" });
    return table.groups.length + table.status[0] + (most || 0) + (answer.waveSize as number);
}
