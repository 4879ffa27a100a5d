// SPDX-License-Identifier: MIT
// What the package answers, as JSON, for tests/npm/test_npm.py. It runs as a module of either kind.
const kernel = { threads: 256, registers: 72, shared: 24 * 1024 };
const registers = Array.from({ length: 240 }, (_, i) => i + 16);

function fails(work) {
    try {
        return work();
    } catch (error) {
        const { name, message, status, field, value, limit } = error;
        return { name, message, status, field, value, limit };
    }
}

function answers(gpuocc, devices) {
    const answer = gpuocc.occupancy("RTX 4090", kernel);
    const open = gpuocc.occupancy("MI300X", { threads: 256, registers: "unknown" });
    const rows = devices.map((device) => {
        const table = gpuocc.table(device, { threads: 256, registers });
        const single = registers.map((count) =>
            gpuocc.occupancy(device, { threads: 256, registers: count }));
        if (single.some((one, i) => one.groups !== table.groups[i] || one.waves !== table.waves[i]))
            throw new Error("a table differs from single questions");
        return registers.map((count, i) => [count, table.groups[i], table.waves[i]]);
    });
    const refused = gpuocc.table("RTX 4090", { threads: [256, 4096], registers: 72 },
        { results: ["groups", "limitRegisters", "limiters"] });
    return {
        answer, open: [open.groups, open.waves], rows, version: gpuocc.version,
        count: gpuocc.devices().length, device: gpuocc.device("B200"),
        best: gpuocc.best("RTX 4090", { registers: 72 }, { count: 2 }),
        most: [gpuocc.maximum("RTX 4090", kernel, "registers", { groups: 4 }),
            gpuocc.maximum("RTX 4090", kernel, "registers", { groups: 40 })],
        safe: [gpuocc.safeGrid("L4", { threads: 1024, registers: 40 }),
            gpuocc.safeGrid("L4", { threads: 1024, registers: 40 }, { coreCount: 42, reserve: 2 })],
        mode: gpuocc.occupancy("gfx1100", { threads: 256, registers: 24, coreMode: "cu" }).waves,
        short: gpuocc.occupancy("Arc B580", { threads: 64, waveSize: 16, grf: 256 }).waves,
        why: gpuocc.why("sm_86", { threads: 224, registers: 97 }),
        sentences: [{}, { language: "zh" }, { neutral: true }].map((options) =>
            gpuocc.sentences("RTX 4090", { threads: 256, registers: 72 }, options)),
        noLanguage: fails(() => gpuocc.sentences("RTX 4090", kernel, { language: "fr" })).message,
        settings: [gpuocc.settings("sm_80", { threads: 256, registers: 40 }, { spillBytes: 8 }),
            gpuocc.settings("sm_80", { threads: 256, registers: 40 }, { requiresGroup: true }),
            gpuocc.settings("sm_80", { threads: 256, registers: 32 }),
            gpuocc.settings("sm_90", { threads: 384, registers: 168 }),
            gpuocc.settings("sm_90", { threads: 384, registers: 168 }, { setmaxnreg: true })],
        refused: Object.values(refused).map((column) => Array.from(column)),
        limits: gpuocc.limitNames(refused.limiters[0]),
        // Of an H100, of which there are several, a core is known.
        several: [gpuocc.occupancy("H100", { threads: 256, registers: 64 }).groups,
            gpuocc.device("A100 40GB").coreCount, gpuocc.device("H100 SXM5").coreCount,
            gpuocc.candidates("MI300"), gpuocc.candidates("RTX 4091"),
            ...["M4", "AMD Radeon Graphics"].map((name) =>
                fails(() => gpuocc.occupancy(name, kernel)).message),
            ...["MI300", "H100"].map((name) => fails(() => gpuocc.device(name)).message),
            fails(() => gpuocc.safeGrid("H100", kernel)).field],
        errors: [
            fails(() => gpuocc.occupancy("RTX 4090", { threads: 256, registers: 300 })),
            fails(() => gpuocc.occupancy("no such device", kernel)),
            fails(() => gpuocc.occupancy("RTX 4090", { threads: -1 })),
            fails(() => gpuocc.occupancy("RTX 4090", { threads: 1.5 })),
            fails(() => gpuocc.occupancy("RTX 4090", { thread: 1 })),
            fails(() => gpuocc.occupancy("gfx1100", { threads: 1, coreMode: "x" })),
            fails(() => gpuocc.table("RTX 4090", { threads: [1, 2], registers: [1] })),
            fails(() => gpuocc.maximum("RTX 4090", kernel, "registers", {})),
            fails(() => gpuocc.safeGrid("sm_89", kernel)),
        ],
    };
}
