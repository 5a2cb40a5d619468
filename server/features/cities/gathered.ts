import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Gathered } from "./gather.ts";

/**
 * All cities with their names, gathered by a process of its own: the lists take a hundred megabytes and some seconds,
 * and a server that has them in its tables needs neither again.
 */
export async function* gatheredApart(): AsyncGenerator<Gathered> {
  const lister = startLister();
  const ended = once(lister, "exit").then(([code]) => {
    throw new Error(`The process that lists the cities ended with ${code}`);
  });
  // Whoever waits for an answer is told; nobody else needs to be.
  ended.catch(() => undefined);
  try {
    while (true) {
      lister.send("more");
      const [some] = (await Promise.race([once(lister, "message"), ended])) as [Gathered | null];
      if (!some) return;
      yield some;
    }
  } finally {
    lister.kill();
  }
}

/** From the sources the other end's TypeScript is read by tsx, as the server's own is; a build has it beside it. */
function startLister() {
  const isSource = import.meta.url.endsWith(".ts");
  const file = isSource
    ? new URL("./cities-lister.ts", import.meta.url)
    : new URL("./cities-lister.js", import.meta.url);
  return fork(fileURLToPath(file), {
    execArgv: isSource ? ["--import", "tsx"] : [],
    stdio: ["ignore", "ignore", 2, "ipc"],
  });
}
