import { once } from "node:events";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { Gathered } from "./gather.ts";

/** The lists and what is made of them, which is gone with the thread. */
const mostHeapMb = 512;

/** All cities with their names, gathered in a thread of its own: the lists are heavy, and folding them takes a second. */
export async function* gatheredInThread(): AsyncGenerator<Gathered> {
  const worker = startThread();
  try {
    while (true) {
      worker.postMessage("more");
      const [some] = (await once(worker, "message")) as [Gathered | null];
      if (!some) return;
      yield some;
    }
  } finally {
    await worker.terminate();
  }
}

/** From the sources the thread's TypeScript is read by tsx, as the server's own is; a build has it beside it. */
function startThread(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: mostHeapMb };
  if (!import.meta.url.endsWith(".ts")) {
    return new Worker(new URL("./cities-thread.js", import.meta.url), { resourceLimits });
  }
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx"));
  const source = new URL("./cities-thread.ts", import.meta.url);
  const [loader, thread] = [new URL("esm/api/index.mjs", tsx), source].map(({ href }) =>
    JSON.stringify(href),
  );
  const code = `import(${loader}).then(({ register }) => (register(), import(${thread})));`;
  return new Worker(code, { eval: true, resourceLimits });
}
