import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Services } from "#server/services.ts";
import { hasCitiesVersion } from "./queries.ts";
import { citiesVersion } from "./version.ts";

const maxErrorLength = 2_000;
const initialWaitMs = 30_000;
const maxWaitMs = 3_600_000;

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
  { list: startImport = startCityLoading, waitMs = initialWaitMs } = {},
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
    for (let delay = waitMs; !isEnded; delay = Math.min(delay * 2, maxWaitMs)) {
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
  const isSource = import.meta.url.endsWith(".ts");
  const file = isSource
    ? new URL("./load-cities.ts", import.meta.url)
    : new URL("./load-cities.js", import.meta.url);
  const loader = fork(fileURLToPath(file), {
    execArgv: isSource ? ["--import", "tsx"] : [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  // Passed by environment, because arguments are visible to other users.
  loader.send(databaseUrl, () => undefined);
  return loader;
}
