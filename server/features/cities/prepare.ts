import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { getEntryPath } from "#server/entry-path.ts";
import type { Services } from "#server/services.ts";
import { hasCitiesVersion } from "./queries.ts";
import { citiesVersion } from "./version.ts";

const maxErrorLength = 2_000;
/** The import takes seconds of processor time and must not slow down the start. */
const importDelayMs = 5_000;
const initialRetryDelayMs = 30_000;
const maxRetryDelayMs = 3_600_000;

/** A running import. */
export interface CityImport {
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
  { startImport = startCityLoading, delayMs = importDelayMs, retryDelayMs = initialRetryDelayMs } = {},
): Promise<() => Promise<void>> {
  if (await hasCitiesVersion(db, citiesVersion)) return async () => {};
  let isEnded = false;
  let stopCurrent = () => {};
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      stopCurrent = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loadWithRetries = async () => {
    await pause(delayMs);
    for (let delay = retryDelayMs; !isEnded; delay = Math.min(delay * 2, maxRetryDelayMs)) {
      const { ended, stop } = startImport(databaseUrl);
      stopCurrent = stop;
      const failure = await ended;
      if (!failure || isEnded) return;
      log.error({ ...failure, retryInSeconds: Math.round(delay / 1000) }, "importing the cities failed");
      await pause(delay);
    }
  };
  const importing = loadWithRetries();
  return async () => {
    isEnded = true;
    stopCurrent();
    await importing;
  };
}

function startCityLoading(databaseUrl: string): CityImport {
  const loader = startCityLoader(databaseUrl);
  let errorOutput = "";
  loader.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-maxErrorLength);
  });
  const ended = once(loader, "exit").then(
    ([code, signal]) => (code === 0 ? null : { code, signal, errorOutput }),
    (error: unknown) => ({ err: error }),
  );
  return { ended, stop: () => loader.kill() };
}

function startCityLoader(databaseUrl: string): ChildProcess {
  const loader = fork(getEntryPath("load-cities"), {
    // Without the flags of this process, such as --inspect.
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  // Passed as a message, because arguments are visible to other users.
  loader.send(databaseUrl, () => undefined);
  return loader;
}
