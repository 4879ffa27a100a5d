// SPDX-License-Identifier: MIT
// Run by tests/npm/files.py with the functions of gpuocc/files in scope. Returns what the functions
// say about files: { call: answer or sentence }.
async function told(calls, functions, contentOf) {
    const found = [];
    for (const [name, files, options] of calls) {
        try {
            found.push(await functions[name](await contentOf(files), options));
        } catch (error) {
            found.push({ error: error.message, name: error.constructor.name });
        }
    }
    return found;
}
