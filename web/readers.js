// SPDX-License-Identifier: MIT
// The readers of runs and of machine code, which are loaded when the first file needs them: from
// the page itself, or where it is served from a file beside it.
import * as files from "../bindings/npm/files.js";
import { $ } from "./dom.js";

async function packed() {
  const inside = $("readers")?.textContent;
  if (inside) return new Blob([Uint8Array.from(atob(inside), (letter) => letter.charCodeAt(0))]);
  const answer = await fetch("readers.gz");
  if (!answer.ok) throw new Error(`readers.gz cannot be loaded: ${answer.status}`);
  return answer.blob();
}

let loading;

// Returns the functions of bindings/npm/files.js.
export async function readers() {
  loading ??= packed().then((blob) => files.load(new Response(
    blob.stream().pipeThrough(new DecompressionStream("gzip")))));
  loading.catch(() => { loading = undefined; });
  await loading;
  return files;
}
