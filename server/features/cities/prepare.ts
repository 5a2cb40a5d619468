import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Services } from "#server/services.ts";
import { hasCitiesOf } from "./queries.ts";
import { citiesVersion } from "./version.ts";

const mostComplaint = 2_000;

/**
 * Has the cities listed in the background, unless they are there; what fails is logged, and tried again at the next
 * start.
 *
 * @returns how to end it before its time.
 */
export async function prepareCities(
  { db, log }: Pick<Services, "db" | "log">,
  databaseUrl: string,
): Promise<() => Promise<void>> {
  if (await hasCitiesOf(db, citiesVersion)) return async () => {};
  const lister = startLister(databaseUrl);
  let complaint = "";
  lister.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-mostComplaint);
  });
  const ended = once(lister, "exit").then(
    ([code]) => code && log.error({ code, complaint }, "the cities could not be listed"),
    (error: unknown) => log.error({ err: error }, "the cities could not be listed"),
  );
  return async () => {
    lister.kill();
    await ended;
  };
}

/** From the sources its TypeScript is read by tsx, as the server's own is; a build has it beside it. */
function startLister(databaseUrl: string): ChildProcess {
  const isSource = import.meta.url.endsWith(".ts");
  const file = isSource
    ? new URL("./cities-lister.ts", import.meta.url)
    : new URL("./cities-lister.js", import.meta.url);
  const lister = fork(fileURLToPath(file), {
    execArgv: isSource ? ["--import", "tsx"] : [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  // Not by its arguments, which anybody on the machine may read.
  lister.send(databaseUrl, () => undefined);
  return lister;
}
