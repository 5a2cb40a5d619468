import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Services } from "#server/services.ts";
import { hasCitiesVersion } from "./queries.ts";
import { citiesVersion } from "./version.ts";

const maxComplaint = 2_000;
const firstWaitMs = 30_000;
const longestWaitMs = 3_600_000;

/** A running import. */
export interface Listing {
  readonly ended: Promise<object | null>;
  readonly stop: () => void;
}

/**
 * Imports the cities in the background, unless done. Failures are logged and retried with increasing delays.
 *
 * @returns a function that cancels it
 */
export async function prepareCities(
  { db, log }: Pick<Services, "db" | "log">,
  databaseUrl: string,
  { list = startCityLoading, waitMs = firstWaitMs } = {},
): Promise<() => Promise<void>> {
  if (await hasCitiesVersion(db, citiesVersion)) return async () => {};
  let isEnded = false;
  let stopCurrent = () => {};
  const pause = (ms: number) =>
    new Promise<void>((resume) => {
      const timer = setTimeout(resume, ms);
      stopCurrent = () => {
        clearTimeout(timer);
        resume();
      };
    });
  const tryOn = async () => {
    for (let delay = waitMs; !isEnded; delay = Math.min(delay * 2, longestWaitMs)) {
      const { ended, stop } = list(databaseUrl);
      stopCurrent = stop;
      const failure = await ended;
      if (!failure || isEnded) return;
      log.error({ ...failure, retryInSeconds: Math.round(delay / 1000) }, "the cities could not be listed");
      await pause(delay);
    }
  };
  const isDone = tryOn();
  return async () => {
    isEnded = true;
    stopCurrent();
    await isDone;
  };
}

function startCityLoading(databaseUrl: string): Listing {
  const lister = startCityLoader(databaseUrl);
  let complaint = "";
  lister.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-maxComplaint);
  });
  const ended = once(lister, "exit").then(
    ([code, signal]) => (code === 0 ? null : { code, signal, complaint }),
    (error: unknown) => ({ err: error }),
  );
  return { ended, stop: () => lister.kill() };
}

function startCityLoader(databaseUrl: string): ChildProcess {
  const isSource = import.meta.url.endsWith(".ts");
  const file = isSource
    ? new URL("./load-cities.ts", import.meta.url)
    : new URL("./load-cities.js", import.meta.url);
  const lister = fork(fileURLToPath(file), {
    execArgv: isSource ? ["--import", "tsx"] : [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  // Passed by environment, because arguments are visible to other users.
  lister.send(databaseUrl, () => undefined);
  return lister;
}
